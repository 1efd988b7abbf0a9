//! Event listeners on the window and other targets.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

/// Listens on the window until the returned function is called.
pub fn listen(event: &'static str, handler: impl FnMut(Event) + 'static) -> impl FnOnce() {
    // Without a window there are no events.
    let stop = web_sys::window().map(|window| listen_on(&window, event, handler));
    move || stop.into_iter().for_each(|stop| stop())
}

/// Listens on a target until the returned function is called.
pub fn listen_on<F: FnMut(Event) + 'static>(
    target: &web_sys::EventTarget,
    event: &'static str,
    handler: F,
) -> impl FnOnce() + use<F> {
    let handler = Closure::<dyn FnMut(Event)>::new(handler);
    let function: js_sys::Function = handler.as_ref().unchecked_ref::<js_sys::Function>().clone();
    let target = target.clone();
    // Neither adding nor removing a listener fails.
    let _ = target.add_event_listener_with_callback(event, &function);
    move || {
        let _ = target.remove_event_listener_with_callback(event, &function);
        drop(handler);
    }
}
