//! The schedule behind a failed check, followed step by step: who did what, a lane for each, and the documents
//! that each step changed.

use yew::prelude::*;

use crate::browser;
use crate::components::changes::fields;
use crate::ejson::Value;
use crate::wire::{Changed, Schedule, Step};

/// Who can act, in the order of the lanes, and what they are called.
const LANES: [(&str, &str); 4] =
    [("you", "Your code"), ("rival", "Other client"), ("crash", "Crash"), ("recovery", "After the crash")];

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Tells this replay's elements from those of other checks.
    pub id: AttrValue,
    /// What happened.
    pub schedule: Schedule,
}

/// The schedule, one step of it in full.
#[component]
pub fn Replay(props: &Props) -> Html {
    let at = use_state(|| 0_usize);
    let steps = &props.schedule.steps;
    if steps.is_empty() {
        return Html::default();
    }
    let last = steps.len() - 1;
    // A new check may have fewer steps.
    let current = (*at).min(last);
    let lanes: Vec<_> = LANES.into_iter().filter(|(who, _)| steps.iter().any(|s| s.who == *who)).collect();
    let id = |at: usize| format!("{}-step-{at}", props.id);
    let go = {
        let (at, id) = (at.clone(), props.id.clone());
        move |to: usize| {
            at.set(to);
            browser::focus_soon(format!("#{id}-step-{to}"));
        }
    };
    let button = |to: usize, disabled: bool, label: &'static str| {
        let at = at.clone();
        html! { <button type="button" class="button small" {disabled} onclick={move |_| at.set(to)}>{ label }</button> }
    };
    let on_key = move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => (current + 1).min(last),
            "ArrowLeft" | "ArrowUp" => current.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        go(to);
    };
    html! {
        <section class="replay" aria-label="Replay">
            <p class="small"><strong>{ &props.schedule.title }</strong></p>
            <div class="stepper" role="group" aria-label="Steps of the schedule">
                { button(current.saturating_sub(1), current == 0, "Back") }
                { button((current + 1).min(last), current == last, "Forward") }
                <span class="muted small" aria-live="polite">{ format!("Step {} of {}", current + 1, steps.len()) }</span>
            </div>
            <div class="lanes" data-lanes={lanes.len().to_string()} role="listbox" aria-label="Steps, a column for each client"
                aria-activedescendant={id(current)} onkeydown={on_key}>
                <div class="lane-names" role="presentation">{ for lanes.iter().map(|(_, name)| html! { <span>{ *name }</span> }) }</div>
                { for steps.iter().enumerate().map(|(i, step)| {
                    let lane = lanes.iter().position(|(who, _)| step.who == *who).unwrap_or(0);
                    let name = lanes.get(lane).map_or("", |(_, name)| *name);
                    let at = at.clone();
                    html! {
                        <div key={i} id={id(i)} role="option" tabindex={if i == current { "0" } else { "-1" }}
                            class={classes!("lane-step", step.who.clone(), (i > current).then_some("later"))}
                            aria-selected={(i == current).to_string()} data-lane={lane.to_string()}
                            onclick={move |_| at.set(i)}>
                            <span class="sr-only">{ format!("{}. {name}: ", i + 1) }</span>
                            { short(step) }
                            if !step.changed.is_empty() { <span class="tag changed">{ step.changed.len() }<span class="sr-only">{ " changed" }</span></span> }
                        </div>
                    }
                }) }
            </div>
            <div class="step-detail">{ detail(&steps[current]) }</div>
        </section>
    }
}

/// A step in few words.
fn short(step: &Step) -> Html {
    let text = match (step.operation.as_str(), step.who.as_str(), &step.note) {
        ("", "crash", _) => "dies here",
        ("", _, Some(note)) => note,
        (operation, ..) => operation,
    };
    html! { <span class="what">{ text.to_owned() }</span> }
}

/// All that there is to say about a step.
fn detail(step: &Step) -> Html {
    let changed = step.changed.iter().enumerate().map(|(at, changed)| document(at, changed));
    html! {
        <>
            if !step.operation.is_empty() { <pre tabindex="0">{ &step.operation }</pre> }
            if let Some(note) = &step.note { <p class="small">{ note }</p> }
            if step.changed.is_empty() { <p class="muted small">{ "No document changes in this step." }</p> }
            { for changed }
        </>
    }
}

/// A changed document, field by field; as text when it was too long to come whole.
fn document(at: usize, changed: &Changed) -> Html {
    let read = |text: &Option<String>| text.as_deref().map(Value::parse).transpose();
    let rows = match (read(&changed.before), read(&changed.after)) {
        (Ok(before), Ok(after)) => fields(before.as_ref(), after.as_ref()),
        _ => {
            let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
            html! { <pre tabindex="0">{ format!("{}\n→ {}", side(&changed.before), side(&changed.after)) }</pre> }
        }
    };
    let (class, what) = match (&changed.before, &changed.after) {
        (None, _) => ("inserted", "inserted"),
        (_, None) => ("deleted", "deleted"),
        _ => ("changed", "changed"),
    };
    html! {
        <article key={at} class="change">
            <h4><span class={classes!("tag", class)}>{ what }</span>{ " " }<code>{ &changed.namespace }</code></h4>
            { rows }
        </article>
    }
}
