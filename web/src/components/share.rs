//! The link that holds the learner's code, and the lines that put it into another page.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::dialog::Dialog;
use crate::controller::use_controller;
use crate::embed_code::{element, script, site};
use crate::route::Route;
use crate::state::Action;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The whole address.
    pub link: AttrValue,
}

/// The dialog.
#[component]
pub fn Share(props: &Props) -> Html {
    let controller = use_controller();
    let input = use_node_ref();
    let copied = use_state(|| None::<bool>);
    {
        let input = input.clone();
        use_effect_with((), move |()| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.select();
            }
        });
    }
    let on_copy = {
        let (copied, link) = (copied.clone(), props.link.clone());
        move |_| {
            let (copied, link) = (copied.clone(), link.clone());
            wasm_bindgen_futures::spawn_local(async move {
                copied.set(Some(crate::browser::copy(&link).await));
            });
        }
    };
    let lines = {
        let code = controller.source();
        format!("{}\n{}", script(&site()), element(controller.app().workbench.exercise(), &code))
    };
    let embedded = use_state(|| None::<bool>);
    let on_copy_lines = {
        let (embedded, lines) = (embedded.clone(), lines.clone());
        move |_| {
            let (embedded, lines) = (embedded.clone(), lines.clone());
            wasm_bindgen_futures::spawn_local(async move {
                embedded.set(Some(crate::browser::copy(&lines).await));
            });
        }
    };
    let said = |copied: Option<bool>| match copied {
        None => "",
        Some(true) => "Copied.",
        Some(false) => "The browser refused: copy it from the field.",
    };
    let on_close = Callback::from(move |()| controller.dispatch(Action::Share(None)));
    html! {
        <Dialog title="Share or embed this" {on_close}>
            <p>{ "The link holds your code itself: nothing is sent to a server, and people who open it decide whether to run it." }</p>
            <label class="field"><span>{ "Link" }</span>
                <input type="text" readonly=true ref={input} value={props.link.clone()} />
            </label>
            <div class="row">
                <button type="button" class="button primary" onclick={on_copy}>{ "Copy the link" }</button>
                <span role="status">{ said(*copied) }</span>
            </div>
            <h3>{ "Embed this" }</h3>
            <label class="field"><span>{ "Lines for another page" }</span>
                <textarea readonly=true rows="4" spellcheck="false" value={lines} />
            </label>
            <div class="row">
                <button type="button" class="button" onclick={on_copy_lines}>{ "Copy the lines" }</button>
                <a href={Route::Embed.href()}>{ "How to embed" }</a>
                <span role="status">{ said(*embedded) }</span>
            </div>
        </Dialog>
    }
}
