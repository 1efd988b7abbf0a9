//! Bringing in data: a file or pasted text, as extended JSON, JSON lines or CSV.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::use_controller;
use crate::import::{Format, documents, guess};

/// A larger file would not fit into the sandbox's memory budget once parsed.
const MAX_BYTES: f64 = 64e6;

/// The form.
#[component]
pub fn Import() -> Html {
    let controller = use_controller();
    let (name, area, format) = (use_node_ref(), use_node_ref(), use_node_ref());
    let said = use_state(|| None::<Result<String, String>>);
    let file_name = use_mut_ref(String::new);

    let on_file = {
        let (area, name, said, file_name) = (area.clone(), name.clone(), said.clone(), file_name.clone());
        move |event: Event| {
            let Some(file) = event
                .target_dyn_into::<HtmlInputElement>()
                .and_then(|i| i.files())
                .and_then(|files| files.get(0))
            else {
                return;
            };
            if file.size() > MAX_BYTES {
                said.set(Some(Err("That file is over 64 MB.".to_owned())));
                return;
            }
            let (area, name, said, file_name) = (area.clone(), name.clone(), said.clone(), file_name.clone());
            spawn_local(async move {
                let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string())
                else {
                    said.set(Some(Err("That file could not be read.".to_owned())));
                    return;
                };
                *file_name.borrow_mut() = file.name();
                if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                    area.set_value(&text);
                }
                if let Some(input) = name.cast::<HtmlInputElement>().filter(|input| input.value().is_empty())
                {
                    input.set_value(file.name().split('.').next().unwrap_or("imported"));
                }
            });
        }
    };
    let on_submit = {
        let (name, area, format, said) = (name.clone(), area.clone(), format.clone(), said.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let (Some(name), Some(area), Some(format)) = (
                name.cast::<HtmlInputElement>(),
                area.cast::<HtmlTextAreaElement>(),
                format.cast::<HtmlSelectElement>(),
            ) else {
                return;
            };
            let (collection, text) = (name.value().trim().to_owned(), area.value());
            let format = match format.value().as_str() {
                "json" => Format::Json,
                "lines" => Format::JsonLines,
                "csv" => Format::Csv,
                _ => guess(&file_name.borrow(), &text),
            };
            let read = if collection.is_empty() {
                Err("Give the collection a name.".to_owned())
            } else {
                documents(format, &text)
            };
            let (controller, said) = (controller.clone(), said.clone());
            match read {
                Err(reason) => said.set(Some(Err(reason))),
                Ok(documents) => spawn_local(async move {
                    let count = documents.len();
                    let result = controller.import(&collection, documents).await;
                    said.set(Some(result.map(|()| format!("{count} documents are in {collection}."))));
                }),
            }
        }
    };
    let message = match &*said {
        None => Html::default(),
        Some(Ok(text)) => html! { <span class="good-text">{ text }</span> },
        Some(Err(text)) => html! { <span class="bad-text">{ text }</span> },
    };
    html! {
        <form class="import" onsubmit={on_submit} aria-label="Import">
            <div class="fields">
                <label class="field"><span>{ "Collection" }</span><input type="text" ref={name} maxlength="120" autocomplete="off" spellcheck="false" placeholder="books" /></label>
                <label class="field"><span>{ "Format" }</span>
                    <select ref={format}>
                        <option value="auto" selected=true>{ "Find out" }</option>
                        <option value="json">{ "Extended JSON" }</option>
                        <option value="lines">{ "JSON lines" }</option>
                        <option value="csv">{ "CSV" }</option>
                    </select>
                </label>
                <label class="field"><span>{ "File" }</span><input type="file" accept=".json,.jsonl,.ndjson,.csv,.txt" onchange={on_file} /></label>
            </div>
            <label class="field"><span>{ "Or paste it here" }</span>
                <textarea ref={area} rows="5" spellcheck="false" placeholder={"[{ \"title\": \"Emma\", \"year\": 1815 }]"} />
            </label>
            <div class="row"><button type="submit" class="button">{ "Import" }</button><span role="status">{ message }</span></div>
        </form>
    }
}
