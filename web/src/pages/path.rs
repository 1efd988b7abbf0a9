//! One track as a guided path: its topics in order, the learner's progress, and the next exercise.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::controller::Controller;
use crate::pages::home::level;
use crate::route::Route;
use crate::state::{Loadable, Progress};
use crate::wire::{Entry, Track};

/// The page of the track with this id.
pub fn path_page(controller: &Controller, id: &str) -> Html {
    let app = controller.app();
    let body = match &app.index {
        Loadable::Loading => html! { <p class="muted">{ "Loading the exercises…" }</p> },
        Loadable::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
        Loadable::Ready(index) => match index.tracks.iter().find(|track| track.id == id) {
            Some(track) => path(track, &app.progress),
            None => return crate::pages::unknown::unknown_page(),
        },
    };
    html! { <div class="plain-page path-page">{ body }</div> }
}

fn path(track: &Track, progress: &Progress) -> Html {
    let total = track.exercises.len();
    let passed = track.exercises.iter().filter(|e| progress.of(&e.id).passed).count();
    let minutes: u32 = track.exercises.iter().map(|e| e.minutes).sum();
    let next = track.exercises.iter().find(|e| !progress.of(&e.id).passed);
    html! {
        <>
            <p class="eyebrow"><a href={Route::Home.href()}>{ "All tracks" }</a></p>
            <h1 tabindex="-1">{ &track.title }</h1>
            <p class="lead">{ &track.summary }</p>
            if !track.learn.is_empty() {
                <section class="learn">
                    <h2>{ "Afterwards you can" }</h2>
                    <ul>{ for track.learn.iter().map(|what| html! { <li>{ what }</li> }) }</ul>
                </section>
            }
            <section aria-labelledby="path-title">
                <h2 id="path-title">{ "Exercises" }</h2>
                <p class="muted">{ format!("{passed} of {total} exercises solved · about {} in total", hours(minutes)) }</p>
                <progress class="path-progress" value={passed.to_string()} max={total.to_string()} aria-label="Exercises solved"></progress>
                <ol class="path">{ for track.exercises.iter().map(|e| stop(e, progress, next.is_some_and(|n| n.id == e.id))) }</ol>
            </section>
            if total > 0 && next.is_none() { <p class="callout">{ "You have solved every exercise of this track." }</p> }
        </>
    }
}

/// One exercise of the path; `here` marks the first unsolved one.
fn stop(exercise: &Entry, progress: &Progress, here: bool) -> Html {
    let standing = progress.of(&exercise.id);
    let (class, icon, said) = match (standing.passed, standing.stars > 1) {
        (true, true) => ("solved", Some(Icon::Star), "solved with more than one star"),
        (true, false) => ("solved", Some(Icon::Check), "solved"),
        _ if standing.tries > 0 => ("tried", None, "tried"),
        _ => ("", None, ""),
    };
    let href = Route::Exercise(exercise.id.clone()).href();
    let line = if exercise.step.is_empty() { &exercise.pattern } else { &exercise.step };
    html! {
        <li key={exercise.id.clone()} class={classes!(here.then_some("here"))}>
            <span class={classes!("mark", class)} aria-hidden="true">{ icon.map(Icon::view).unwrap_or_default() }</span>
            <div>
                <h3><a href={href.clone()}>{ &exercise.title }</a></h3>
                <p>{ line }</p>
                <p class="muted small">
                    { format!("{} · about {} min", level(exercise.level), exercise.minutes) }
                    if !said.is_empty() { { " · " }{ said } }
                </p>
                if exercise.designs > 1 && standing.designs_open() {
                    <p class="small"><a href={Route::Compare(exercise.id.clone()).href()}>{ format!("Compare its {} designs", exercise.designs) }<span class="sr-only">{ format!(": {}", exercise.title) }</span></a></p>
                }
                if here {
                    <a class="button primary" {href}>
                        { if standing.tries > 0 || progress.any() { "Continue here" } else { "Start here" } }
                        <span class="sr-only">{ format!(": {}", exercise.title) }</span>
                    </a>
                }
            </div>
        </li>
    }
}

/// A duration as text, rounded to half hours if long.
pub fn hours(minutes: u32) -> String {
    let halves = (minutes + 15) / 30;
    match (halves, halves % 2) {
        (0..=2, _) => format!("{minutes} minutes"),
        (_, 0) => format!("{} hours", halves / 2),
        _ => format!("{}½ hours", halves / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_given_in_half_hours() {
        assert_eq!(hours(0), "0 minutes");
        assert_eq!(hours(70), "70 minutes");
        assert_eq!(hours(80), "1½ hours");
        assert_eq!(hours(124), "2 hours");
    }
}
