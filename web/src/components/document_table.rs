//! Documents as table rows, with the union of their top-level fields as columns.

use yew::prelude::*;

use crate::components::documents::Document;
use crate::components::icon::Icon;
use crate::ejson::Value;

/// The most columns; more are not readable side by side.
const MAX_COLUMNS: usize = 40;

/// The table; `on_edit` receives the number of the row to edit.
pub fn document_table(documents: &[Document], on_edit: &Callback<usize>) -> Html {
    let columns = columns(documents.iter().map(|d| &*d.value));
    let hidden = columns.len().saturating_sub(MAX_COLUMNS);
    let columns = &columns[..columns.len() - hidden];
    html! {
        <>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Documents as a table">
                <table class="data">
                    <thead><tr>
                        { for columns.iter().map(|name| html! { <th scope="col">{ *name }</th> }) }
                        <th scope="col"><span class="sr-only">{ "Edit" }</span></th>
                    </tr></thead>
                    <tbody>
                        { for documents.iter().enumerate().map(|(at, document)| row(at, document, columns, on_edit)) }
                    </tbody>
                </table>
            </div>
            if hidden > 0 { <p class="muted small">{ format!("{hidden} more fields are not shown here; the tree shows all.") }</p> }
        </>
    }
}

/// The fields in order of first appearance.
fn columns<'a>(documents: impl Iterator<Item = &'a Value>) -> Vec<&'a str> {
    // Sorted, for a fast lookup of many names.
    let mut seen: Vec<&str> = Vec::new();
    let mut columns = Vec::new();
    for document in documents {
        let Value::Document(fields) = document else { continue };
        for (name, _) in fields {
            if let Err(at) = seen.binary_search(&name.as_str()) {
                seen.insert(at, name);
                columns.push(name.as_str());
            }
        }
    }
    columns
}

fn row(at: usize, document: &Document, columns: &[&str], on_edit: &Callback<usize>) -> Html {
    let cells = columns.iter().map(|name| match document.value.field(name) {
        None => html! { <td class="missing"><span class="sr-only">{ "missing" }</span></td> },
        Some(value) => {
            let kind = match value {
                Value::Leaf(leaf) => leaf.kind,
                Value::Document(_) | Value::Array(_) => "nested",
            };
            html! { <td class={kind}>{ value.summary(60) }</td> }
        }
    });
    let id = document.value.field("_id").map_or_else(String::new, |id| id.summary(60));
    html! {
        <tr key={at}>
            { for cells }
            <td>
                <button id={format!("edit-{at}")} type="button" class="button small quiet" onclick={on_edit.reform(move |_: MouseEvent| at)} aria-label={format!("Edit document {id}")}>
                    { Icon::Edit.view() }
                </button>
            </td>
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_union_of_fields_in_order_of_appearance() {
        let documents =
            [r#"{"_id":1,"b":2}"#, r#"{"_id":2,"a":1,"b":3}"#].map(|text| Value::parse(text).unwrap());
        assert_eq!(columns(documents.iter()), ["_id", "b", "a"]);
    }
}
