//! The list of tracks and exercises, with marks for solved ones.

use yew::prelude::*;

use crate::catalogue::Index;
use crate::components::icon::Icon;
use crate::controller::use_controller;
use crate::route::Route;
use crate::state::{Action, Loadable, Progress};

/// The list. On narrow screens it is a drawer over the page.
#[component]
pub fn Sidebar() -> Html {
    let controller = use_controller();
    let app = controller.app();
    let nav = use_node_ref();

    // An opened drawer takes the focus; Escape closes it.
    {
        let nav = nav.clone();
        use_effect_with(app.drawer_open, move |open| {
            if *open && let Some(element) = nav.cast::<web_sys::HtmlElement>() {
                // Focus fails only for a removed element.
                let _ = element.focus();
            }
        });
    }
    let on_key = {
        let controller = controller.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                controller.dispatch(Action::Drawer(false));
            }
        }
    };
    let on_backdrop = {
        let controller = controller.clone();
        move |_| controller.dispatch(Action::Drawer(false))
    };

    let list = match &app.index {
        Loadable::Loading => html! { <p class="muted">{ "Loading the exercises…" }</p> },
        Loadable::Failed(reason) => html! { <p class="bad-text">{ reason }</p> },
        Loadable::Ready(index) => tracks(index, &app.progress, &app.route),
    };
    html! {
        <>
            <nav id="sidebar" class={classes!("sidebar", app.drawer_open.then_some("open"))} aria-label="Exercises"
                ref={nav} tabindex="-1" onkeydown={on_key}>
                { list }
            </nav>
            if app.drawer_open {
                <div class="backdrop" aria-hidden="true" onclick={on_backdrop}></div>
            }
        </>
    }
}

fn tracks(index: &Index, progress: &Progress, route: &Route) -> Html {
    let (current, path) = match route {
        Route::Exercise(id) | Route::Compare(id) => (Some(id.as_str()), None),
        Route::Path(id) => (None, Some(id.as_str())),
        _ => (None, None),
    };
    index.tracks.iter().filter(|track| !track.exercises.is_empty()).map(|track| {
        let passed = track.exercises.iter().filter(|e| progress.of(&e.id).passed).count();
        let exercises = track.exercises.iter().map(|exercise| {
            let standing = progress.of(&exercise.id);
            let (class, icon, said) = if standing.passed && standing.stars > 1 {
                ("solved", Some(Icon::Star), "solved with more than one star")
            } else if standing.passed {
                ("solved", Some(Icon::Check), "solved")
            } else if standing.tries > 0 {
                ("tried", None, "tried")
            } else {
                ("", None, "")
            };
            html! {
                <li key={exercise.id.clone()}>
                    <a href={Route::Exercise(exercise.id.clone()).href()} aria-current={(current == Some(exercise.id.as_str())).then_some("page")}>
                        <span class={classes!("mark", class)}>{ icon.map(|icon| html! { { icon.view() } }).unwrap_or_default() }</span>
                        <span class="name">{ &exercise.title }</span>
                        if !said.is_empty() { <span class="sr-only">{ format!(", {said}") }</span> }
                    </a>
                </li>
            }
        });
        html! {
            <section key={track.id.clone()} class="track">
                <h2>
                    <a href={Route::Path(track.id.clone()).href()} aria-current={(path == Some(track.id.as_str())).then_some("page")}>{ &track.title }</a>
                    <span class="count">
                        <span class="sr-only">{ format!("{passed} of {} solved", track.exercises.len()) }</span>
                        <span aria-hidden="true">{ format!("{passed}/{}", track.exercises.len()) }</span>
                    </span>
                </h2>
                <ul>{ for exercises }</ul>
            </section>
        }
    }).collect()
}
