//! Says whose exercises these are when they are not this site's.

use yew::prelude::*;

use crate::catalogue::Library;

/// The line, with a way back; nothing for the site's own exercises.
pub fn source(library: &Library) -> Html {
    if library.name.is_empty() {
        return Html::default();
    }
    html! {
        <div class="notice source">
            <p>{ "These exercises come from " }<strong>{ library.name.to_string() }</strong>{ ". Your progress in them is kept apart." }</p>
            <a class="button small" href="./">{ "Back to the site's own" }</a>
        </div>
    }
}
