//! The start: what this is, and all tracks.

use yew::prelude::*;

use crate::catalogue::Index;
use crate::components::icon::Icon;
use crate::controller::Controller;
use crate::route::Route;
use crate::state::{Progress, Remote, Standing};
use crate::wire::Entry;

/// The page.
pub fn home_page(controller: &Controller) -> Html {
    let app = controller.app();
    let (start, tracks) = match &app.index {
        Remote::Loading => (Html::default(), html! { <p class="muted">{ "Loading the exercises…" }</p> }),
        Remote::Failed(reason) => (Html::default(), html! { <p class="callout bad">{ reason }</p> }),
        Remote::Ready(index) => (
            start(index, &app.progress),
            html! {
                <>
                    if !index.fault.is_empty() { <p class="callout bad">{ &index.fault }</p> }
                    { tracks(index, &app.progress) }
                </>
            },
        ),
    };
    html! {
        <div class="plain-page home">
            <section class="hero">
                <h1 tabindex="-1">{ "Design document schemas by measuring them" }</h1>
                <p class="lead">
                    { "Write JavaScript as in MongoDB's shell, for a document database that runs inside this page. Your design is checked on data you have not seen, with another client between any two steps, and a crash after any of them. Its cost is measured. Any correct design passes." }
                </p>
                <div class="row">
                    { start }
                    <a class="button" href={Route::Sandbox.href()}>{ "Open the sandbox" }</a>
                </div>
            </section>
            { tracks }
        </div>
    }
}

/// A way in: the first exercise in the order of the tracks that is not solved.
fn start(index: &Index, progress: &Progress) -> Html {
    let all = || index.tracks.iter().flat_map(|track| &track.exercises);
    let open = |e: &&Entry| !progress.of(&e.id).passed;
    let Some(next) = all().find(open) else { return Html::default() };
    let begun = progress.of(&next.id) != Standing::default();
    let verb = match all().any(|e| progress.of(&e.id).passed) {
        _ if begun => "Continue with",
        true => "Next:",
        false => "Start with",
    };
    html! { <a class="button primary" href={Route::Exercise(next.id.clone()).href()}>{ format!("{verb} “{}”", next.title) }</a> }
}

fn tracks(index: &Index, progress: &Progress) -> Html {
    index
        .tracks
        .iter()
        .filter(|t| !t.exercises.is_empty())
        .map(|track| {
            html! {
                <section key={track.id.clone()} class="track-cards">
                    <h2><a href={Route::Path(track.id.clone()).href()}>{ &track.title }</a></h2>
                    <p class="muted">{ &track.summary }</p>
                    <ul class="cards">{ for track.exercises.iter().map(|e| card(e, progress)) }</ul>
                </section>
            }
        })
        .collect()
}

/// A level in words.
pub fn level(level: u32) -> &'static str {
    match level {
        1 => "Introductory",
        2 => "Intermediate",
        _ => "Advanced",
    }
}

fn card(exercise: &Entry, progress: &Progress) -> Html {
    let standing = progress.of(&exercise.id);
    html! {
        <li key={exercise.id.clone()} class={classes!("card", standing.passed.then_some("solved"))}>
            <h3><a href={Route::Exercise(exercise.id.clone()).href()}>{ &exercise.title }</a></h3>
            if !exercise.pattern.is_empty() { <p>{ &exercise.pattern }</p> }
            <p class="muted small">
                { format!("{} · about {} min", level(exercise.level), exercise.minutes) }
                if standing.passed {
                    <span class="good-text">{ " · " }{ (if standing.stars > 1 { Icon::Star } else { Icon::Check }).view() }{ " solved" }</span>
                }
            </p>
        </li>
    }
}
