//! The page of an unknown address.

use yew::prelude::*;

use crate::route::Route;

/// The page.
pub fn unknown_page() -> Html {
    html! {
        <div class="plain-page prose">
            <h1 tabindex="-1">{ "There is nothing at this address" }</h1>
            <p>{ "The link may be cut short or from another version. " }<a href={Route::Home.href()}>{ "See all exercises" }</a>{ "." }</p>
        </div>
    }
}
