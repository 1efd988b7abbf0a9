//! The suggested name for a mistyped one in an error's message.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use crate::browser;

#[wasm_bindgen]
extern "C" {
    /// The module `completion.js`, which knows all names.
    type Module;

    #[wasm_bindgen(method)]
    fn suggestion(this: &Module, message: &str) -> js_sys::Promise;
}

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The error's message.
    pub message: AttrValue,
}

/// "Did you mean `insertMany`?", if there is such a name.
#[component]
pub fn Suggestion(props: &Props) -> Html {
    let found = use_state(String::new);
    {
        let found = found.clone();
        use_effect_with(props.message.clone(), move |message| {
            found.set(String::new());
            let message = message.clone();
            if is_about_a_name(&message) {
                spawn_local(async move { found.set(nearest(&message).await.unwrap_or_default()) });
            }
        });
    }
    html! {
        if !found.is_empty() {
            <p class="suggestion">{ "Did you mean " }<code>{ &*found }</code>{ "?" }</p>
        }
    }
}

/// Whether a message may be about an unknown name: for others the module is not loaded.
fn is_about_a_name(message: &str) -> bool {
    ["is not a function", "nknown", "nrecognized"].iter().any(|words| message.contains(words))
}

async fn nearest(message: &str) -> Option<String> {
    let url = browser::address("completion.js");
    let module: Module = JsFuture::from(crate::host::load(&url)).await.ok()?.unchecked_into();
    JsFuture::from(module.suggestion(message)).await.ok()?.as_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_messages_are_not_about_a_name() {
        assert!(is_about_a_name("db.books.insertMny is not a function"));
        assert!(is_about_a_name("unknown operator: $gte2"));
        assert!(is_about_a_name("Unrecognized pipeline stage name: '$mach'"));
        assert!(!is_about_a_name("E11000 duplicate key error"));
    }
}
