//! Listening on the window.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

/// Listens on the window until the returned function is called.
pub fn listen(event: &'static str, handler: impl FnMut(Event) + 'static) -> impl FnOnce() {
    let handler = Closure::<dyn FnMut(Event)>::new(handler);
    let function: js_sys::Function = handler.as_ref().unchecked_ref::<js_sys::Function>().clone();
    if let Some(window) = web_sys::window() {
        // Adding a listener to a window does not fail.
        let _ = window.add_event_listener_with_callback(event, &function);
    }
    move || {
        if let Some(window) = web_sys::window() {
            // Nor does removing it.
            let _ = window.remove_event_listener_with_callback(event, &function);
        }
        drop(handler);
    }
}
