//! Predictions: what the learner thinks a call costs, asked before the first check, and what it does cost.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::controller::use_controller;
use crate::meter::{METERS, Unit, show};
use crate::text::line;
use crate::wire::{Prediction, PredictionReport, Report};
use protocol::number::{self, plain};

/// The question that is asked.
#[component]
pub fn Predict() -> Html {
    let controller = use_controller();
    let input = use_node_ref();
    let bench = &controller.app().workbench;
    let at = bench.asking.as_ref().map_or(0, |answers| answers.len());
    let Some((bundle, question)) =
        bench.bundle.ready().and_then(|bundle| Some((bundle, bundle.predict.get(at)?)))
    else {
        return Html::default();
    };
    let answer = |value: Option<f64>| {
        let controller = controller.clone();
        move |_: MouseEvent| controller.predict(value)
    };
    let on_number = {
        let (controller, input) = (controller.clone(), input.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let given = input.cast::<HtmlInputElement>().and_then(|input| {
                let value = number::read(&input.value());
                input.set_value("");
                value
            });
            if let Some(value) = given {
                controller.predict(Some(value));
            }
        }
    };
    let on_key = {
        let controller = controller.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                controller.predict(None);
            }
        }
    };
    html! {
        <section class="predict" aria-label="Prediction" onkeydown={on_key}>
            <p class="eyebrow">{ format!("Predict, then measure · {} of {}", at + 1, bundle.predict.len()) }</p>
            <p id="prediction"><strong>{ line(&question.ask) }</strong></p>
            if question.choices.is_empty() {
                <form class="row" onsubmit={on_number}>
                    <input ref={input} type="number" min="0" step="any" required=true inputmode="decimal" aria-labelledby="prediction" />
                    <button class="button primary">{ "Answer" }</button>
                </form>
            } else {
                <div class="chips" role="group" aria-labelledby="prediction">
                    { for question.choices.iter().map(|&choice| html! {
                        <button key={plain(choice)} type="button" class="button" onclick={answer(Some(choice))}>{ amount(&question.meter, choice) }</button>
                    }) }
                </div>
            }
            <p class="muted small">
                { "Nothing depends on it; the check measures it. " }
                <button type="button" class="link" onclick={answer(None)}>{ "Skip (Esc)" }</button>
            </p>
        </section>
    }
}

/// The guesses beside the measured values.
pub fn predictions(report: &Report, asked: &[Prediction]) -> Html {
    let lines: Vec<Html> = report
        .predictions
        .iter()
        .zip(asked)
        .filter_map(|(one, question)| {
            let (said, measured) = (one.said?, one.measured?);
            let class = if is_right(one)? { "good-text" } else { "" };
            let text = format!(
                "You said {}, your design makes {}.",
                amount(&one.meter, said),
                amount(&one.meter, measured)
            );
            let table = report.passed.then(|| on_designs(question));
            Some(html! {
                <li><span class="muted">{ line(&question.ask) }</span>{ " " }<span {class}>{ text }</span>{ table.unwrap_or_default() }</li>
            })
        })
        .collect();
    if lines.is_empty() {
        Html::default()
    } else {
        html! { <ul class="predicted">{ lines }</ul> }
    }
}

/// Draws the cost of the call on the accepted designs.
fn on_designs(question: &Prediction) -> Html {
    let shown = |value: Option<f64>| value.map_or("–".to_owned(), |value| amount(&question.meter, value));
    let measured: Vec<_> = question.designs.iter().filter(|design| design.measured.is_some()).collect();
    if measured.is_empty() {
        return Html::default();
    }
    html! {
        <table class="data numbers">
            <thead><tr><th scope="col">{ "Accepted design" }</th><th scope="col">{ "Here" }</th><th scope="col">{ "Data ×10" }</th></tr></thead>
            <tbody>
                { for measured.into_iter().map(|design| html! {
                    <tr><th scope="row">{ &design.name }</th><td>{ shown(design.measured) }</td><td>{ shown(design.tenfold) }</td></tr>
                }) }
            </tbody>
        </table>
    }
}

/// Whether a prediction is right: exactly for trips and shards, within a fifth for the rest.
fn is_right(one: &PredictionReport) -> Option<bool> {
    let (said, measured) = (one.said?, one.measured?);
    let tolerance = if matches!(one.meter.as_str(), "roundTrips" | "shards") { 0.0 } else { 0.2 };
    Some((said - measured).abs() <= measured.abs() * tolerance)
}

fn amount(meter: &str, value: f64) -> String {
    METERS.iter().find(|one| one.key == meter).map_or_else(|| show(Unit::Count, value), |one| one.show(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_are_exact_and_the_rest_within_a_fifth() {
        let right = |meter: &str, said: f64, measured: f64| {
            is_right(&PredictionReport {
                meter: meter.into(),
                said: Some(said),
                measured: Some(measured),
                ..PredictionReport::default()
            })
        };
        assert_eq!(right("roundTrips", 2.0, 2.0), Some(true));
        assert_eq!(right("roundTrips", 11.0, 10.0), Some(false));
        assert_eq!(right("docsExamined", 12.0, 10.0), Some(true));
        assert_eq!(right("docsExamined", 13.0, 10.0), Some(false));
        assert_eq!(is_right(&PredictionReport::default()), None);
    }
}
