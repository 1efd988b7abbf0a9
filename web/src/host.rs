//! What `boot.js` does for the page: starting the sandbox, loading modules and texts, knowing where the
//! exercises come from.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Loads a module.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn load(url: &str) -> Promise;

    /// A file as text, of at most so many bytes; rejected with half a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn text(url: &str, longest: u32) -> Promise;

    /// The port of the sandbox, which was started beside the page.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn sandbox() -> Promise;

    /// Where the exercises come from: the list, the folder, the name, the fault.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn exercises() -> Vec<String>;
}
