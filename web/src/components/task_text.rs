//! The text of an exercise: situation and task, then the opened hints, then, when earned, the explanation and the
//! accepted designs.

use protocol::json::Value;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::model_source::model_source;
use crate::components::panes::pane_id;
use crate::components::picture::Picture;
use crate::components::scroll_position::KeepsPlace;
use crate::controller::Controller;
use crate::meter::{Unit, show};
use crate::pages::home::level;
use crate::route::Route;
use crate::state::{Loadable, Pane, Standing, WorkbenchAction};
use crate::text::{blocks, line};
use crate::wire::{Block, Bundle, Design, Inline};

/// The database with an exercise's original rows.
const ROWS_DB: &str = "rows";
/// The element with the explanation.
pub const WHY_ID: &str = "why";
/// The element that Designs scrolls to.
pub const DESIGNS_ID: &str = "designs";

/// The text.
pub fn task_text(controller: &Controller) -> Html {
    let app = controller.app();
    let bench = &app.workbench;
    let body = match &bench.bundle {
        // The page shows the error instead.
        Loadable::Failed(_) => Html::default(),
        Loadable::Loading => html! { <p class="muted">{ "Loading the exercise…" }</p> },
        Loadable::Ready(bundle) => {
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
                    { situation(bundle, controller) }
                    { functions(bundle) }
                    { states(bundle) }
                    { hints(bundle, &standing) }
                    if standing.passed && !bundle.why.is_empty() {
                        <section class="aside good" id={WHY_ID} tabindex="-1"><h2>{ "Why it works" }</h2>{ blocks(&bundle.why, 3) }</section>
                    }
                    if standing.passed { { model_source(bundle) } }
                    if standing.designs_open() { { designs(bundle, controller) } }
                </>
            }
        }
    };
    html! {
        <article id={pane_id(Pane::Task)} class="text-pane prose" aria-label="Exercise">
            { body }
            if let (Some(id), Loadable::Ready(_)) = (bench.exercise(), &bench.bundle) {
                <KeepsPlace key={id.to_owned()} name={id.to_owned()} />
            }
        </article>
    }
}

/// The text, with a link to the rows at the end of its first section.
fn situation(bundle: &Bundle, controller: &Controller) -> Html {
    let section = |block: &Block| matches!(block, Block::Heading { .. });
    let end = bundle.text.iter().skip(1).position(section).map_or(bundle.text.len(), |at| at + 1);
    let (first, rest) = bundle.text.split_at(end);
    html! { <>{ blocks(first, 2) }{ rows(controller) }{ blocks(rest, 2) }</> }
}

/// The kinds of rows, each with a link to Documents.
fn rows(controller: &Controller) -> Html {
    let given =
        controller.app().workbench.collections.iter().filter(|one| one.db == ROWS_DB && one.count > 0);
    let mut looks = given.map(|one| {
        let (controller, db, name) = (controller.clone(), one.db.clone(), one.name.clone());
        let text = format!("{} {}: look", show(Unit::Count, one.count as f64), one.name);
        let look =
            move |_| controller.dispatch(WorkbenchAction::Look { db: db.clone(), name: name.clone() }.into());
        html! { <button key={one.name.clone()} type="button" class="link" onclick={look}>{ text }</button> }
    });
    let Some(first) = looks.next() else {
        return Html::default();
    };
    html! { <p class="look">{ first }{ for looks }</p> }
}

/// The functions that no table of the text lists.
fn functions(bundle: &Bundle) -> Html {
    let listed = listed(&bundle.text);
    let rest: Vec<_> = bundle.functions.iter().filter(|one| !listed.contains(&one.name.as_str())).collect();
    if rest.is_empty() {
        return Html::default();
    }
    html! {
        <section>
            <h2>{ "Functions to write" }</h2>
            <dl class="signatures">
                { for rest.into_iter().map(|f| html! { <><dt><code>{ &f.signature }</code></dt><dd>{ line(&f.doc) }</dd></> }) }
            </dl>
        </section>
    }
}

/// The states of a document, as a picture and as a list.
fn states(bundle: &Bundle) -> Html {
    if bundle.states.is_empty() {
        return Html::default();
    }
    let data: Value = bundle
        .states
        .iter()
        .map(|one| [&one.from, &one.to, &one.by].map(|part| part.as_str()).into_iter().collect::<Value>())
        .collect();
    html! {
        <section class="states">
            <h2>{ "States" }</h2>
            <Picture kind="states" data={data.to_string()} />
            <details>
                <summary>{ "As a list" }</summary>
                <ul>{ for bundle.states.iter().map(|one| html! {
                    <li>{ format!("From {} to {}: ", one.from, one.to) }<code>{ &one.by }</code></li>
                }) }</ul>
            </details>
        </section>
    }
}

/// Function names at the start of table rows.
fn listed(text: &[Block]) -> Vec<&str> {
    let rows = text.iter().filter_map(|block| match block {
        Block::Table { rows, .. } => Some(rows),
        _ => None,
    });
    let first = rows.flatten().filter_map(|row| match row.first()?.first()? {
        Inline::Code { text } => text.split('(').next(),
        _ => None,
    });
    first.collect()
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
                <p><a href={Route::Compare(bundle.id.clone()).href()}>{ "Compare them: the same calls on each" }</a></p>
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
            <details class="design-diagram">
                <summary>{ "Diagram of its documents" }</summary>
                <Picture kind="design" data={design.file.clone()} />
            </details>
            <button type="button" class="button small" onclick={on_use}>{ "Put it in the editor" }</button>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_in_a_table_are_listed_already() {
        let code = |text: &str| vec![Inline::Code { text: text.into() }];
        let words = vec![Inline::Text { text: "page(db)".into() }];
        let table = Block::Table {
            header: vec![words.clone()],
            rows: vec![vec![code("setup(db, rows)")], vec![words]],
        };
        assert_eq!(listed(&[table, Block::Code { text: "more(db)".into() }]), ["setup"]);
    }
}
