//! What a run printed and returned.

use yew::prelude::*;

use crate::controller::Controller;
use crate::state::{Work, Workbench};
use crate::wire::{Output, ScriptError};

/// So many lines of output are drawn at most; the sandbox has its own, larger budget.
const MAX_ENTRIES: usize = 2_000;

/// The output of the last run.
pub fn output(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let failure = bench
        .failure
        .as_ref()
        .filter(|failure| matches!(failure.work, Work::Run | Work::Load | Work::Import));
    match failure {
        // What an earlier run said would be taken for this one's.
        Some(failure) => html! { <p class="callout bad" role="alert">{ &failure.message }</p> },
        None => result(bench, controller),
    }
}

fn result(bench: &Workbench, controller: &Controller) -> Html {
    let Some(run) = &bench.run else {
        let text = match bench.subject {
            Some(crate::state::Subject::Exercise(_)) => {
                "Run loads the visible data, calls your setup and then the rest of your script. What it prints and returns appears here."
            }
            _ => "Run your script: what it prints and returns appears here.",
        };
        return if bench.failure.is_none() {
            html! { <p class="muted empty">{ text }</p> }
        } else {
            Html::default()
        };
    };
    let hidden = run.output.len().saturating_sub(MAX_ENTRIES);
    let nothing = run.output.is_empty() && run.error.is_none();
    html! {
        <>
            <div class="output">
                { for run.output.iter().take(MAX_ENTRIES).map(entry) }
                if hidden > 0 { <p class="muted">{ format!("… and {hidden} more entries") }</p> }
                if nothing { <p class="muted">{ "The script ended without output." }</p> }
            </div>
            if let Some(error) = &run.error { { script_error(error, controller) } }
            <p class="muted small run-note">{ format!("{} in {} ms", statements(run.profile.len()), rounded(run.duration)) }</p>
        </>
    }
}

fn entry(output: &Output) -> Html {
    let class = match output.kind.as_str() {
        "value" => "value",
        "note" => "note",
        "warn" => "warn",
        "error" => "error",
        _ => "print",
    };
    html! { <pre class={class}>{ &output.text }</pre> }
}

fn script_error(error: &ScriptError, controller: &Controller) -> Html {
    let code = match (error.code, &error.code_name) {
        (Some(code), Some(name)) => format!("code {code}, {name}"),
        (Some(code), None) => format!("code {code}"),
        _ => String::new(),
    };
    let place = error.line.map(|line| {
        let column = error.column.unwrap_or(1);
        let controller = controller.clone();
        html! {
            <button class="link" type="button" onclick={move |_| controller.go_to(line, column)}>
                { format!("line {line}, column {column}") }
            </button>
        }
    });
    html! {
        <div class="callout bad" role="alert">
            <p><strong>{ &error.name }</strong>{ if code.is_empty() { String::new() } else { format!(" ({code})") } }</p>
            <pre class="message">{ &error.message }</pre>
            { place.unwrap_or_default() }
        </div>
    }
}

fn statements(count: usize) -> String {
    if count == 1 { "1 database command".to_owned() } else { format!("{count} database commands") }
}

fn rounded(millis: f64) -> String {
    if millis < 10.0 { format!("{millis:.1}") } else { format!("{millis:.0}") }
}
