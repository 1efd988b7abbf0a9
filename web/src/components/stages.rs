//! An aggregation of the last run stage by stage: the number of documents in and out, and the first of them.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::document_tree::document_tree;
use crate::controller::use_controller;
use crate::ejson::Value;
use crate::meter::{Unit, show};
use crate::state::Loadable;
use crate::wire::StageView;

/// The aggregation's number in the last run.
#[derive(Properties, PartialEq)]
pub struct StagesProps {
    pub pipeline: u32,
}

/// The list of stages.
#[component]
pub fn Stages(props: &StagesProps) -> Html {
    let controller = use_controller();
    let bench = &controller.app().workbench;
    let stages = use_state(Loadable::<Rc<[StageView]>>::default);
    {
        let (controller, stages) = (controller.clone(), stages.clone());
        let run = bench.run.as_ref().map(|run| Rc::as_ptr(run) as usize);
        use_effect_with((props.pipeline, run), move |(pipeline, _)| {
            stages.set(Loadable::Loading);
            let alive = Rc::new(Cell::new(true));
            let (still, asked) = (alive.clone(), controller.stages(*pipeline));
            spawn_local(async move {
                let answer = asked.await;
                if still.get() {
                    stages.set(answer.map(Rc::from).into());
                }
            });
            move || alive.set(false)
        });
    }
    match &*stages {
        Loadable::Loading => html! { <p class="muted">{ "Loading…" }</p> },
        Loadable::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
        Loadable::Ready(stages) => html! {
            <ol class="pipeline">{ for stages.iter().enumerate().map(|(at, stage)| one(at, stage)) }</ol>
        },
    }
}

fn one(at: usize, stage: &StageView) -> Html {
    let count = |n: Option<f64>| n.map(|n| show(Unit::Count, n));
    let counts = match (count(stage.incoming), count(stage.out)) {
        (Some(before), Some(after)) => format!("{before} in · {after} out"),
        (None, Some(after)) => format!("{after} documents"),
        (Some(before), None) => format!("{before} in"),
        (None, None) => String::new(),
    };
    html! {
        <li key={at}>
            <div class={classes!("stage", stage.failed.then_some("costly"))}>
                <strong>{ &stage.name }</strong>
                <span class="counts">{ counts }</span>
                if stage.of == "view" { <span class="tag">{ "view" }</span> }
                <div><code>{ &stage.spec }</code></div>
                if !stage.note.is_empty() {
                    <p class={if stage.failed { "callout bad" } else { "muted" }}>{ &stage.note }</p>
                }
                if stage.out.is_some() { <Sample name={stage.name.clone()} texts={stage.sample.clone()} all={stage.out} /> }
            </div>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct SampleProps {
    name: String,
    texts: Vec<String>,
    all: Option<f64>,
}

/// The documents, which are rendered when first opened.
#[component]
fn Sample(props: &SampleProps) -> Html {
    let open = use_state(|| false);
    let on_toggle = {
        let open = open.clone();
        move |event: Event| {
            let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            open.set(details.is_some_and(|details| details.has_attribute("open")));
        }
    };
    let (shown, all) = (props.texts.len(), props.all.unwrap_or(0.0));
    let label = match shown {
        0 if all > 0.0 => "Its documents are too large to show".to_owned(),
        0 => "No documents".to_owned(),
        _ => format!("{shown} of {} documents after {}", show(Unit::Count, all), props.name),
    };
    if shown == 0 {
        return html! { <p class="muted">{ label }</p> };
    }
    html! {
        <details class="raw" ontoggle={on_toggle}>
            <summary>{ label }</summary>
            if *open {
                <ol class="documents">{ for props.texts.iter().map(|text| html! { <li class="document">{ document(text) }</li> }) }</ol>
            }
        </details>
    }
}

fn document(text: &str) -> Html {
    match Value::parse(text) {
        Ok(value) => document_tree(Rc::new(value)),
        Err(reason) => html! { <p class="callout bad">{ reason }</p> },
    }
}
