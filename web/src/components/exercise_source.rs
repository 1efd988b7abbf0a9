//! Names the source of exercises from another host.

use yew::prelude::*;

use crate::catalogue::Library;

/// The line with a link back; empty for the site's own exercises.
pub fn source(library: &Library) -> Html {
    if library.name.is_empty() {
        return Html::default();
    }
    html! {
        <div class="notice source">
            <p>{ "These exercises come from " }<strong>{ library.name.to_string() }</strong>{ ". Your progress in them is stored separately." }</p>
            <a class="button small" href="./">{ "Back to this site's exercises" }</a>
        </div>
    }
}
