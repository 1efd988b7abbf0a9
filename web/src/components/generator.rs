//! The form of the data generator, which inserts a script into the editor, to read, change and run.

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::use_controller;
use crate::generate::{EXAMPLE, MAX_DOCUMENTS, script};

/// The form.
#[component]
pub fn Generator() -> Html {
    let controller = use_controller();
    let (name, count, fields) = (use_node_ref(), use_node_ref(), use_node_ref());
    let fault = use_state(|| None::<String>);
    {
        let (name, count) = (name.clone(), count.clone());
        use_effect_with((), move |()| {
            for (input, text) in [(name, "library"), (count, "1000")] {
                if let Some(input) = input.cast::<HtmlInputElement>() {
                    input.set_value(text);
                }
            }
        });
    }
    let on_submit = {
        let (name, count, fields, fault) = (name.clone(), count.clone(), fields.clone(), fault.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let (Some(name), Some(count), Some(fields)) = (
                name.cast::<HtmlInputElement>(),
                count.cast::<HtmlInputElement>(),
                fields.cast::<HtmlTextAreaElement>(),
            ) else {
                return;
            };
            match script(name.value().trim(), count.value().parse().unwrap_or(0), &fields.value()) {
                Ok(text) => {
                    fault.set(None);
                    controller.replace_code(&format!("{text}\n{}", controller.source()));
                }
                Err(reason) => fault.set(Some(reason)),
            }
        }
    };
    html! {
        <form class="import" onsubmit={on_submit} aria-label="Generate data">
            <div class="fields">
                <label class="field"><span>{ "Collection" }</span><input type="text" ref={name} maxlength="120" autocomplete="off" spellcheck="false" /></label>
                <label class="field"><span>{ "Documents" }</span><input type="number" ref={count} min="1" max={MAX_DOCUMENTS.to_string()} /></label>
            </div>
            <label class="field"><span>{ "Fields, one per line" }</span>
                <textarea ref={fields} rows="8" spellcheck="false" defaultvalue={EXAMPLE} />
            </label>
            <div class="row"><button type="submit" class="button">{ "Write the script" }</button><span class="bad-text" role="status">{ (*fault).clone().unwrap_or_default() }</span></div>
        </form>
    }
}
