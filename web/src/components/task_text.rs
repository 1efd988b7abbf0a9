//! The text of an exercise: situation and task, then the hints that were opened, then, when earned, why it
//! works and the accepted designs.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::panes::pane_id;
use crate::controller::Controller;
use crate::pages::home::level;
use crate::route::Route;
use crate::state::{Pane, Remote, Standing};
use crate::text::blocks;
use crate::wire::{Bundle, Design};

/// The element that says why it works.
pub const WHY_ID: &str = "why";
/// The element that Designs scrolls to.
pub const DESIGNS_ID: &str = "designs";

/// The text.
pub fn task_text(controller: &Controller) -> Html {
    let app = controller.app();
    let bench = &app.workbench;
    let body = match &bench.bundle {
        // The page says what is wrong in place of all this.
        Remote::Failed(_) => Html::default(),
        Remote::Loading => html! { <p class="muted">{ "Loading the exercise…" }</p> },
        Remote::Ready(bundle) => {
            let standing = app.progress.of(&bundle.id);
            let track = app
                .index
                .ready()
                .and_then(|index| index.tracks.iter().find(|t| t.id == bundle.track))
                .map_or(bundle.track.as_str(), |t| t.title.as_str());
            html! {
                <>
                    <p class="eyebrow">{ format!("{track} · {} · about {} min", level(bundle.level), bundle.minutes) }</p>
                    <h1 tabindex="-1">{ &bundle.title }</h1>
                    { blocks(&bundle.text, 2) }
                    { functions(bundle) }
                    { hints(bundle, &standing) }
                    if standing.passed && !bundle.why.is_empty() {
                        <section class="aside good" id={WHY_ID} tabindex="-1"><h2>{ "Why it works" }</h2>{ blocks(&bundle.why, 3) }</section>
                    }
                    if standing.designs_open() { { designs(bundle, controller) } }
                </>
            }
        }
    };
    html! { <article id={pane_id(Pane::Task)} class="text-pane prose" aria-label="Exercise">{ body }</article> }
}

fn functions(bundle: &Bundle) -> Html {
    if bundle.functions.is_empty() {
        return Html::default();
    }
    html! {
        <section>
            <h2>{ "Functions to write" }</h2>
            <dl class="signatures">
                { for bundle.functions.iter().map(|f| html! { <><dt><code>{ &f.signature }</code></dt><dd>{ &f.doc }</dd></> }) }
            </dl>
        </section>
    }
}

fn hints(bundle: &Bundle, standing: &Standing) -> Html {
    bundle
        .hints
        .iter()
        .take(standing.hints)
        .enumerate()
        .map(|(at, hint)| {
            html! {
                <section key={at} class="aside" id={format!("hint-{}", at + 1)} tabindex="-1">
                    <h2>{ Icon::Hint.view() }{ format!("Hint {} of {}", at + 1, bundle.hints.len()) }</h2>
                    { blocks(hint, 3) }
                </section>
            }
        })
        .collect()
}

fn designs(bundle: &Bundle, controller: &Controller) -> Html {
    html! {
        <section id={DESIGNS_ID} tabindex="-1" class="designs">
            <h2>{ "Accepted designs" }</h2>
            if bundle.designs.len() > 1 {
                <p><a href={Route::Compare(bundle.id.clone()).href()}>{ "Compare them: the same work on each" }</a></p>
            }
            { for bundle.designs.iter().map(|design| one(design, controller)) }
        </section>
    }
}

fn one(design: &Design, controller: &Controller) -> Html {
    let on_use = {
        let (controller, source) = (controller.clone(), design.source.clone());
        move |_| controller.replace_code(&source)
    };
    html! {
        <details key={design.file.clone()}>
            <summary><strong>{ &design.name }</strong><span>{ &design.rationale }</span></summary>
            <pre tabindex="0"><code>{ &design.source }</code></pre>
            <button type="button" class="button small" onclick={on_use}>{ "Put it in the editor" }</button>
        </details>
    }
}
