//! The documents of each collection, as a tree, a table, or extended JSON; paginated, and editable in place.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::components::document_edit::DocumentEdit;
use crate::components::document_list::document_list;
use crate::components::document_table::document_table;
use crate::components::pager::pager;
use crate::components::picture::Picture;
use crate::controller::{Controller, use_controller};
use crate::ejson::Value;
use crate::state::{Loadable, WorkbenchAction};
use crate::wire::CollectionInfo;

/// Documents per page.
const PAGE: u64 = 20;

/// The format in which documents are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Tree,
    Table,
    Json,
    Diagram,
}

const SHAPES: [(Shape, &str); 4] = [
    (Shape::Tree, "Tree"),
    (Shape::Table, "Table"),
    (Shape::Json, "Extended JSON"),
    (Shape::Diagram, "Diagram"),
];

/// A document as received, and parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Extended JSON.
    pub text: Rc<str>,
    /// The parsed document.
    pub value: Rc<Value>,
}

/// One page of a collection.
#[derive(Clone, Debug, PartialEq)]
struct Page {
    total: u64,
    documents: Rc<[Document]>,
}

/// The state of the view: page and format of documents.
struct View {
    /// The number of documents before the page.
    skip: UseStateHandle<u64>,
    shape: UseStateHandle<Shape>,
    page: UseStateHandle<Loadable<Page>>,
    /// The index on the page of the document that is being edited.
    editing: UseStateHandle<Option<usize>>,
}

/// The tab.
#[component]
pub fn DocumentsView() -> Html {
    let controller = use_controller();
    let view = View {
        skip: use_state(|| 0),
        shape: use_state(|| Shape::Tree),
        page: use_state(Loadable::default),
        editing: use_state(|| None),
    };
    let collections = controller.app().workbench.collections.clone();
    let chosen = controller.app().workbench.chosen.clone();
    let current = chosen
        .as_ref()
        .and_then(|(db, name)| collections.iter().find(|c| &c.db == db && &c.name == name))
        .or_else(|| collections.first());
    {
        // Starts another collection at its first page. The click may also be on the current collection.
        let (skip, page) = (view.skip.clone(), view.page.clone());
        let place = current.map(|c| (c.db.clone(), c.name.clone()));
        use_effect_with(place, move |_| {
            skip.set(0);
            page.set(Loadable::Loading);
        });
    }
    use_documents(&controller, current, &view);

    let Some(current) = current else {
        return html! { <p class="muted empty">{ "There are no collections yet." }</p> };
    };
    let total = view.page.ready().map_or(current.count, |page| page.total);
    html! {
        <>
            <div class="row wrap">
                <div class="chips" role="group" aria-label="Collections">{ for collections.iter().map(|c| chip(c, current, &controller)) }</div>
                <div class="segmented" role="group" aria-label="Show as">{ for SHAPES.iter().map(|&(value, label)| {
                    let shape = view.shape.clone();
                    html! { <button key={label} type="button" aria-pressed={(*shape == value).to_string()} onclick={move |_| shape.set(value)}>{ label }</button> }
                }) }</div>
            </div>
            if *view.shape == Shape::Diagram {
                <Picture kind="schema" data={controller.app().workbench.data_version.to_string()} />
            } else {
                { body(current, &view) }
                // Changing the page would discard the edit.
                if view.editing.is_none() { { pager(total, PAGE, &view.skip) } }
            }
        </>
    }
}

/// Requests the page when the page or the data change.
#[hook]
fn use_documents(controller: &Controller, current: Option<&CollectionInfo>, view: &View) {
    let bench = &controller.app().workbench;
    let place = current.map(|c| (c.db.clone(), c.name.clone()));
    let depends_on = (place, *view.skip, bench.data_version, bench.generation);
    let (controller, page, editing) = (controller.clone(), view.page.clone(), view.editing.clone());
    let to = view.skip.clone();
    use_effect_with(depends_on, move |(place, skip, _, _)| {
        editing.set(None);
        let alive = Rc::new(std::cell::Cell::new(true));
        if let Some((db, name)) = place.clone() {
            let (alive, skip) = (alive.clone(), *skip);
            spawn_local(async move {
                let result = controller.documents(&db, &name, skip, PAGE).await;
                let left = result.as_ref().map_or(0, |(total, _)| *total);
                if alive.get() && skip > 0 && left > 0 && skip >= left {
                    // The page is past the end of the collection: show the last page.
                    to.set((left - 1) / PAGE * PAGE);
                } else if alive.get() {
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

fn read(text: String) -> Document {
    let value = Value::parse(&text)
        .unwrap_or_else(|reason| Value::Document(vec![(reason, Value::Array(Vec::new()))]));
    Document { text: text.into(), value: Rc::new(value) }
}

/// The button of a collection.
fn chip(one: &CollectionInfo, current: &CollectionInfo, controller: &Controller) -> Html {
    let here = one.db == current.db && one.name == current.name;
    let on_click = {
        let (controller, db, name) = (controller.clone(), one.db.clone(), one.name.clone());
        move |_| controller.dispatch(WorkbenchAction::Look { db: db.clone(), name: name.clone() }.into())
    };
    // Other databases, such as an exercise's original rows, may have collections of the same name: see the styles.
    html! {
        <button key={format!("{}.{}", one.db, one.name)} type="button" class="chip" data-db={one.db.clone()} aria-pressed={here.to_string()} onclick={on_click}>
            { &one.name }<span class="count">{ one.count }</span>
        </button>
    }
}

/// The page, or the one document on it that is being edited.
fn body(current: &CollectionInfo, view: &View) -> Html {
    let page = match &*view.page {
        Loadable::Loading => return html! { <p class="muted">{ "Loading…" }</p> },
        Loadable::Failed(reason) => return html! { <p class="callout bad">{ reason }</p> },
        Loadable::Ready(page) if page.documents.is_empty() => {
            return html! { <p class="muted">{ "This collection is empty." }</p> };
        }
        Loadable::Ready(page) => page,
    };
    let editing = view.editing.clone();
    if let Some((at, document)) = editing.and_then(|at| page.documents.get(at).map(|one| (at, one.clone()))) {
        let on_close = Callback::from(move |()| {
            editing.set(None);
            // Returns the focus to the button that opened the form.
            browser::focus_soon(format!("#edit-{at}"));
        });
        return html! {
            <DocumentEdit db={current.db.clone()} collection={current.name.clone()} {document} {on_close} />
        };
    }
    let on_edit = Callback::from(move |at: usize| editing.set(Some(at)));
    match *view.shape {
        Shape::Table => document_table(&page.documents, &on_edit),
        shape => document_list(&page.documents, *view.skip, shape == Shape::Json, &on_edit),
    }
}
