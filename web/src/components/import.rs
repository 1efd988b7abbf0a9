//! Bringing in data: a file or pasted text, as extended JSON, JSON lines or CSV.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::{Controller, use_controller};
use crate::import::{Format, documents, guess};

/// A larger file would not fit into the sandbox's memory budget once parsed.
const MAX_BYTES: f64 = 64e6;

/// What came of it: a sentence, good or bad.
type Said = UseStateHandle<Option<Result<String, String>>>;

/// The fields of the form.
#[derive(Clone)]
struct Fields {
    /// The collection's name.
    name: NodeRef,
    /// The text.
    area: NodeRef,
    format: NodeRef,
    /// The name of the file that the text came from, which tells its format.
    file_name: Rc<RefCell<String>>,
}

/// The form.
#[component]
pub fn Import() -> Html {
    let controller = use_controller();
    let (name, area, format) = (use_node_ref(), use_node_ref(), use_node_ref());
    let said: Said = use_state(|| None);
    let file_name = use_mut_ref(String::new);
    let fields = Fields { name: name.clone(), area: area.clone(), format: format.clone(), file_name };
    let on_file = {
        let (fields, said) = (fields.clone(), said.clone());
        move |event: Event| read_file(&event, fields.clone(), said.clone())
    };
    let on_submit = {
        let said = said.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            store(&fields, controller.clone(), said.clone());
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

/// Puts the chosen file's text into the form, and its name where there is none.
fn read_file(event: &Event, fields: Fields, said: Said) {
    let input = event.target_dyn_into::<HtmlInputElement>();
    let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) else {
        return;
    };
    if file.size() > MAX_BYTES {
        said.set(Some(Err("That file is over 64 MB.".to_owned())));
        return;
    }
    spawn_local(async move {
        let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) else {
            said.set(Some(Err("That file could not be read.".to_owned())));
            return;
        };
        *fields.file_name.borrow_mut() = file.name();
        if let Some(area) = fields.area.cast::<HtmlTextAreaElement>() {
            area.set_value(&text);
        }
        let name = fields.name.cast::<HtmlInputElement>().filter(|input| input.value().is_empty());
        if let Some(input) = name {
            input.set_value(file.name().split('.').next().unwrap_or("imported"));
        }
    });
}

/// Stores the documents of the text in the collection, and says what came of it.
fn store(fields: &Fields, controller: Controller, said: Said) {
    let (Some(name), Some(area), Some(format)) = (
        fields.name.cast::<HtmlInputElement>(),
        fields.area.cast::<HtmlTextAreaElement>(),
        fields.format.cast::<HtmlSelectElement>(),
    ) else {
        return;
    };
    let (collection, text) = (name.value().trim().to_owned(), area.value());
    if collection.is_empty() {
        said.set(Some(Err("Give the collection a name.".to_owned())));
        return;
    }
    let format = match format.value().as_str() {
        "json" => Format::Json,
        "lines" => Format::JsonLines,
        "csv" => Format::Csv,
        _ => guess(&fields.file_name.borrow(), &text),
    };
    match documents(format, &text) {
        Err(reason) => said.set(Some(Err(reason))),
        Ok(documents) => spawn_local(async move {
            let count = documents.len();
            let result = controller.import(&collection, documents).await;
            said.set(Some(result.map(|()| format!("{count} documents are in {collection}."))));
        }),
    }
}
