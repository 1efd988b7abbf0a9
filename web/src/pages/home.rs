//! The start page: an introduction, and all tracks.

use yew::prelude::*;

use crate::catalogue::Index;
use crate::components::demo::{Demo, EXERCISE};
use crate::components::icon::Icon;
use crate::components::saved_work::WorkFile;
use crate::controller::Controller;
use crate::pages::path::hours;
use crate::route::Route;
use crate::state::{Loadable, Progress, Standing};
use crate::wire::{Entry, Track};

/// The page.
pub fn home_page(controller: &Controller) -> Html {
    let app = controller.app();
    let (start, tracks) = match &app.index {
        Loadable::Loading => (Html::default(), html! { <p class="muted">{ "Loading the exercises…" }</p> }),
        Loadable::Failed(reason) => (Html::default(), html! { <p class="callout bad">{ reason }</p> }),
        Loadable::Ready(index) => (
            start(controller, index),
            html! {
                <>
                    if !index.fault.is_empty() { <p class="callout bad">{ &index.fault }</p> }
                    { tracks(index, &app.progress, app.settings.knows) }
                </>
            },
        ),
    };
    let demo = app.index.ready().is_some_and(|index| entries(index).any(|entry| entry.id == EXERCISE));
    html! {
        <div class="plain-page home">
            <section class={classes!("hero", demo.then_some("with-demo"))}>
                <div>
                    <h1 tabindex="-1">{ "Design document schemas by measuring them" }</h1>
                    <p class="lead">
                        { "Write JavaScript as in MongoDB's shell, for a document database that runs inside this page. Your design is checked on data you have not seen, with another client between any two steps, and a crash after any of them. Its cost is measured. Any correct design passes." }
                    </p>
                    { start }
                </div>
                if demo { <Demo /> }
            </section>
            { due_again(controller) }
            { tracks }
            <WorkFile />
        </div>
    }
}

/// All exercises in the order of the tracks.
fn entries(index: &Index) -> impl Iterator<Item = &Entry> {
    index.tracks.iter().flat_map(|track| &track.exercises)
}

/// The exercises recommended to readers who know MongoDB, if the list has them.
const KNOWN: [&str; 3] = ["reviews", "order-totals", "chunk-lab"];

/// The track that they skip.
const FIRST_STEPS: &str = "first-steps";

/// The last exercise of the first steps.
const LAST_STEP: &str = "lost-update";

/// Tracks whose first exercises are recommended after the first steps.
const AFTERWARDS: [&str; 2] = ["foundations", "workshop"];

/// The exercises recommended to learners who have finished the first steps, but started none of these.
fn recommended<'a>(index: &'a Index, progress: &Progress) -> Vec<&'a Entry> {
    let first = |id: &&str| index.tracks.iter().find(|track| track.id == **id)?.exercises.first();
    let all: Vec<&Entry> = AFTERWARDS.iter().filter_map(first).collect();
    let begun = all.iter().any(|entry| progress.of(&entry.id).passed);
    if begun || !progress.of(LAST_STEP).passed { Vec::new() } else { all }
}

/// The exercises in the recommended order.
fn proposed(index: &Index, knows: bool) -> Vec<&Entry> {
    if !knows {
        return entries(index).collect();
    }
    let known = KNOWN.iter().filter_map(|id| entries(index).find(|entry| entry.id == *id));
    let others =
        index.tracks.iter().filter(|track| track.id != FIRST_STEPS).flat_map(|track| &track.exercises);
    known.chain(others.filter(|entry| !KNOWN.contains(&entry.id.as_str()))).collect()
}

/// The entry points: the first unsolved exercise, the sandbox, and a shortcut for those who know MongoDB.
fn start(controller: &Controller, index: &Index) -> Html {
    let app = controller.app();
    let (progress, knows) = (&app.progress, app.settings.knows);
    let all = proposed(index, knows);
    let next = all.iter().find(|entry| !progress.of(&entry.id).passed);
    let solved = entries(index).any(|entry| progress.of(&entry.id).passed);
    let label = |next: &Entry| match progress.of(&next.id) != Standing::default() {
        true => format!("Continue with “{}”", next.title),
        false if solved => format!("Next: “{}”", next.title),
        false => format!("Start with “{}”", next.title),
    };
    let known: Vec<&Entry> =
        all.iter().take_while(|entry| KNOWN.contains(&entry.id.as_str())).copied().collect();
    let afterwards = recommended(index, progress);
    let on_knows = {
        let controller = controller.clone();
        move |_: MouseEvent| controller.knows(!knows)
    };
    html! {
        <>
            <div class="row">
                if let Some(next) = next { <a class="button primary" href={href(next)}>{ label(next) }</a> }
                if index.tracks.iter().any(|track| track.id == FIRST_STEPS) {
                    <button type="button" class="button" aria-pressed={knows.to_string()} onclick={on_knows}>
                        if knows { { Icon::Check.view() } }{ "I know MongoDB" }
                    </button>
                }
                <a class="button quiet" href={Route::Sandbox.href()}>{ "Open the sandbox" }</a>
            </div>
            { links(if knows { "Start with: " } else { "After the first steps: " }, if knows { &known } else { &afterwards }) }
        </>
    }
}

/// A line of recommended exercises; empty if there are none.
fn links(what: &'static str, entries: &[&Entry]) -> Html {
    if entries.is_empty() {
        return Html::default();
    }
    html! {
        <p class="known">
            <span class="muted">{ what }</span>
            { for entries.iter().enumerate().map(|(at, entry)| {
                html! { <>{ if at == 0 { "" } else { " · " } }<a href={href(entry)}>{ &entry.title }</a></> }
            }) }
        </p>
    }
}

/// Solved exercises due for review, at most three; empty if there are none.
fn due_again(controller: &Controller) -> Html {
    let due = controller.due();
    let index = controller.app().index.ready();
    let due: Vec<&Entry> =
        due.iter().filter_map(|id| entries(index?).find(|entry| entry.id == *id)).collect();
    if due.is_empty() {
        return Html::default();
    }
    let one = |entry: &Entry| {
        let (controller, id) = (controller.clone(), entry.id.clone());
        let on_review = move |_: MouseEvent| controller.review(&id);
        html! {
            <li key={entry.id.clone()}>
                <span>{ &entry.title }</span>
                <button type="button" class="button small" onclick={on_review}>{ "Review" }<span class="sr-only">{ format!(": {}", entry.title) }</span></button>
            </li>
        }
    };
    html! {
        <section class="due" aria-labelledby="due-title">
            <h2 id="due-title">{ "Due for review" }</h2>
            <p class="muted">{ "You solved these a while ago. Rewrite one function of each: it takes three minutes, and your stars stay." }</p>
            <ul>{ for due.into_iter().map(one) }</ul>
        </section>
    }
}

fn href(entry: &Entry) -> String {
    Route::Exercise(entry.id.clone()).href()
}

/// The exercises of the learner's current track, and all other tracks.
fn tracks(index: &Index, progress: &Progress, knows: bool) -> Html {
    let next = proposed(index, knows).into_iter().find(|entry| !progress.of(&entry.id).passed);
    let holds =
        |track: &&Track| next.is_some_and(|next| track.exercises.iter().any(|entry| entry.id == next.id));
    let current = index.tracks.iter().find(holds);
    let others = index
        .tracks
        .iter()
        .filter(|track| !track.exercises.is_empty() && current.is_none_or(|current| current.id != track.id));
    html! {
        <>
            if let Some(track) = current {
                <section class="track-cards">
                    <h2><a href={Route::Path(track.id.clone()).href()}>{ &track.title }</a></h2>
                    <p class="muted">{ &track.summary }</p>
                    <ul class="cards">{ for track.exercises.iter().map(|e| card(e, progress)) }</ul>
                </section>
            }
            <section class="track-cards">
                <h2>{ if current.is_some() { "Other tracks" } else { "Tracks" } }</h2>
                <ul class="cards">{ for others.map(|track| track_card(track, progress)) }</ul>
            </section>
        </>
    }
}

fn track_card(track: &Track, progress: &Progress) -> Html {
    let total = track.exercises.len();
    let passed = track.exercises.iter().filter(|e| progress.of(&e.id).passed).count();
    let minutes = track.exercises.iter().map(|e| e.minutes).sum();
    html! {
        <li key={track.id.clone()} class={classes!("card", (passed == total).then_some("solved"))}>
            <h3><a href={Route::Path(track.id.clone()).href()}>{ &track.title }</a></h3>
            <p>{ &track.summary }</p>
            <p class="muted small">
                { format!("{total} exercise{} · about {}", if total == 1 { "" } else { "s" }, hours(minutes)) }
                if passed > 0 { <span class="good-text">{ format!(" · {passed} solved") }</span> }
            </p>
        </li>
    }
}

/// The name of a level.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_first_steps_two_ways_are_recommended() {
        let entry = |id: &str| Entry { id: id.to_owned(), ..Entry::default() };
        let track = |id: &str, first: &str| Track {
            id: id.to_owned(),
            exercises: vec![entry(first), entry("another")],
            ..Track::default()
        };
        let tracks = vec![track("first-steps", LAST_STEP), track("foundations", "f"), track("workshop", "w")];
        let index = Index { tracks, ..Index::default() };
        let ids = |progress: &Progress| -> Vec<String> {
            recommended(&index, progress).iter().map(|entry| entry.id.clone()).collect()
        };
        let progress = Progress::default();
        assert!(ids(&progress).is_empty());
        let progress = progress.checked(LAST_STEP, true, 0, 1);
        assert_eq!(ids(&progress), ["f", "w"]);
        assert!(ids(&progress.checked("w", true, 0, 1)).is_empty());
    }

    #[test]
    fn readers_who_know_mongodb_skip_the_first_steps() {
        let entry = |id: &str| Entry { id: id.to_owned(), ..Entry::default() };
        let track = |id: &str, ids: &[&str]| Track {
            id: id.to_owned(),
            exercises: ids.iter().map(|id| entry(id)).collect(),
            ..Track::default()
        };
        let tracks = vec![
            track("first-steps", &["first-document"]),
            track("workshop", &["loans", "reviews"]),
            track("queues", &["order-totals"]),
        ];
        let index = Index { tracks, ..Index::default() };
        let ids = |knows| proposed(&index, knows).iter().map(|entry| entry.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(false), ["first-document", "loans", "reviews", "order-totals"]);
        assert_eq!(ids(true), ["reviews", "order-totals", "loans"]);
    }
}
