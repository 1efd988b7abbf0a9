//! The documents of each collection: as a tree, as a table, or as extended JSON; a page at a time, each
//! document editable in place.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::document_edit::DocumentEdit;
use crate::components::document_table::document_table;
use crate::components::document_tree::document_tree;
use crate::components::icon::Icon;
use crate::controller::{Controller, use_controller};
use crate::ejson::Value;
use crate::state::Remote;

/// Documents on one page.
const PAGE: u64 = 20;

/// How documents are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Tree,
    Table,
    Json,
}

/// A document as it came, and read.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Extended JSON.
    pub text: Rc<str>,
    /// The same as a tree.
    pub value: Rc<Value>,
}

/// One page of a collection.
#[derive(Clone, Debug, PartialEq)]
struct Page {
    total: u64,
    documents: Rc<[Document]>,
}

/// The tab.
#[component]
pub fn DocumentsView() -> Html {
    let controller = use_controller();
    let collections = controller.app().workbench.collections.clone();
    let chosen = use_state(|| None::<(String, String)>);
    let skip = use_state(|| 0_u64);
    let shape = use_state(|| Shape::Tree);
    let page = use_state(Remote::<Page>::default);
    let editing = use_state(|| None::<usize>);
    let current = chosen
        .as_ref()
        .and_then(|(db, name)| collections.iter().find(|c| &c.db == db && &c.name == name))
        .or_else(|| collections.first())
        .cloned();
    let place = current.as_ref().map(|c| (c.db.clone(), c.name.clone()));
    use_page(&controller, place, *skip, &page, &editing);

    let Some(current) = current else {
        return html! { <p class="muted empty">{ "There are no collections yet." }</p> };
    };
    let tabs = collections.iter().map(|c| {
        let here = c.db == current.db && c.name == current.name;
        let on_click = {
            let (chosen, skip, page) = (chosen.clone(), skip.clone(), page.clone());
            let place = (c.db.clone(), c.name.clone());
            move |_| {
                chosen.set(Some(place.clone()));
                skip.set(0);
                page.set(Remote::Loading);
            }
        };
        html! {
            <button key={format!("{}.{}", c.db, c.name)} type="button" class="chip" aria-pressed={here.to_string()} onclick={on_click}>
                { &c.name }<span class="count">{ c.count }</span>
            </button>
        }
    });
    let body = match &*page {
        Remote::Loading => html! { <p class="muted">{ "Loading…" }</p> },
        Remote::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
        Remote::Ready(page) if page.documents.is_empty() => {
            html! { <p class="muted">{ "This collection is empty." }</p> }
        }
        Remote::Ready(page) => match editing.and_then(|at| page.documents.get(at)).cloned() {
            Some(document) => {
                let editing = editing.clone();
                let on_close = Callback::from(move |()| editing.set(None));
                html! {
                    <DocumentEdit db={current.db.clone()} collection={current.name.clone()} {document} {on_close} />
                }
            }
            None => {
                let editing = editing.clone();
                let on_edit = Callback::from(move |at: usize| editing.set(Some(at)));
                listed(page, *shape, *skip, &on_edit)
            }
        },
    };
    let total = page.ready().map_or(current.count, |page| page.total);
    html! {
        <>
            <div class="row wrap">
                <div class="chips" role="group" aria-label="Collections">{ for tabs }</div>
                { shapes(&shape) }
            </div>
            { body }
            { pager(total, &skip) }
        </>
    }
}

/// Reads a page whenever another is asked for or the data has changed; what was being edited is left.
#[hook]
fn use_page(
    controller: &Controller,
    place: Option<(String, String)>,
    skip: u64,
    page: &UseStateHandle<Remote<Page>>,
    editing: &UseStateHandle<Option<usize>>,
) {
    let bench = &controller.app().workbench;
    let asked = (place, skip, bench.data_version, bench.generation);
    let (controller, page, editing) = (controller.clone(), page.clone(), editing.clone());
    use_effect_with(asked, move |(place, skip, _, _)| {
        editing.set(None);
        let alive = Rc::new(std::cell::Cell::new(true));
        if let Some((db, name)) = place.clone() {
            let (alive, skip) = (alive.clone(), *skip);
            spawn_local(async move {
                let result = controller.documents(&db, &name, skip, PAGE).await;
                if alive.get() {
                    let read = |(total, texts): (u64, Vec<String>)| Page {
                        total,
                        documents: texts.into_iter().map(read).collect(),
                    };
                    page.set(result.map(read).into());
                }
            });
        }
        move || alive.set(false)
    });
}

/// The choice of how documents are drawn.
fn shapes(chosen: &UseStateHandle<Shape>) -> Html {
    let buttons = [(Shape::Tree, "Tree"), (Shape::Table, "Table"), (Shape::Json, "Extended JSON")].map(|(shape, label)| {
        let on_click = {
            let chosen = chosen.clone();
            move |_| chosen.set(shape)
        };
        html! {
            <button key={label} type="button" aria-pressed={(**chosen == shape).to_string()} onclick={on_click}>{ label }</button>
        }
    });
    html! { <div class="segmented" role="group" aria-label="Show as">{ for buttons }</div> }
}

/// The documents of a page, of which `skip` come before.
fn listed(page: &Page, shape: Shape, skip: u64, on_edit: &Callback<usize>) -> Html {
    if shape == Shape::Table {
        return document_table(&page.documents, on_edit);
    }
    html! {
        <ol class="documents" start={(skip + 1).to_string()}>
            { for page.documents.iter().enumerate().map(|(at, document)| one(at, document, shape, on_edit)) }
        </ol>
    }
}

fn read(text: String) -> Document {
    let value = Value::parse(&text)
        .unwrap_or_else(|reason| Value::Document(vec![(reason, Value::Array(Vec::new()))]));
    Document { text: text.into(), value: Rc::new(value) }
}

fn one(at: usize, document: &Document, shape: Shape, on_edit: &Callback<usize>) -> Html {
    let id = document.value.field("_id").map_or_else(|| "without _id".to_owned(), |id| id.summary(60));
    let on_edit = on_edit.reform(move |_: MouseEvent| at);
    html! {
        <li key={at} class="document">
            <div class="document-head">
                <code>{ &id }</code>
                <button type="button" class="button small quiet" onclick={on_edit} aria-label={format!("Edit document {id}")}>
                    { Icon::Edit.view() }{ "Edit" }
                </button>
            </div>
            if shape == Shape::Json {
                <pre tabindex="0"><code>{ pretty(&document.text) }</code></pre>
            } else {
                { document_tree(document.value.clone()) }
            }
        </li>
    }
}

/// Extended JSON, indented.
pub fn pretty(text: &str) -> String {
    serde_json::from_str::<serde_json::Value>(text)
        .map_or_else(|_| text.to_owned(), |value| format!("{value:#}"))
}

fn pager(total: u64, skip: &UseStateHandle<u64>) -> Html {
    if total <= PAGE {
        return Html::default();
    }
    let (from, to) = (**skip + 1, (**skip + PAGE).min(total));
    let go = |to: u64| {
        let skip = skip.clone();
        move |_| skip.set(to)
    };
    let last = (total - 1) / PAGE * PAGE;
    html! {
        <nav class="pager" aria-label="Pages of documents">
            <button type="button" class="button small" disabled={**skip == 0} onclick={go(0)}>{ "First" }</button>
            <button type="button" class="button small" disabled={**skip == 0} onclick={go(skip.saturating_sub(PAGE))}>{ "Previous" }</button>
            <span aria-live="polite">{ format!("{from} to {to} of {total}") }</span>
            <button type="button" class="button small" disabled={to >= total} onclick={go(**skip + PAGE)}>{ "Next" }</button>
            <button type="button" class="button small" disabled={to >= total} onclick={go(last)}>{ "Last" }</button>
        </nav>
    }
}
