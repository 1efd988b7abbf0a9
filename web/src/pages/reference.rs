//! The glossary and the principles: what the exercises refer to, fetched when somebody asks for it.

use std::rc::Rc;

use yew::prelude::*;

use crate::browser;
use crate::controller::{Controller, use_controller};
use crate::route::Route;
use crate::state::Remote;
use crate::text::{blocks, plain};
use crate::wire::{Principle, Reference, Term};

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Which of the two pages, and which term of the glossary.
    pub route: Route,
}

/// Either page.
#[component]
pub fn ReferencePage(props: &Props) -> Html {
    let controller = use_controller();
    let reference = use_state(Remote::<Rc<Reference>>::default);
    let sought = use_state(String::new);
    {
        let (reference, library) = (reference.clone(), controller.library().clone());
        use_effect_with((), move |()| {
            wasm_bindgen_futures::spawn_local(async move {
                reference.set(library.reference().await.into());
            });
        });
    }
    let here = props.route.clone();
    let term = match &here {
        Route::Glossary(Some(term)) => Some(term.clone()),
        _ => None,
    };
    use_effect_with((term, reference.ready().is_some()), move |(term, ready)| {
        if let (Some(term), true) = (term, ready) {
            browser::focus_soon(format!("#term-{term}"));
        }
    });
    let glossary = matches!(here, Route::Glossary(_));
    let body = match &*reference {
        Remote::Loading => html! { <p class="muted">{ "Loading…" }</p> },
        Remote::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
        Remote::Ready(reference) if glossary => terms(&reference.glossary, &sought),
        Remote::Ready(reference) => principles(reference, &controller),
    };
    let tab = |to: Route, label: &'static str, here: bool| {
        html! { <a href={to.href()} aria-current={here.then_some("page")}>{ label }</a> }
    };
    html! {
        <div class="plain-page reference">
            <nav class="row eyebrow" aria-label="Ideas">
                { tab(Route::Principles, "Principles", !glossary) }
                { tab(Route::Glossary(None), "Glossary", glossary) }
            </nav>
            <h1 tabindex="-1">{ if glossary { "The words of the trade" } else { "Principles, measured" } }</h1>
            { body }
        </div>
    }
}

fn terms(all: &[Term], sought: &UseStateHandle<String>) -> Html {
    let needle = sought.to_lowercase();
    let fits = |term: &&Term| {
        [&term.term, &term.sql].into_iter().any(|text| text.to_lowercase().contains(&needle))
            || plain(&term.text).to_lowercase().contains(&needle)
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
            <label class="field search"><span>{ "Search a word, also one of SQL" }</span><input type="search" value={(**sought).clone()} oninput={on_input} /></label>
            <p class="muted small" role="status">{ format!("{} of {} words", found.len(), all.len()) }</p>
            <dl class="glossary">
                { for found.into_iter().map(|term| html! {
                    <div key={term.id.clone()} id={format!("term-{}", term.id)} tabindex="-1">
                        <dt>{ &term.term } if !term.sql.is_empty() { <span class="sql">{ format!("in SQL: {}", term.sql) }</span> }</dt>
                        <dd>{ blocks(&term.text, 3) }</dd>
                    </div>
                }) }
            </dl>
        </>
    }
}

fn principles(reference: &Reference, controller: &Controller) -> Html {
    let list = |all: &[Principle]| -> Html { all.iter().map(|one| principle(one, controller)).collect() };
    html! {
        <>
            <p class="lead">{ "None of these holds always. That is why they lead to exercises in which you can see it happen." }</p>
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

fn principle(principle: &Principle, controller: &Controller) -> Html {
    // Those that there are here: another host's list may leave some out.
    let index = controller.app().index.ready();
    let all = index.iter().flat_map(|index| &index.tracks).flat_map(|track| &track.exercises);
    let links: Vec<Html> = all
        .filter(|exercise| principle.exercises.contains(&exercise.id))
        .enumerate()
        .map(|(at, exercise)| {
            let comma = if at == 0 { "See it in " } else { " · " };
            html! { <>{ comma }<a href={Route::Exercise(exercise.id.clone()).href()}>{ &exercise.title }</a></> }
        })
        .collect();
    html! {
        <li key={principle.title.clone()}>
            <h3>{ &principle.title }</h3>
            { blocks(&principle.text, 4) }
            if !principle.meter.is_empty() { <p class="small"><span class="tag changed">{ &principle.meter }</span></p> }
            <p class="small muted">{ if links.is_empty() { "Not measured here yet.".into() } else { Html::from_iter(links) } }</p>
        </li>
    }
}
