//! Documents in a list, as trees or as extended JSON.

use yew::prelude::*;

use crate::components::document_tree::document_tree;
use crate::components::documents::Document;
use crate::components::icon::Icon;

/// The list. Numbers start after the `skip` earlier documents; `on_edit` receives a document's index in the list.
pub fn document_list(documents: &[Document], skip: u64, json: bool, on_edit: &Callback<usize>) -> Html {
    html! {
        <ol class="documents" start={(skip + 1).to_string()}>
            { for documents.iter().enumerate().map(|(at, document)| one(at, document, json, on_edit)) }
        </ol>
    }
}

fn one(at: usize, document: &Document, json: bool, on_edit: &Callback<usize>) -> Html {
    let id = document.value.field("_id").map_or_else(|| "without _id".to_owned(), |id| id.summary(60));
    let on_edit = on_edit.reform(move |_: MouseEvent| at);
    html! {
        <li key={at} class="document">
            <div class="document-head">
                <code>{ &id }</code>
                <button id={format!("edit-{at}")} type="button" class="button small quiet" onclick={on_edit} aria-label={format!("Edit document {id}")}>
                    { Icon::Edit.view() }{ "Edit" }
                </button>
            </div>
            if json {
                <pre tabindex="0"><code>{ pretty(&document.text) }</code></pre>
            } else {
                { document_tree(document.value.clone()) }
            }
        </li>
    }
}

/// Extended JSON, indented.
pub fn pretty(text: &str) -> String {
    protocol::json::parse(text).map_or_else(|_| text.to_owned(), |value| format!("{value:#}"))
}
