//! Keyboard links past the header and the list of exercises; visible only when focused.

use yew::prelude::*;

use crate::browser;
use crate::controller::Controller;
use crate::route;

/// Links to the content and, if present, to the code.
pub fn skip_links(controller: &Controller, code: bool) -> Html {
    // Relative to the document's base, the site's folder. The page itself only moves the focus.
    let href = match route::query().is_empty() {
        true => format!("{}#main", controller.app().route.path()),
        false => "#main".to_owned(),
    };
    let to_content = |event: MouseEvent| {
        event.prevent_default();
        browser::focus("#main");
    };
    let controller = controller.clone();
    let to_code = move |event: MouseEvent| {
        event.prevent_default();
        controller.focus_code();
    };
    html! {
        <>
            <a class="skip-link" href={href.clone()} onclick={to_content}>{ "Skip to the content" }</a>
            if code { <a class="skip-link" {href} onclick={to_code}>{ "Skip to the code" }</a> }
        </>
    }
}
