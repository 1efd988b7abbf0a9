//! Synchronization of the same exercise open in two tabs of a browser.

use yew::prelude::*;

use super::Newest;
use super::listen::listen;

/// Follows what other tabs store, so that no tab overwrites another's work.
#[hook]
pub fn use_other_tabs(newest: &Newest) {
    let newest = newest.clone();
    use_effect_with((), move |()| {
        // The browser sends this event to all tabs except the one that stores.
        listen("storage", move |_| {
            let controller = newest.borrow().clone();
            controller.stored_elsewhere();
        })
    });
}
