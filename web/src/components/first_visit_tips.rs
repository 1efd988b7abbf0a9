//! Three short tips on a first visit, until they are dismissed.

use yew::prelude::*;

use crate::controller::Controller;

const POINTERS: [(&str, &str); 3] = [
    ("Run", "tries your code on the visible data."),
    ("Check", "grades it on data you have not seen."),
    ("Cost", "shows what each statement took."),
];

/// The tips.
pub fn pointers(controller: &Controller) -> Html {
    if controller.app().settings.pointed {
        return Html::default();
    }
    let on_close = {
        let controller = controller.clone();
        move |_| {
            controller.pointed();
            controller.focus_code();
        }
    };
    html! {
        <aside class="pointers" aria-label="First steps">
            <ul>{ for POINTERS.map(|(what, does)| html! { <li><strong>{ what }</strong>{ " " }{ does }</li> }) }</ul>
            <button type="button" class="button small" onclick={on_close}>{ "Got it" }</button>
        </aside>
    }
}
