//! The page's interface to `boot.js`: starts the sandbox, loads modules and texts, and knows the source of the
//! exercises.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Loads a module.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn load(url: &str) -> Promise;

    /// Loads a file of at most `longest` bytes as text; rejects with the end of a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn text(url: &str, longest: u32) -> Promise;

    /// The port of the sandbox, which was started with the page.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn sandbox() -> Promise;

    /// The Sandbox's data stored in this browser, in Base64; empty if there are none.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn data() -> Promise;

    /// Stores other data for the Sandbox; resolves to whether that was possible.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = setData)]
    pub fn set_data(base64: &str) -> Promise;

    /// Packs a text into the payload of a link; rejects with a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = packLink)]
    pub fn pack_link(text: &str) -> Promise;

    /// Unpacks the payload of a link; rejects with a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = unpackLink)]
    pub fn unpack_link(payload: &str) -> Promise;

    /// The element into which the page is rendered. It is not in the document before [`shown`].
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn root() -> web_sys::Element;

    /// Replaces the prerendered text in the document by the page.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn shown();

    /// The source of the exercises: list, folder, name, error, and the query that names another host's list.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn exercises() -> Vec<String>;
}
