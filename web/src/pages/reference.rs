//! The reference pages: the glossary, the principles, and MongoDB's patterns.

use yew::prelude::*;

use crate::catalogue::Index;
use crate::controller::{Controller, use_reference};
use crate::pages::unknown::unknown_page;
use crate::route::Route;
use crate::state::Loadable;
use crate::text::{blocks, plain};
use crate::wire::{Entry, Pattern, Principle, Reference, Term};
use protocol::number::lower;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The page, and the term of the glossary.
    pub route: Route,
    /// The available exercises.
    pub index: Loadable<std::rc::Rc<Index>>,
}

/// The reference page of the current place.
pub fn reference_page(controller: &Controller) -> Html {
    let app = controller.app();
    html! { <ReferencePage key="reference" route={app.route.clone()} index={app.index.clone()} /> }
}

/// Any reference page.
#[component]
pub fn ReferencePage(props: &Props) -> Html {
    let reference = use_reference();
    let sought = use_state(String::new);
    let index = props.index.ready();
    let (title, body) = match (&props.route, &reference) {
        (Route::Glossary(Some(id)), Loadable::Ready(reference)) => {
            let Some(term) = reference.glossary.iter().find(|term| term.id == *id) else {
                return unknown_page();
            };
            (term.term.as_str(), one_term(term, reference))
        }
        (route, _) => (
            heading(route),
            match &reference {
                Loadable::Loading => html! { <p class="muted">{ "Loading…" }</p> },
                Loadable::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
                Loadable::Ready(reference) => match route {
                    Route::Glossary(_) => terms(&reference.glossary, &sought),
                    Route::Patterns => patterns(&reference.patterns, index.map(|index| &**index)),
                    _ => principles(reference, index.map(|index| &**index)),
                },
            },
        ),
    };
    let tab = |to: Route, label: &'static str, here: bool| {
        html! { <a href={to.href()} aria-current={here.then_some("page")}>{ label }</a> }
    };
    html! {
        <div class="plain-page reference">
            <nav class="row eyebrow" aria-label="Ideas">
                { tab(Route::Principles, "Principles", props.route == Route::Principles) }
                { tab(Route::Patterns, "Patterns", props.route == Route::Patterns) }
                { tab(Route::Glossary(None), "Glossary", props.route == Route::Glossary(None)) }
            </nav>
            <h1 tabindex="-1">{ title.to_owned() }</h1>
            { body }
        </div>
    }
}

/// The heading of a page, also while its text is loading.
fn heading(route: &Route) -> &'static str {
    match route {
        Route::Glossary(_) => "Glossary",
        Route::Patterns => "MongoDB's patterns",
        _ => "Principles, measured",
    }
}

fn one_term(term: &Term, reference: &Reference) -> Html {
    let near = reference.glossary.iter().filter(|other| other.id != term.id && mentions(term, other));
    let near: Vec<Html> = near.map(term_link).collect();
    html! {
        <>
            if !term.sql.is_empty() { <p class="muted">{ format!("In SQL: {}", term.sql) }</p> }
            <div class="prose one-term">{ blocks(&term.text, 2) }</div>
            if !near.is_empty() { <p class="small near"><span class="muted">{ "See also: " }</span>{ for near }</p> }
            <p><a href={Route::Glossary(None).href()}>{ format!("All {} terms", reference.glossary.len()) }</a></p>
        </>
    }
}

/// Whether the text of a term contains the name of another.
fn mentions(term: &Term, other: &Term) -> bool {
    let text = lower(&plain(&term.text));
    let word = lower(&other.term);
    text.split(|c: char| !c.is_alphanumeric() && c != '$').collect::<Vec<_>>().join(" ").contains(&word)
}

fn term_link(term: &Term) -> Html {
    html! { <a href={Route::Glossary(Some(term.id.clone())).href()}>{ &term.term }</a> }
}

fn terms(all: &[Term], sought: &UseStateHandle<String>) -> Html {
    let needle = lower(sought);
    let fits = |term: &&Term| {
        [&term.term, &term.sql].into_iter().any(|text| lower(text).contains(&needle))
            || lower(&plain(&term.text)).contains(&needle)
    };
    let found: Vec<&Term> = all.iter().filter(fits).collect();
    let on_input = {
        let sought = sought.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<web_sys::HtmlInputElement>() {
                sought.set(input.value());
            }
        }
    };
    html! {
        <>
            <label class="field search"><span>{ "Search a term, also one of SQL" }</span><input type="search" value={(**sought).clone()} oninput={on_input} /></label>
            <p class="muted small" role="status">{ format!("{} of {} terms", found.len(), all.len()) }</p>
            <dl class="glossary">
                { for found.into_iter().map(|term| html! {
                    <div key={term.id.clone()}>
                        <dt>{ term_link(term) } if !term.sql.is_empty() { <span class="sql">{ format!("in SQL: {}", term.sql) }</span> }</dt>
                        <dd>{ blocks(&term.text, 3) }</dd>
                    </div>
                }) }
            </dl>
        </>
    }
}

fn principles(reference: &Reference, index: Option<&Index>) -> Html {
    let list = |all: &[Principle]| -> Html { all.iter().map(|one| principle(one, index)).collect() };
    html! {
        <>
            <p class="lead">{ "None of these always holds. Each links to exercises in which you can measure it." }</p>
            <section><h2>{ "Principles" }</h2><ol class="principles">{ list(&reference.principles) }</ol></section>
            if !reference.antipatterns.is_empty() {
                <section>
                    <h2>{ "Antipatterns, and the meter that shows them" }</h2>
                    <ul class="principles">{ list(&reference.antipatterns) }</ul>
                </section>
            }
        </>
    }
}

fn principle(principle: &Principle, index: Option<&Index>) -> Html {
    let links = links(&principle.exercises, index);
    html! {
        <li key={principle.title.clone()}>
            <h3>{ &principle.title }</h3>
            { blocks(&principle.text, 4) }
            if !principle.meter.is_empty() { <p class="small"><span class="tag changed">{ &principle.meter }</span></p> }
            <p class="small muted">
                if links.is_empty() { { "Not measured here yet." } } else { { "See it in " }{ for links } }
            </p>
        </li>
    }
}

fn patterns(all: &[Pattern], index: Option<&Index>) -> Html {
    let taught = all.iter().filter(|pattern| !links(&pattern.exercises, index).is_empty()).count();
    html! {
        <>
            <p class="lead">{ format!("The {} design patterns of MongoDB's manual, by its names, and the exercises that teach {taught} of them by measuring.", all.len()) }</p>
            <ul class="patterns">
                { for all.iter().map(|pattern| {
                    let links = links(&pattern.exercises, index);
                    html! {
                        <li key={pattern.id.clone()}>
                            <h2>{ &pattern.name }</h2>
                            { blocks(&pattern.text, 3) }
                            <p class="small muted">
                                if links.is_empty() { { "No exercise yet." } } else { { "Practise it: " }{ for links } }
                            </p>
                        </li>
                    }
                }) }
            </ul>
        </>
    }
}

/// Links to those exercises that the list has: another host's list may lack some.
fn links(ids: &[String], index: Option<&Index>) -> Vec<Html> {
    let all = index.into_iter().flat_map(|index| &index.tracks).flat_map(|track| &track.exercises);
    let link = |(at, exercise): (usize, &Entry)| {
        let between = if at == 0 { "" } else { " · " };
        html! { <>{ between }<a href={Route::Exercise(exercise.id.clone()).href()}>{ &exercise.title }</a></> }
    };
    all.filter(|exercise| ids.contains(&exercise.id)).enumerate().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Block, Inline};

    #[test]
    fn a_term_is_near_another_that_its_text_names() {
        let term = |name: &str, text: &str| Term {
            term: name.to_owned(),
            text: vec![Block::Paragraph { content: vec![Inline::Text { text: text.to_owned() }] }],
            ..Term::default()
        };
        let upsert = term("Upsert", "An update that inserts a document, if none fits.");
        assert!(mentions(&upsert, &term("Document", "")));
        assert!(!mentions(&upsert, &term("Index", "")));
    }
}
