//! The accepted designs of an exercise side by side: the same calls on each, on the exercise's data and on ten times as
//! much, and the costs with another network or mix of calls.

use protocol::json::Value as Json;
use time_model::{DISKS, TimeModel};
use yew::prelude::*;

use crate::components::assumptions::assumptions;
use crate::components::comparison::{Shows, comparison};
use crate::components::latency::{Model, growth, mix, under, verdict};
use crate::components::picture::Picture;
use crate::components::time_parts::time_parts;
use crate::controller::{Controller, use_controller};
use crate::meter::METERS;
use crate::pages::unknown::unknown_page;
use crate::route::Route;
use crate::state::{Loadable, Work};
use crate::wire::{Bundle, Measured};
use protocol::number::{self, fixed, plain};

/// The figures in the bars.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Scale(u32),
    Growth,
}

const VIEWS: [(Shown, &str); 3] =
    [(Shown::Scale(1), "The data ×1"), (Shown::Scale(10), "×10"), (Shown::Growth, "Growth to ×10")];

/// The scales of the data in the line chart.
const GROWTH: [u32; 3] = [1, 3, 10];

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The exercise.
    pub id: AttrValue,
}

/// The page.
#[component]
pub fn ComparePage(props: &Props) -> Html {
    let controller = use_controller();
    let app = controller.app();
    let bench = &app.workbench;
    let shown = use_state(|| Shown::Scale(1));
    let model = use_state(Model::default);

    let open = app.progress.of(&props.id).designs_open();
    let ready = matches!(bench.bundle, Loadable::Ready(_)) && bench.exercise() == Some(props.id.as_str());
    let failure = bench.failure.as_ref().filter(|failure| failure.work == Work::Compare);
    let missing = match *shown {
        Shown::Scale(scale) => Some(scale),
        Shown::Growth => GROWTH.into_iter().find(|scale| bench.compared(*scale).is_none()),
    }
    .filter(|scale| bench.compared(*scale).is_none());
    {
        let controller = controller.clone();
        let may = open && ready && !bench.busy() && failure.is_none();
        use_effect_with((missing, may), move |(missing, may)| {
            if let (Some(scale), true) = (*missing, *may) {
                controller.compare(Some(scale));
            }
        });
    }

    let bundle = match &bench.bundle {
        Loadable::Failed(_) => return unknown_page(),
        Loadable::Ready(bundle) if ready => bundle,
        _ => return html! { <div class="plain-page"><p class="muted">{ "Loading the exercise…" }</p></div> },
    };
    let exercise = Route::Exercise(bundle.id.clone()).href();
    html! {
        <div class="plain-page compare-page">
            <p class="eyebrow"><a href={exercise.clone()}>{ &bundle.title }</a></p>
            <h1 tabindex="-1">{ "The designs side by side" }</h1>
            if open {
                <p class="lead">{ "The same calls on each accepted design, and on your code once it has passed. No design is best at everything: look at the calls that you would make most." }</p>
                <div class="segmented" role="group" aria-label="What the bars show">
                    { for VIEWS.iter().map(|&(view, label)| {
                        let set = shown.clone();
                        html! { <button type="button" aria-pressed={(*shown == view).to_string()} onclick={move |_| set.set(view)}>{ label }</button> }
                    }) }
                </div>
                if let Some(failure) = failure {
                    { failed(&controller, &failure.message, missing) }
                } else if missing.is_some() {
                    { measuring(&controller) }
                } else {
                    { measured(&controller, bundle, *shown, &model) }
                }
                { designs_list(bundle) }
            } else {
                <p class="lead">{ "Opens when your design passes, or after three different tries." }</p>
                <a class="button primary" href={exercise}>{ "To the exercise" }</a>
            }
        </div>
    }
}

/// The reason why there is nothing to compare, and a button to retry.
fn failed(controller: &Controller, message: &str, missing: Option<u32>) -> Html {
    let controller = controller.clone();
    let again = move |_: MouseEvent| controller.compare(Some(missing.unwrap_or(1)));
    html! {
        <div class="callout bad"><p>{ message }</p><button type="button" class="button small" onclick={again}>{ "Measure again" }</button></div>
    }
}

/// The progress of measuring, and a Stop button.
fn measuring(controller: &Controller) -> Html {
    let stop = {
        let controller = controller.clone();
        move |_: MouseEvent| controller.stop()
    };
    html! {
        <>
            <p class="muted" role="status">{ "Measuring the designs…" }</p>
            if let Some(task) = &controller.app().workbench.task {
                <progress class="path-progress" value={task.done.to_string()} max={task.total.max(1).to_string()} aria-label="Designs measured"></progress>
                <button type="button" class="button small" onclick={stop}>{ "Stop" }</button>
            }
        </>
    }
}

/// The meters under the model's constants, or their growth.
fn measured(controller: &Controller, bundle: &Bundle, shown: Shown, model: &UseStateHandle<Model>) -> Html {
    // Code that has not passed may be cheap only because it is wrong.
    let passed = controller.passed_code().is_some();
    let fair = |scale: u32| -> Vec<Measured> {
        let all = controller.app().workbench.compared(scale).map(|all| all.designs.iter());
        all.into_iter().flatten().filter(|design| passed || !design.yours).cloned().collect()
    };
    let under = |scale: u32| under(**model, &fair(scale));
    let (designs, shows) = match shown {
        Shown::Scale(scale) => (under(scale), Shows::Costs),
        Shown::Growth => (growth(&under(1), &under(10)), Shows::Growth),
    };
    html! {
        <>
            if let Shown::Scale(scale) = shown { { sliders(model, &fair(scale)) } { winner(&designs) } { time_parts(&model.time, &designs) } }
            if shown == Shown::Growth { <Picture kind="growth" data={lines(&GROWTH.map(|scale| (scale, under(scale))))} /> }
            <section class="compare" aria-label="Meters">{ comparison(&designs, shows) }</section>
            { left_out(bundle, &designs) }
            { assumptions(&model.time) }
        </>
    }
}

/// The line chart's data: each meter of each design at each scale, as JSON.
fn lines(measured: &[(u32, Vec<Measured>)]) -> String {
    let meters: Vec<Json> =
        METERS.iter().map(|meter| [meter.key, meter.name].into_iter().collect()).collect();
    let Some((_, first)) = measured.first() else { return String::new() };
    let designs: Vec<Json> = first
        .iter()
        .map(|design| {
            let at = |scale: &[Measured], key: &str| {
                scale
                    .iter()
                    .find(|other| other.file == design.file)
                    .and_then(|other| other.meters.get(key))
                    .copied()
            };
            let values = METERS
                .iter()
                .map(|meter| {
                    (meter.key.to_owned(), measured.iter().map(|(_, all)| at(all, meter.key)).collect())
                })
                .collect();
            Json::from([
                ("name", design.name.as_str().into()),
                ("yours", design.yours.into()),
                ("values", Json::Object(values)),
            ])
        })
        .collect();
    let scales: Vec<u32> = measured.iter().map(|(scale, _)| *scale).collect();
    Json::from([("scales", scales.into()), ("meters", meters.into()), ("designs", designs.into())])
        .to_string()
}

/// The conditions of the time model, and the mix of calls if both kinds exist.
fn sliders(model: &UseStateHandle<Model>, designs: &[Measured]) -> Html {
    let now = **model;
    let measured = mix(designs).map(|(reads, writes)| reads / writes);
    let set = |change: fn(Model, f64) -> Model| {
        let model = model.clone();
        move |value: f64| model.set(change(*model, value))
    };
    let time = now.time;
    let megabits = time.bandwidth / 125.0;
    let timed = |change: fn(TimeModel, f64) -> TimeModel| {
        let model = model.clone();
        move |value: f64| model.set(Model { time: change(model.time, value), ..*model })
    };
    // The slider's unit is a tenth of a power of ten.
    let ratio = now.reads.or(measured).unwrap_or(1.0);
    let reset = {
        let model = model.clone();
        move |_: MouseEvent| model.set(Model::default())
    };
    html! {
        <fieldset class="sliders">
            <legend>{ "What if" }</legend>
            { slider("Delay each way", time.network_millis, (0.0, 50.0, 0.5), format!("{} ms", short(time.network_millis)), timed(|t, v| TimeModel { network_millis: v, ..t })) }
            // In tenths of powers of ten, from 1 Mbit/s.
            { slider("Bandwidth", (megabits.log10() * 10.0).round(), (0.0, 40.0, 1.0), bandwidth(megabits), timed(|t, v| TimeModel { bandwidth: 125.0 * 10_f64.powf(v / 10.0), ..t })) }
            { slider("Data in memory", (time.in_memory * 100.0).round(), (0.0, 100.0, 5.0), format!("{} %", fixed(time.in_memory * 100.0, 0)), timed(|t, v| TimeModel { in_memory: v / 100.0, ..t })) }
            { disks(model) }
            if measured.is_some() {
                { slider("Reads for each write", (ratio.log10() * 10.0).round(), (-20.0, 30.0, 1.0), short(ratio), set(|m, v| Model { reads: Some(10_f64.powf(v / 10.0)), ..m })) }
            }
            <button type="button" class="button small" disabled={now == Model::default()} onclick={reset}>{ "As measured" }</button>
        </fieldset>
    }
}

fn slider(
    label: &'static str,
    value: f64,
    (min, max, step): (f64, f64, f64),
    text: String,
    set: impl Fn(f64) + 'static,
) -> Html {
    let on_input = move |event: InputEvent| {
        let input = event.target_dyn_into::<web_sys::HtmlInputElement>();
        if let Some(value) = input.and_then(|input| number::read(&input.value())) {
            set(value);
        }
    };
    html! {
        <label>
            <span>{ label }</span>
            <span class="now" aria-hidden="true">{ &text }</span>
            <input type="range" min={plain(min)} max={plain(max)} step={plain(step)} value={plain(value)}
                aria-label={label} aria-valuetext={text.clone()} oninput={on_input} />
        </label>
    }
}

/// The selectable kinds of disk.
fn disks(model: &UseStateHandle<Model>) -> Html {
    let on_change = {
        let model = model.clone();
        move |event: Event| {
            let select = event.target_dyn_into::<web_sys::HtmlSelectElement>();
            if let Some(disk) =
                select.and_then(|select| DISKS.iter().find(|disk| disk.name == select.value()))
            {
                model.set(Model { time: TimeModel { disk, ..model.time }, ..*model });
            }
        }
    };
    html! {
        <label>
            <span>{ "Disk" }</span>
            <select onchange={on_change}>
                { for DISKS.iter().map(|disk| html! { <option value={disk.name} selected={disk == model.time.disk}>{ disk.name }</option> }) }
            </select>
        </label>
    }
}

fn bandwidth(megabits: f64) -> String {
    if megabits >= 950.0 {
        format!("{} Gbit/s", short(megabits / 1_000.0))
    } else {
        format!("{} Mbit/s", short(megabits))
    }
}

/// A number with few digits.
fn short(value: f64) -> String {
    match value {
        v if v >= 10.0 => fixed(v, 0),
        v if v >= 1.0 => fixed(v, 1).trim_end_matches(".0").to_owned(),
        v => fixed(v, 2).trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

fn winner(designs: &[Measured]) -> Html {
    html! { <p class="winner" role="status">{ verdict(designs) }</p> }
}

/// Designs without bars.
fn left_out(bundle: &Bundle, designs: &[Measured]) -> Html {
    let measured = |file: &str| designs.iter().any(|d| d.file.as_deref() == Some(file));
    let names: Vec<&str> =
        bundle.designs.iter().filter(|d| !measured(&d.file)).map(|d| d.name.as_str()).collect();
    if names.is_empty() {
        return Html::default();
    }
    html! { <p class="muted small">{ format!("Not measured, because they fail on this data: {}.", names.join(", ")) }</p> }
}

/// The advantages of each design.
fn designs_list(bundle: &Bundle) -> Html {
    html! {
        <section class="when">
            <h2>{ "When each wins" }</h2>
            <dl>
                { for bundle.designs.iter().map(|design| html! {
                    <div key={design.file.clone()}>
                        <dt>{ &design.name }</dt>
                        <dd>
                            <details class="design-diagram">
                                <summary>{ "Diagram of its documents" }</summary>
                                <Picture kind="design" data={design.file.clone()} />
                            </details>
                        </dd>
                        <dd>{ &design.rationale } if !design.wins.is_empty() { { " " }<strong>{ &design.wins }</strong> }</dd>
                    </div>
                }) }
            </dl>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.01, 0.5, 1.0, 2.5, 8.0, 100.0].map(short), ["0.01", "0.5", "1", "2.5", "8", "100"]);
    }
}
