//! The page's interface to `boot.js`: starting the sandbox, loading modules and texts, knowing where the
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

    /// The sandbox's data as this browser keeps them, in Base64; empty when there are none.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn data() -> Promise;

    /// Keeps other data for the sandbox; resolves to whether that was possible.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = setData)]
    pub fn set_data(base64: &str) -> Promise;

    /// The payload of a link that holds this text; rejected with a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = packLink)]
    pub fn pack_link(text: &str) -> Promise;

    /// The text in the payload of a link; rejected with a sentence.
    #[wasm_bindgen(js_namespace = schemaDojo, js_name = unpackLink)]
    pub fn unpack_link(payload: &str) -> Promise;

    /// The element that the page is drawn into. It is not in the document before [`shown`].
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn root() -> web_sys::Element;

    /// Puts the page into the document, in the place of what the build wrote there.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn shown();

    /// Where the exercises come from: the list, the folder, the name, the fault, and the query that names them when
    /// they are another host's.
    #[wasm_bindgen(js_namespace = schemaDojo)]
    pub fn exercises() -> Vec<String>;
}
