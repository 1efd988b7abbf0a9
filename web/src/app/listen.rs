//! Listening on the window.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

/// Listens on the window until the returned function is called.
pub fn listen(event: &'static str, handler: impl FnMut(Event) + 'static) -> impl FnOnce() {
    // A page without a window has no events either.
    let stop = web_sys::window().map(|window| listen_on(&window, event, handler));
    move || stop.into_iter().for_each(|stop| stop())
}

/// Listens on anything until the returned function is called.
pub fn listen_on<F: FnMut(Event) + 'static>(
    target: &web_sys::EventTarget,
    event: &'static str,
    handler: F,
) -> impl FnOnce() + use<F> {
    let handler = Closure::<dyn FnMut(Event)>::new(handler);
    let function: js_sys::Function = handler.as_ref().unchecked_ref::<js_sys::Function>().clone();
    let target = target.clone();
    // Neither adding a listener nor removing it fails.
    let _ = target.add_event_listener_with_callback(event, &function);
    move || {
        let _ = target.remove_event_listener_with_callback(event, &function);
        drop(handler);
    }
}
