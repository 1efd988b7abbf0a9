//! The checks of an exercise with what was observed.

use yew::prelude::*;

use crate::browser;
use crate::components::icon::Icon;
use crate::components::replay::Replay;
use crate::components::task_text::WHY_ID;
use crate::controller::Controller;
use crate::route::Route;
use crate::state::Work;
use crate::wire::{Check, Report};

/// The list, or an invitation to check.
pub fn checks(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let checking = bench.task.as_ref().is_some_and(|task| task.work == Work::Check);
    let body = match (&bench.report, &bench.failure) {
        (_, Some(failure)) if failure.work == Work::Check => html! {
            <p class="callout bad">{ &failure.message }</p>
        },
        (Some(report), _) => html! {
            <>
                { verdict(report, controller.app().progress.of(&report.exercise).stars) }
                if report.passed { { onward(controller) } }
                if bench.report_stale {
                    <p class="muted small">{ "The code has changed since this check." }</p>
                }
                <ol class={classes!("checks", bench.report_stale.then_some("stale"))}>{ for report.checks.iter().map(check) }</ol>
            </>
        },
        (None, _) if checking => {
            html! { <p class="muted">{ "Your design is being put to the test…" }</p> }
        }
        (None, _) => html! {
            <p class="muted">
                { "Check calls your functions on data you have not seen, with another client between any two steps, and a crash after any of them. Any correct design passes." }
            </p>
        },
    };
    html! {
        <section class="checks-pane" aria-labelledby="checks-title" aria-busy={checking.to_string()}>
            <h2 id="checks-title" tabindex="-1">{ "Checks" }</h2>
            { body }
        </section>
    }
}

/// What came of it; `all` are the stars that the learner's designs have together.
fn verdict(report: &Report, all: u32) -> Html {
    let passed = report.checks.iter().filter(|c| c.passed()).count();
    let total = report.checks.len();
    let (class, text) = match (report.passed, report.stars) {
        (true, stars) if all > stars => ("good", format!("Passed, with {stars} of your {all} stars.")),
        (true, stars) if stars > 1 => ("good", format!("Passed, with {stars} stars.")),
        (true, _) => ("good", "Passed.".to_owned()),
        (false, _) => ("", "Not there yet.".to_owned()),
    };
    html! {
        <div class={classes!("verdict", class)}>
            <strong>{ text }</strong>
            <span>{ format!("{passed} of {total} checks") }</span>
            <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="meter-all" width="100" height="6" />
                <rect class="meter-done" width={(if total == 0 { 0.0 } else { passed as f64 * 100.0 / total as f64 }).to_string()} height="6" />
            </svg>
        </div>
    }
}

/// Where one goes from a design that passed.
fn onward(controller: &Controller) -> Html {
    let app = controller.app();
    let Some(bundle) = app.workbench.bundle.ready() else {
        return Html::default();
    };
    let why = |_| browser::focus_soon(format!("#{WHY_ID}"));
    let all = app.index.ready().map(|index| index.tracks.iter().flat_map(|track| &track.exercises));
    let next = all.and_then(|mut all| all.by_ref().find(|one| one.id == bundle.id).and_then(|_| all.next()));
    html! {
        <p class="onward">
            if !bundle.why.is_empty() { <button type="button" class="link" onclick={why}>{ "Why it works" }</button> }
            if bundle.designs.len() > 1 { <a href={Route::Compare(bundle.id.clone()).href()}>{ "Compare the designs" }</a> }
            if let Some(next) = next {
                <a href={Route::Exercise(next.id.clone()).href()}>{ format!("Next: {}", next.title) }</a>
            }
        </p>
    }
}

fn check(check: &Check) -> Html {
    let (class, icon, said) = match check.status.as_str() {
        "passed" => ("passed", Icon::Check, "Passed"),
        "failed" => ("failed", Icon::Cross, "Failed"),
        "error" => ("failed", Icon::Alert, "Could not be checked"),
        _ => ("skipped", Icon::Dash, "Not reached"),
    };
    html! {
        <li key={check.id.clone()} class={classes!("check", class)}>
            <span class="mark">{ icon.view() }</span>
            <div>
                <p class="sentence">
                    <span class="sr-only">{ format!("{said}: ") }</span>
                    { &check.sentence }
                    if check.kind == "star" { <span class="tag">{ Icon::Star.view() }{ "star" }</span> }
                </p>
                if !check.observed.is_empty() && class == "failed" { <pre class="observed" tabindex="0">{ &check.observed }</pre> }
                if let Some(schedule) = check.schedule.clone().filter(|s| class == "failed" && !s.steps.is_empty()) {
                    <details class="replay-box">
                        <summary>{ "Replay it step by step" }</summary>
                        <Replay id={format!("replay-{}", check.id)} {schedule} />
                    </details>
                }
                if !check.hint.is_empty() && class == "failed" { <p class="small">{ &check.hint }</p> }
            </div>
        </li>
    }
}
