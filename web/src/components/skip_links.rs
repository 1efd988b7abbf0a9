//! Links for the keyboard past the bar and the list of exercises; they show when they have the focus.

use yew::prelude::*;

use crate::browser;
use crate::controller::Controller;
use crate::route;

/// To the content and, where there is some, to the code.
pub fn skip_links(controller: &Controller, code: bool) -> Html {
    // Relative to the site's folder, which the document's base names. The page itself moves the focus alone.
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
