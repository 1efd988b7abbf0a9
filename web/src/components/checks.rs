//! The checks of an exercise with their observations.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::predict::{Predict, predictions};
use crate::components::replay::ReplayButton;
use crate::components::task_text::WHY_ID;
use crate::controller::Controller;
use crate::route::{Route, is_id};
use crate::state::Work;
use crate::text::line;
use crate::wire::{CheckReport, Report, Tested};

/// The list, or a prompt to check.
pub fn checks(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let checking = bench.task.as_ref().is_some_and(|task| task.work == Work::Check);
    if bench.asking.is_some() {
        return html! { <div class="checks-pane"><Predict /></div> };
    }
    let asked = bench.bundle.ready().map_or(&[][..], |bundle| &bundle.predict);
    let body = match (&bench.report, &bench.failure) {
        (_, Some(failure)) if failure.work == Work::Check => html! {
            <p class="callout bad" role="alert">{ &failure.message }</p>
        },
        (Some(report), _) => html! {
            <>
                { verdict(report, controller.app().progress.of(&report.exercise).stars) }
                if let Some(tested) = report.tested.as_ref().filter(|_| report.passed) {
                    <p class="muted small">{ tested_with(tested) }</p>
                }
                if report.passed { { links_after_pass(controller) } }
                if bench.report_stale {
                    <p class="muted small">{ "The code has changed since this check." }</p>
                }
                { predictions(report, asked) }
                { list(report, bench.report_stale, controller) }
            </>
        },
        (None, _) if checking => {
            html! { <p class="muted">{ "Checking your design…" }</p> }
        }
        (None, _) => html! {
            <p class="muted empty">
                { "Check calls your functions on data you have not seen, with another client between any two steps, and a crash after any of them. Any correct design passes." }
            </p>
        },
    };
    html! { <div class="checks-pane">{ body }</div> }
}

/// Failed checks and missed stars; then, collapsed, skipped and passed ones.
fn list(report: &Report, stale: bool, controller: &Controller) -> Html {
    let part = |wanted: Standing| -> Vec<&CheckReport> {
        report.checks.iter().filter(|check| Standing::of(check) == wanted).collect()
    };
    let shown = [Standing::Failed, Standing::Broken, Standing::Unearned].map(part).concat();
    let folded = |wanted: Standing, one: &str, many: &str| {
        let checks = part(wanted);
        let what = if checks.len() == 1 { one } else { many };
        let icon = wanted.icon();
        if checks.is_empty() {
            return Html::default();
        }
        html! {
            <details class={classes!("folded", wanted.class())}>
                <summary><span class="mark">{ icon.view() }</span>{ format!("{} {what}", checks.len()) }</summary>
                <ol class="checks">{ for checks.into_iter().map(|one| check(one, controller)) }</ol>
            </details>
        }
    };
    html! {
        <div class={classes!("check-list", stale.then_some("stale"))}>
            if !shown.is_empty() { <ol class="checks">{ for shown.into_iter().map(|one| check(one, controller)) }</ol> }
            { folded(Standing::Skipped, "check not reached", "checks not reached") }
            { folded(Standing::Passed, "check passed", "checks passed") }
        </div>
    }
}

/// The displayed status of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Passed,
    Failed,
    /// A star that this design does not earn; not an error.
    Unearned,
    /// The check could not run.
    Broken,
    Skipped,
}

impl Standing {
    fn of(check: &CheckReport) -> Standing {
        match (check.status.as_str(), check.kind.as_str()) {
            ("passed", _) => Standing::Passed,
            ("failed", "star") => Standing::Unearned,
            ("failed", _) => Standing::Failed,
            ("error", _) => Standing::Broken,
            _ => Standing::Skipped,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Standing::Passed => "passed",
            Standing::Failed | Standing::Broken => "failed",
            Standing::Unearned => "unearned",
            Standing::Skipped => "skipped",
        }
    }

    fn icon(self) -> Icon {
        match self {
            Standing::Passed => Icon::Check,
            Standing::Failed => Icon::Cross,
            Standing::Broken => Icon::Alert,
            Standing::Unearned => Icon::Star,
            Standing::Skipped => Icon::Dash,
        }
    }

    /// The status that a screen reader reads before the sentence.
    fn said(self) -> &'static str {
        match self {
            Standing::Passed => "Passed",
            Standing::Failed => "Failed",
            Standing::Broken => "Could not be checked",
            Standing::Unearned => "Star not earned",
            Standing::Skipped => "Not reached",
        }
    }
}

/// The verdict; `all` is the number of stars that the learner's designs have earned together.
fn verdict(report: &Report, all: u32) -> Html {
    let passed = report.checks.iter().filter(|c| c.passed()).count();
    let total = report.checks.len();
    let (class, text) = if report.passed { ("good", "Passed.") } else { ("", "Not there yet.") };
    html! {
        <div class={classes!("verdict", class)}>
            <strong>{ text }</strong>
            if report.passed { { stars(report, all) } }
            <span>{ format!("{passed} of {total} checks") }</span>
            <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="meter-all" width="100" height="6" />
                <rect class="meter-done" width={(passed * 100 / total.max(1)).to_string()} height="6" />
            </svg>
        </div>
    }
}

/// The stars of a design that passed: one for the pass, and one for each `star` check.
fn stars(report: &Report, all: u32) -> Html {
    let most = 1 + report.checks.iter().filter(|check| check.kind == "star").count();
    if most == 1 {
        return Html::default();
    }
    let star = |at: usize| {
        let earned = (at as u64) < u64::from(report.stars);
        html! { <span class={if earned { "earned" } else { "unearned" }}>{ Icon::Star.view() }</span> }
    };
    html! {
        <span class="stars">
            <span aria-hidden="true">{ for (0..most).map(star) }</span>
            { format!("{} of {most} ★", report.stars) }
            if all > report.stars { { format!(", {all} with your other designs") } }
        </span>
    }
}

/// The numbers of histories, races and crashes that tested the program.
fn tested_with(tested: &Tested) -> String {
    let counts = [
        (tested.histories, "sequence of calls", "sequences of calls"),
        (tested.races, "race", "races"),
        (tested.crashes, "crash", "crashes"),
    ];
    let counted: Vec<String> = counts
        .into_iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    match counted.split_last() {
        None => String::new(),
        Some((only, [])) => format!("Checked with {only}."),
        Some((last, others)) => format!("Checked with {} and {last}.", others.join(", ")),
    }
}

/// Links after a pass.
fn links_after_pass(controller: &Controller) -> Html {
    let app = controller.app();
    let Some(bundle) = app.workbench.bundle.ready() else {
        return Html::default();
    };
    let why = {
        let controller = controller.clone();
        move |_| controller.show_text(WHY_ID)
    };
    let all = app.index.ready().map(|index| index.tracks.iter().flat_map(|track| &track.exercises));
    let next = all.and_then(|mut all| all.by_ref().find(|one| one.id == bundle.id).and_then(|_| all.next()));
    html! {
        <p class="links-after-pass">
            if let Some(next) = next {
                <a class="button primary small" href={Route::Exercise(next.id.clone()).href()}>{ format!("Next: {}", next.title) }</a>
            }
            if !bundle.why.is_empty() { <button type="button" class="link" onclick={why}>{ "Why it works" }</button> }
            if bundle.designs.len() > 1 { <a href={Route::Compare(bundle.id.clone()).href()}>{ "Compare the designs" }</a> }
        </p>
    }
}

fn check(check: &CheckReport, controller: &Controller) -> Html {
    let standing = Standing::of(check);
    let open = matches!(standing, Standing::Failed | Standing::Broken | Standing::Unearned);
    html! {
        <li key={check.id.clone()} class={classes!("check", standing.class())}>
            <span class="mark">{ standing.icon().view() }</span>
            <div>
                <p class="sentence">
                    <span class="sr-only">{ format!("{}: ", standing.said()) }</span>
                    { line(&check.sentence) }
                    if check.kind == "star" { <span class="tag">{ Icon::Star.view() }{ "star" }</span> }
                </p>
                if !check.observed.is_empty() && open { <pre class="observed" tabindex="0">{ &check.observed }</pre> }
                if let Some(schedule) = check.schedule.clone().filter(|s| open && !s.steps.is_empty()) {
                    <ReplayButton id={format!("replay-{}", check.id)} {schedule} />
                }
                if !check.hint.is_empty() && open { <p class="small">{ line(&check.hint) }</p> }
                if open { { links_after_failure(check, controller) } }
            </div>
        </li>
    }
}

/// Links after a failure: to its position in the code, and to the glossary.
fn links_after_failure(check: &CheckReport, controller: &Controller) -> Html {
    let place = check.place().map(|(line, column)| {
        let controller = controller.clone();
        html! {
            <button class="link" type="button" onclick={move |_| controller.go_to(line, column)}>
                { format!("Go to line {line}, column {column}") }
            </button>
        }
    });
    // From the sandbox, so only a valid id becomes an address.
    let about = Some(&check.about).filter(|id| is_id(id)).map(|id| {
        let href = Route::Glossary(Some(id.clone())).href();
        html! { <a {href}>{ format!("About this: {}", id.replace('-', " ")) }</a> }
    });
    if place.is_none() && about.is_none() {
        return Html::default();
    }
    html! { <p class="small links-after-failure">{ place.unwrap_or_default() }{ about.unwrap_or_default() }</p> }
}
