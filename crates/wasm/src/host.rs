//! Calls from the engine into JavaScript.

use engine::Host;
use js_sys::{Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// A JavaScript function that takes request bytes and returns reply bytes.
pub(crate) struct FunctionHost(Function);

impl FunctionHost {
    pub(crate) fn new(function: Function) -> Self {
        FunctionHost(function)
    }
}

impl Host for FunctionHost {
    fn call(&mut self, request: &[u8]) -> Result<Vec<u8>, String> {
        let reply = self.0.call1(&JsValue::UNDEFINED, &Uint8Array::from(request)).map_err(|e| text(&e))?;
        match reply.dyn_ref::<Uint8Array>() {
            Some(bytes) => Ok(bytes.to_vec()),
            None => Err("the host's reply is not a Uint8Array".to_owned()),
        }
    }
}

/// Returns the text of a thrown value. Reads properties only through a call that catches, since the value
/// comes from a learner's function and its getters may throw too.
fn text(thrown: &JsValue) -> String {
    if let Some(text) = thrown.as_string() {
        return text;
    }
    let part =
        |name: &str| Reflect::get(thrown, &name.into()).ok()?.as_string().filter(|part| !part.is_empty());
    match (part("name"), part("message")) {
        (Some(name), Some(message)) => format!("{name}: {message}"),
        (None, Some(message)) => message,
        (Some(name), None) => name,
        (None, None) => match thrown.as_f64() {
            Some(number) => number.to_string(),
            None => "a value that is not an Error was thrown".to_owned(),
        },
    }
}
