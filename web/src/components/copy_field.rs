//! A text to copy: a field that shows it, and a button.

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The label of the text.
    pub label: AttrValue,
    /// The label of the button.
    pub action: AttrValue,
    /// The text.
    pub text: AttrValue,
    /// Rows of the field.
    #[prop_or(1)]
    pub rows: usize,
    /// Whether this is the dialog's main field: its text is selected, and its button is primary.
    #[prop_or_default]
    pub first: bool,
}

/// The field and its button.
#[component]
pub fn CopyField(props: &Props) -> Html {
    let field = use_node_ref();
    let copied = use_state(|| None::<bool>);
    {
        let (field, first) = (field.clone(), props.first);
        use_effect_with((), move |()| {
            if !first {
                return;
            }
            if let Some(input) = field.cast::<HtmlInputElement>() {
                input.select();
            } else if let Some(area) = field.cast::<HtmlTextAreaElement>() {
                area.select();
            }
        });
    }
    let on_copy = {
        let (copied, text) = (copied.clone(), props.text.clone());
        move |_| {
            let (copied, text) = (copied.clone(), text.clone());
            wasm_bindgen_futures::spawn_local(async move {
                copied.set(Some(crate::browser::copy(&text).await));
            });
        }
    };
    let said = match *copied {
        None => "",
        Some(true) => "Copied.",
        Some(false) => "The browser did not allow copying. Copy it from the field.",
    };
    html! {
        <>
            <label class="field"><span>{ &props.label }</span>
                if props.rows == 1 {
                    <input type="text" readonly=true ref={field} value={props.text.clone()} />
                } else {
                    <textarea readonly=true rows={props.rows.to_string()} spellcheck="false" ref={field} value={props.text.clone()} />
                }
            </label>
            <div class="row">
                <button type="button" class={classes!("button", props.first.then_some("primary"))} onclick={on_copy}>
                    { &props.action }
                </button>
                <span role="status">{ said }</span>
            </div>
        </>
    }
}
