//! Bringing in data: a file or pasted text, as extended JSON, JSON lines or CSV.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::use_controller;
use crate::import::{Format, documents, guess};

/// A larger file would not fit into the sandbox's memory budget once parsed.
const MAX_BYTES: f64 = 64e6;

/// The fields of the form, and what came of the last import.
#[derive(Clone)]
struct Form {
    name: NodeRef,
    area: NodeRef,
    format: NodeRef,
    /// The name of the chosen file, from which the format may be guessed.
    file_name: Rc<RefCell<String>>,
    said: UseStateHandle<Option<Result<String, String>>>,
}

impl Form {
    fn say(&self, what: Result<String, String>) {
        self.said.set(Some(what));
    }

    /// Puts the text of a file into the form.
    fn open(&self, file: web_sys::File) {
        if file.size() > MAX_BYTES {
            return self.say(Err("That file is over 64 MB.".to_owned()));
        }
        let form = self.clone();
        spawn_local(async move {
            let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) else {
                return form.say(Err("That file could not be read.".to_owned()));
            };
            *form.file_name.borrow_mut() = file.name();
            if let Some(area) = form.area.cast::<HtmlTextAreaElement>() {
                area.set_value(&text);
            }
            if let Some(input) = form.name.cast::<HtmlInputElement>().filter(|input| input.value().is_empty())
            {
                input.set_value(file.name().split('.').next().unwrap_or("imported"));
            }
        });
    }

    /// The collection and the documents that the form holds.
    fn read(&self) -> Option<Result<(String, Vec<serde_json::Value>), String>> {
        let name = self.name.cast::<HtmlInputElement>()?;
        let text = self.area.cast::<HtmlTextAreaElement>()?.value();
        let format = match self.format.cast::<HtmlSelectElement>()?.value().as_str() {
            "json" => Format::Json,
            "lines" => Format::JsonLines,
            "csv" => Format::Csv,
            _ => guess(&self.file_name.borrow(), &text),
        };
        let collection = name.value().trim().to_owned();
        if collection.is_empty() {
            return Some(Err("Give the collection a name.".to_owned()));
        }
        Some(documents(format, &text).map(|documents| (collection, documents)))
    }
}

/// The form.
#[component]
pub fn Import() -> Html {
    let controller = use_controller();
    let form = Form {
        name: use_node_ref(),
        area: use_node_ref(),
        format: use_node_ref(),
        file_name: use_mut_ref(String::new),
        said: use_state(|| None),
    };
    let on_file = {
        let form = form.clone();
        move |event: Event| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            if let Some(file) = input.and_then(|input| input.files()?.get(0)) {
                form.open(file);
            }
        }
    };
    let on_submit = {
        let form = form.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            let (controller, form) = (controller.clone(), form.clone());
            match form.read() {
                None => {}
                Some(Err(reason)) => form.say(Err(reason)),
                Some(Ok((collection, documents))) => spawn_local(async move {
                    let count = documents.len();
                    let result = controller.import(&collection, documents).await;
                    form.say(result.map(|()| match count {
                        1 => format!("1 document is in {collection}."),
                        _ => format!("{count} documents are in {collection}."),
                    }));
                }),
            }
        }
    };
    let message = match &*form.said {
        None => Html::default(),
        Some(Ok(text)) => html! { <span class="good-text">{ text }</span> },
        Some(Err(text)) => html! { <span class="bad-text">{ text }</span> },
    };
    html! {
        <form class="import" onsubmit={on_submit} aria-label="Import">
            <div class="fields">
                <label class="field"><span>{ "Collection" }</span><input type="text" ref={form.name} maxlength="120" autocomplete="off" spellcheck="false" placeholder="books" /></label>
                <label class="field"><span>{ "Format" }</span>
                    <select ref={form.format}>
                        <option value="auto" selected=true>{ "Find out" }</option>
                        <option value="json">{ "Extended JSON" }</option>
                        <option value="lines">{ "JSON lines" }</option>
                        <option value="csv">{ "CSV" }</option>
                    </select>
                </label>
                <label class="field"><span>{ "File" }</span><input type="file" accept=".json,.jsonl,.ndjson,.csv,.txt" onchange={on_file} /></label>
            </div>
            <label class="field"><span>{ "Or paste it here" }</span>
                <textarea ref={form.area} rows="5" spellcheck="false" placeholder={"[{ \"title\": \"Emma\", \"year\": 1815 }]"} />
            </label>
            <div class="row"><button type="submit" class="button">{ "Import" }</button><span role="status">{ message }</span></div>
        </form>
    }
}
