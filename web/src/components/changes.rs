//! The changes of each statement: the document before and after, field by field, with buttons that step through the
//! run.

use yew::prelude::*;

use crate::controller::use_controller;
use crate::difference::{Difference, differences};
use crate::ejson::Value;
use crate::meter::{Unit, show};
use crate::wire::{Change, Profile};

/// The tab.
#[component]
pub fn Changes() -> Html {
    let controller = use_controller();
    let bench = &controller.app().workbench;
    let at = use_state(|| 0_usize);
    let Some(run) = &bench.run else {
        return html! { <p class="muted empty">{ "Run your script to see every document that it changed, before and after." }</p> };
    };
    if run.changes.is_empty() {
        return html! { <p class="muted empty">{ "The last run changed nothing." }</p> };
    }
    // A new run may have fewer steps.
    let current = (*at).min(run.changes.len() - 1);
    let go = |to: usize| {
        let at = at.clone();
        move |_: MouseEvent| at.set(to)
    };
    let on_slide = {
        let at = at.clone();
        move |event: InputEvent| {
            let value = event
                .target_dyn_into::<web_sys::HtmlInputElement>()
                .and_then(|input| input.value().parse().ok());
            if let Some(value) = value {
                at.set(value);
            }
        }
    };
    let total = run.changes.len();
    let all = changed(&run.profile);
    let unlisted = (all > total as f64).then(|| {
        let (all, total) = (show(Unit::Count, all), show(Unit::Count, total as f64));
        html! { <p class="muted small">{ format!("The run changed {all} documents. These are the first {total}.") }</p> }
    });
    html! {
        <>
            <div class="stepper" role="group" aria-label="Steps of the run">
                <button type="button" class="button small" disabled={current == 0} onclick={go(current.saturating_sub(1))}>{ "Back" }</button>
                <input type="range" min="0" max={(total - 1).to_string()} value={current.to_string()} oninput={on_slide}
                    aria-label="Step" aria-valuetext={format!("Step {} of {total}", current + 1)} />
                <button type="button" class="button small" disabled={current + 1 == total} onclick={go(current + 1)}>{ "Forward" }</button>
                <span class="muted small" aria-live="polite">{ format!("{} of {total}", current + 1) }</span>
            </div>
            { unlisted.unwrap_or_default() }
            { change(&run.changes[current], &controller) }
        </>
    }
}

/// The number of documents that a run inserted, modified or deleted, from its profile.
fn changed(profile: &[Profile]) -> f64 {
    profile.iter().map(|entry| entry.ninserted + entry.n_modified + entry.ndeleted).sum()
}

fn change(change: &Change, controller: &crate::controller::Controller) -> Html {
    let read = |text: &Option<String>| text.as_deref().and_then(|text| Value::parse(text).ok());
    let (before, after) = (read(&change.before), read(&change.after));
    let what = match (&before, &after) {
        (None, Some(_)) => "inserted",
        (Some(_), None) => "deleted",
        _ => "changed",
    };
    let place = change.line.map(|line| {
        let controller = controller.clone();
        html! { <button type="button" class="link" onclick={move |_| controller.go_to(line, 1)}>{ format!("line {line}") }</button> }
    });
    html! {
        <article class="change">
            <h3><span class={classes!("tag", what)}>{ what }</span>{ " " }<code>{ &change.ns }</code>{ " " }{ place.unwrap_or_default() }</h3>
            { fields(before.as_ref(), after.as_ref()) }
        </article>
    }
}

/// A document before and after, field by field.
pub fn fields(before: Option<&Value>, after: Option<&Value>) -> Html {
    let rows = differences(before, after);
    html! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Fields before and after">
            <table class="data diff">
                <thead><tr><th scope="col">{ "Field" }</th><th scope="col">{ "Before" }</th><th scope="col">{ "After" }</th></tr></thead>
                <tbody>{ for rows.iter().map(row) }</tbody>
            </table>
        </div>
    }
}

fn row(difference: &Difference) -> Html {
    let class = match (&difference.before, &difference.after) {
        (None, Some(_)) => "added",
        (Some(_), None) => "removed",
        (a, b) if a == b => "same",
        _ => "altered",
    };
    let cell = |value: &Option<String>| match value {
        Some(text) => html! { <code>{ text }</code> },
        None => html! { <span class="sr-only">{ "missing" }</span> },
    };
    html! {
        <tr {class}>
            <th scope="row"><code>{ &difference.path }</code></th>
            <td class="before">{ cell(&difference.before) }</td>
            <td class="after">{ cell(&difference.after) }</td>
        </tr>
    }
}
