//! The output of a run.

use yew::prelude::*;

use crate::components::suggestion::Suggestion;
use crate::controller::Controller;
use crate::state::{Subject, Work, Workbench};
use crate::wire::{Output, ScriptError};
use protocol::limits::MAX_OUTPUT_ENTRIES;
use protocol::number::fixed;

/// Entries shown at the start and at the end of a long output.
const MOST_AT_EACH_END: usize = MAX_OUTPUT_ENTRIES / 2;
/// From this many entries on, consecutive entries of one kind share an element: thousands of elements are slow.
const FEW_ENTRIES: usize = 200;

/// The output of the last run.
pub fn output(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let failure = bench
        .failure
        .as_ref()
        .filter(|failure| matches!(failure.work, Work::Run | Work::Load | Work::Import));
    match failure {
        // An earlier run's output would be mistaken for this run's.
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
        _ => "Run your script to see what it prints and returns.",
    };
    html! { <p class="muted empty">{ text }</p> }
}

/// The output, shortened if long, and how the run ended.
fn shown(output: &[Output], error: Option<&ScriptError>, controller: &Controller, note: &str) -> Html {
    let head = output.len().min(MOST_AT_EACH_END);
    let tail = (output.len() - head).min(MOST_AT_EACH_END);
    let between = output.len() - head - tail;
    let nothing = output.is_empty() && error.is_none();
    html! {
        <>
            <div class="output">
                { for blocks(&output[..head]).iter().map(block) }
                if between > 0 { <p class="muted">{ format!("… {between} more entries …") }</p> }
                { for blocks(&output[output.len() - tail..]).iter().map(block) }
                if nothing { <p class="muted">{ "The script ended without output. See Documents for the stored data, and Changes for its changes." }</p> }
            </div>
            if let Some(error) = error { { script_error(error, controller) } }
            <p class="muted small run-note">{ note }</p>
        </>
    }
}

/// The elements to draw, with their classes: one per entry, or, for many entries, one per sequence of the same class.
fn blocks(output: &[Output]) -> Vec<(&'static str, String)> {
    let mut blocks: Vec<(&'static str, String)> = Vec::new();
    for Output { kind, text, .. } in output {
        let class = class_of(kind);
        match blocks.last_mut() {
            Some((last, joined)) if *last == class && output.len() > FEW_ENTRIES => {
                joined.push('\n');
                joined.push_str(text);
            }
            _ => blocks.push((class, text.clone())),
        }
    }
    blocks
}

fn block((class, text): &(&'static str, String)) -> Html {
    html! { <pre class={*class}>{ text }</pre> }
}

fn class_of(kind: &str) -> &'static str {
    match kind {
        "value" => "value",
        "note" => "note",
        "warn" => "warn",
        "error" => "error",
        _ => "print",
    }
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
            <Suggestion message={error.message.clone()} />
            { place.unwrap_or_default() }
        </div>
    }
}

fn took(commands: usize, millis: f64) -> String {
    let commands =
        if commands == 1 { "1 database command".to_owned() } else { format!("{commands} database commands") };
    let millis = fixed(millis, u8::from(millis < 10.0));
    format!("{commands} in {millis} ms")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(kind: &str, text: &str) -> Output {
        Output { kind: kind.to_owned(), text: text.to_owned(), line: None }
    }

    #[test]
    fn few_entries_are_separate_and_many_of_a_kind_are_grouped() {
        let few = [printed("print", "a"), printed("print", "b"), printed("warn", "c")];
        assert_eq!(
            blocks(&few),
            [("print", "a".to_owned()), ("print", "b".to_owned()), ("warn", "c".to_owned())]
        );
        let mut many = vec![printed("print", "x"); FEW_ENTRIES];
        many.extend(few);
        let together = blocks(&many);
        assert_eq!(together.iter().map(|(class, _)| *class).collect::<Vec<_>>(), ["print", "warn"]);
        assert_eq!(together[0].1.lines().count(), FEW_ENTRIES + 2);
        assert!(together[0].1.ends_with("x\na\nb"));
    }
}
