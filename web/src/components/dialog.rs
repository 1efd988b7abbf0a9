//! A modal dialog: the browser's own, which keeps the focus inside, closes with Escape and then restores the focus.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The heading.
    pub title: AttrValue,
    /// Additional classes.
    #[prop_or_default]
    pub class: Classes,
    /// Called when it closes, in any way.
    pub on_close: Callback<()>,
    /// The content.
    pub children: Html,
}

/// The dialog, which is open while it is rendered.
#[component]
pub fn Dialog(props: &Props) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                // Fails only for a dialog that is already open.
                let _ = dialog.show_modal();
            }
        });
    }
    let close = {
        let dialog = dialog.clone();
        move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        }
    };
    html! {
        <dialog ref={dialog} class={props.class.clone()} aria-labelledby="dialog-title" onclose={props.on_close.reform(|_: Event| ())}>
            <h2 id="dialog-title">{ &props.title }</h2>
            { props.children.clone() }
            <div class="row end"><button type="button" class="button" onclick={close}>{ "Close" }</button></div>
        </dialog>
    }
}
