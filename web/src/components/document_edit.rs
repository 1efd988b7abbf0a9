//! A form that edits one document as extended JSON.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::document_list::pretty;
use crate::components::documents::Document;
use crate::controller::use_controller;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The database.
    pub db: String,
    /// The collection.
    pub collection: String,
    /// The current document.
    pub document: Document,
    /// Called when the form is submitted or cancelled.
    pub on_close: Callback<()>,
}

/// The form.
#[component]
pub fn DocumentEdit(props: &Props) -> Html {
    let controller = use_controller();
    let area = use_node_ref();
    let fault = use_state(|| None::<String>);
    {
        let area = area.clone();
        use_effect_with((), move |()| {
            if let Some(area) = area.cast::<web_sys::HtmlElement>() {
                // Focus fails only for a removed element.
                let _ = area.focus();
            }
        });
    }
    let save = {
        let (controller, area, fault) = (controller.clone(), area.clone(), fault.clone());
        let (db, collection, before, on_close) =
            (props.db.clone(), props.collection.clone(), props.document.text.clone(), props.on_close.clone());
        move || {
            let Some(area) = area.cast::<web_sys::HtmlTextAreaElement>() else {
                return;
            };
            let (controller, fault, on_close) = (controller.clone(), fault.clone(), on_close.clone());
            let (db, collection, before, after) =
                (db.clone(), collection.clone(), before.clone(), area.value());
            spawn_local(async move {
                match controller.edit_document(&db, &collection, &before, &after).await {
                    Ok(()) => on_close.emit(()),
                    Err(reason) => fault.set(Some(reason)),
                }
            });
        }
    };
    let on_submit = {
        let save = save.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            save();
        }
    };
    let on_key = {
        let on_close = props.on_close.clone();
        move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" => on_close.emit(()),
            "Enter" if event.ctrl_key() || event.meta_key() => {
                event.prevent_default();
                event.stop_propagation();
                save();
            }
            _ => {}
        }
    };
    html! {
        <form class="edit" onsubmit={on_submit}>
            <label for="edit-document">{ format!("Document of {}, as extended JSON", props.collection) }</label>
            <textarea id="edit-document" ref={area} rows="18" spellcheck="false" onkeydown={on_key}
                aria-describedby="edit-fault" aria-invalid={fault.is_some().to_string()} defaultvalue={pretty(&props.document.text)} />
            <p id="edit-fault" class="bad-text" role="alert">{ (*fault).clone().unwrap_or_default() }</p>
            <div class="row">
                <button type="submit" class="button primary">{ "Save" }</button>
                <button type="button" class="button" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
            </div>
        </form>
    }
}
