//! Import of data: dropped or selected files, or pasted text.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};
use web_sys::{File, FileList, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::{Controller, use_controller};
use crate::data::{self, Wanted};

/// The accepted files.
const ACCEPTED: &str = ".json,.jsonl,.ndjson,.csv,.txt,.bson,.archive,.gz";

/// The fields of the form, and the result of the last import.
#[derive(Clone)]
struct Form {
    name: NodeRef,
    area: NodeRef,
    format: NodeRef,
    files: UseStateHandle<Vec<File>>,
    said: UseStateHandle<Option<Result<String, String>>>,
}

impl Form {
    /// Replaces the selected files.
    fn take(&self, list: Option<FileList>) {
        let files: Vec<File> =
            list.iter().flat_map(|list| (0..list.length()).filter_map(|at| list.get(at))).collect();
        if let (Some(file), Some(input)) = (files.first(), self.name.cast::<HtmlInputElement>())
            && input.value().is_empty()
        {
            input.set_value(file.name().split('.').next().unwrap_or("imported"));
        }
        self.said.set(None);
        self.files.set(files);
    }

    fn read(&self) -> Option<Wanted> {
        Some(Wanted {
            files: self.files.to_vec(),
            pasted: self.area.cast::<HtmlTextAreaElement>()?.value(),
            collection: self.name.cast::<HtmlInputElement>()?.value().trim().to_owned(),
            format: self.format.cast::<HtmlSelectElement>()?.value(),
        })
    }
}

/// The form, which opens when files are dropped on it.
#[component]
pub fn Import() -> Html {
    let controller = use_controller();
    let open = use_state(|| false);
    let form = Form {
        name: use_node_ref(),
        area: use_node_ref(),
        format: use_node_ref(),
        files: use_state(Vec::new),
        said: use_state(|| None),
    };
    let on_file = {
        let form = form.clone();
        move |event: Event| {
            form.take(event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.files()))
        }
    };
    let on_drop = {
        let (form, open) = (form.clone(), open.clone());
        move |event: DragEvent| {
            event.prevent_default();
            open.set(true);
            form.take(event.data_transfer().and_then(|transfer| transfer.files()));
        }
    };
    let on_toggle = {
        let open = open.clone();
        move |event: Event| {
            open.set(event.target_dyn_into::<web_sys::Element>().is_some_and(|e| e.has_attribute("open")))
        }
    };
    let on_submit = {
        let form = form.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            let (controller, form) = (controller.clone(), form.clone());
            if let Some(wanted) = form.read() {
                spawn_local(async move {
                    let ask = sandbox_callback(&controller);
                    let function: Function = ask.as_ref().unchecked_ref::<Function>().clone();
                    form.said.set(Some(data::bring_in(&wanted, &function).await));
                });
            }
        }
    };
    let message = match &*form.said {
        None => Html::default(),
        Some(Ok(text)) => html! { <span class="good-text">{ text }</span> },
        Some(Err(text)) => html! { <span class="bad-text">{ text }</span> },
    };
    let on_over = |event: DragEvent| event.prevent_default();
    html! {
        <details class="import-drop" open={*open} ontoggle={on_toggle} ondragover={on_over} ondrop={on_drop}>
            <summary>{ "Import your own data" }</summary>
            <form class="import" onsubmit={on_submit} aria-label="Import">
                <p class="muted small">{ "Drop files here or choose them: extended JSON, JSON lines, CSV, or mongodump’s output (a collection’s .bson, with its .metadata.json for the indexes, or an archive). If any document cannot be stored, nothing is." }</p>
                <div class="fields">
                    <label class="field"><span>{ "Collection" }</span><input type="text" ref={form.name} maxlength="120" autocomplete="off" spellcheck="false" placeholder="books" /></label>
                    <label class="field"><span>{ "Format" }</span>
                        <select ref={form.format}>
                            <option value="auto" selected=true>{ "Detect it" }</option>
                            <option value="json">{ "Extended JSON" }</option>
                            <option value="lines">{ "JSON lines" }</option>
                            <option value="csv">{ "CSV" }</option>
                        </select>
                    </label>
                    <label class="field"><span>{ "File" }</span><input type="file" multiple=true accept={ACCEPTED} onchange={on_file} /></label>
                </div>
                if !form.files.is_empty() {
                    <ul class="small" aria-label="Chosen">{ for form.files.iter().map(|file| html! { <li>{ file.name() }</li> }) }</ul>
                }
                <label class="field"><span>{ "Or paste it here" }</span>
                    <textarea ref={form.area} rows="5" spellcheck="false" placeholder={"[{ \"title\": \"Emma\", \"year\": 1815 }]"} />
                </label>
                <div class="row"><button type="submit" class="button">{ "Import" }</button><span role="status">{ message }</span></div>
            </form>
        </details>
    }
}

/// The function through which the module sends requests to the sandbox.
fn sandbox_callback(controller: &Controller) -> Closure<dyn FnMut(String) -> Promise> {
    let controller = controller.clone();
    Closure::new(move |parts: String| {
        let controller = controller.clone();
        future_to_promise(
            async move { controller.import(parts).await.map(JsValue::from).map_err(JsValue::from) },
        )
    })
}
