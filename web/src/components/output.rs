//! What a run printed and returned.

use yew::prelude::*;

use crate::controller::Controller;
use crate::state::{Subject, Work, Workbench};
use crate::wire::{Output, ScriptError};

/// Entries of output that are drawn: so many of the first and of the last. The sandbox has its own, larger budget.
const MOST_AT_EACH_END: usize = 1_000;

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
    if let Some(run) = &bench.run {
        return shown(&run.output, run.error.as_ref(), controller, &took(run.profile.len(), run.duration));
    }
    if let Some(run) = &bench.last_run {
        let note = format!("From your last run: {}", took(run.commands, run.duration));
        return shown(&run.output, run.error.as_ref(), controller, &note);
    }
    if bench.failure.is_some() {
        return Html::default();
    }
    let text = match bench.subject {
        Some(Subject::Exercise(_)) => {
            "Run loads the visible data, calls your setup and then the rest of your script. What it prints and returns appears here."
        }
        _ => "Run your script: what it prints and returns appears here.",
    };
    html! { <p class="muted empty">{ text }</p> }
}

/// What was printed, head and tail where it is long, and how the run ended.
fn shown(output: &[Output], error: Option<&ScriptError>, controller: &Controller, note: &str) -> Html {
    let head = output.len().min(MOST_AT_EACH_END);
    let tail = (output.len() - head).min(MOST_AT_EACH_END);
    let between = output.len() - head - tail;
    let nothing = output.is_empty() && error.is_none();
    html! {
        <>
            <div class="output">
                { for output[..head].iter().map(entry) }
                if between > 0 { <p class="muted">{ format!("… {between} more entries …") }</p> }
                { for output[output.len() - tail..].iter().map(entry) }
                if nothing { <p class="muted">{ "The script ended without output." }</p> }
            </div>
            if let Some(error) = error { { script_error(error, controller) } }
            <p class="muted small run-note">{ note }</p>
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

fn took(commands: usize, millis: f64) -> String {
    let commands =
        if commands == 1 { "1 database command".to_owned() } else { format!("{commands} database commands") };
    let millis = if millis < 10.0 { format!("{millis:.1}") } else { format!("{millis:.0}") };
    format!("{commands} in {millis} ms")
}
