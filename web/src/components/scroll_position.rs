//! Restores an element's scroll position when it returns, such as after a visit to the glossary.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::app::listen_on;
use crate::browser;
use crate::controller::use_controller;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The name under which the position is stored.
    pub name: String,
}

/// Placed inside the scrolling element.
#[component]
pub fn KeepsPlace(props: &Props) -> Html {
    let controller = use_controller();
    let mark = use_node_ref();
    {
        let (mark, places, name) = (mark.clone(), controller.places(), props.name.clone());
        use_effect_with((), move |()| {
            let parent = mark.cast::<HtmlElement>().and_then(|mark| mark.parent_element());
            let known = places.borrow().get(&name).copied();
            if let (Some(parent), Some(top)) = (parent.clone(), known) {
                wasm_bindgen_futures::spawn_local(async move {
                    // After navigation the heading receives the focus, which scrolls to it.
                    browser::drawn().await;
                    parent.set_scroll_top(top);
                });
            }
            let stop = parent.map(|parent| {
                let seen = parent.clone();
                listen_on(&parent, "scroll", move |_| {
                    places.borrow_mut().insert(name.clone(), seen.scroll_top());
                })
            });
            move || stop.into_iter().for_each(|stop| stop())
        });
    }
    html! { <span ref={mark} hidden=true></span> }
}
