//! The schedule of a failed check, step by step in an overlay: the client under test on the left, the other clients on
//! the right, and the changed documents between them. The editor marks the step's line.

use yew::prelude::*;

use crate::browser;
use crate::components::changes::fields;
use crate::components::icon::Icon;
use crate::controller::use_controller;
use crate::ejson::Value;
use crate::wire::{Changed, Schedule, Step};

/// The actors, with their column and label.
const ACTORS: [(&str, usize, &str); 4] = [
    ("you", 0, "Your code"),
    ("crash", 0, "Your code"),
    ("rival", 1, "Other client"),
    ("recovery", 1, "After the crash"),
];

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Prefix of this replay's element ids.
    pub id: AttrValue,
    /// The schedule.
    pub schedule: Schedule,
    /// Called when the learner closes it.
    pub on_close: Callback<()>,
}

/// The schedule, with one step in full.
#[component]
pub fn Replay(props: &Props) -> Html {
    let at = use_state(|| 0_usize);
    let controller = use_controller();
    let steps = &props.schedule.steps;
    let line = steps.get((*at).min(steps.len().saturating_sub(1))).and_then(|step| step.line);
    use_effect_with(line, move |line| {
        controller.mark_line(*line);
        move || controller.mark_line(None)
    });
    if steps.is_empty() {
        return Html::default();
    }
    let last = steps.len() - 1;
    // A new check may have fewer steps.
    let current = (*at).min(last);
    let heading = |side: usize| {
        let mut names: Vec<_> = ACTORS
            .iter()
            .filter(|(who, at, _)| *at == side && steps.iter().any(|step| step.who == *who))
            .map(|(_, _, name)| *name)
            .collect();
        names.dedup();
        names.join(" · ")
    };
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
    let close = {
        let on_close = props.on_close.clone();
        move |_: MouseEvent| on_close.emit(())
    };
    let on_escape = {
        let on_close = props.on_close.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                on_close.emit(());
            }
        }
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
        <section class="replay" aria-label="Replay" onkeydown={on_escape}>
            <header>
                <p><strong>{ &props.schedule.title }</strong></p>
                <div class="stepper" role="group" aria-label="Steps of the schedule">
                    { button(current.saturating_sub(1), current == 0, "Back") }
                    { button((current + 1).min(last), current == last, "Forward") }
                    <span class="muted small" aria-live="polite">{ format!("Step {} of {}", current + 1, steps.len()) }</span>
                </div>
                <button type="button" class="button small quiet" onclick={close} aria-label="Close the replay">{ Icon::Cross.view() }</button>
            </header>
            <div class="replay-stage">
                <div class="lanes" role="listbox" aria-label="Steps, a column for each client"
                    aria-activedescendant={id(current)} onkeydown={on_key}>
                    <div class="lane-names" role="presentation"><span>{ heading(0) }</span><span>{ heading(1) }</span></div>
                    { for steps.iter().enumerate().map(|(i, step)| {
                        let (_, side, name) = ACTORS.into_iter().find(|(who, ..)| step.who == *who).unwrap_or(ACTORS[0]);
                        let at = at.clone();
                        html! {
                            <div key={i} id={id(i)} role="option" tabindex={if i == current { "0" } else { "-1" }}
                                class={classes!("lane-step", step.who.clone(), (i > current).then_some("later"))}
                                aria-selected={(i == current).to_string()} data-lane={side.to_string()}
                                onclick={move |_| at.set(i)}>
                                <span class="sr-only">{ format!("{}. {name}: ", i + 1) }</span>
                                { short(step) }
                                if !step.changed.is_empty() { <span class="tag changed">{ step.changed.len() }<span class="sr-only">{ " changed" }</span></span> }
                            </div>
                        }
                    }) }
                </div>
                <div class="step-detail" tabindex="0" role="region" aria-label="The step">{ detail(&steps[current]) }</div>
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct ButtonProps {
    /// Prefix of the replay's element ids.
    pub id: AttrValue,
    /// The replay's schedule.
    pub schedule: Schedule,
}

/// A button that opens and closes the overlay.
#[component]
pub fn ReplayButton(props: &ButtonProps) -> Html {
    let open = use_state(|| false);
    let button = format!("{}-open", props.id);
    let toggle = {
        let (open, first) = (open.clone(), format!("#{}-step-0", props.id));
        move |_: MouseEvent| {
            open.set(!*open);
            browser::focus_soon(first.clone());
        }
    };
    let on_close = {
        let (open, button) = (open.clone(), format!("#{button}"));
        Callback::from(move |()| {
            open.set(false);
            browser::focus_soon(button.clone());
        })
    };
    html! {
        <div class="replay-box">
            <button type="button" id={button} class="link" aria-expanded={(*open).to_string()} onclick={toggle}>{ "Replay it step by step" }</button>
            if *open { <Replay id={props.id.clone()} schedule={props.schedule.clone()} {on_close} /> }
        </div>
    }
}

/// A step in short.
fn short(step: &Step) -> Html {
    let text = match (step.operation.as_str(), step.who.as_str(), &step.note) {
        ("", "crash", _) => "dies here",
        ("", _, Some(note)) => note,
        (operation, ..) => operation,
    };
    html! { <span class="what">{ text.to_owned() }</span> }
}

/// A step in full.
fn detail(step: &Step) -> Html {
    let changed = step.changed.iter().enumerate().map(|(at, changed)| document(at, changed));
    html! {
        <>
            if let Some(line) = step.line { <p class="muted small">{ format!("Line {line}, marked in the editor") }</p> }
            if !step.operation.is_empty() { <pre tabindex="0">{ &step.operation }</pre> }
            if let Some(note) = &step.note { <p class="small">{ note }</p> }
            if step.changed.is_empty() { <p class="muted small">{ "No document changes in this step." }</p> }
            { for changed }
        </>
    }
}

/// A changed document, field by field; as text if it was truncated.
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
