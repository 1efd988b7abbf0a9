//! Import and export of documents. The module `data.js`, which is loaded on first use, reads files and extended JSON,
//! and writes scripts for mongosh.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::browser;

#[wasm_bindgen]
extern "C" {
    /// The module.
    type Module;

    #[wasm_bindgen(method, catch, js_name = bsonOf)]
    fn bson_of(this: &Module, text: &str) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn script(this: &Module, exported: &str) -> Result<String, JsValue>;

    #[wasm_bindgen(method, js_name = bringIn)]
    fn bring_in(
        this: &Module,
        files: &Array,
        pasted: &str,
        collection: &str,
        format: &str,
        ask: &Function,
    ) -> Promise;
}

/// Converts a document from extended JSON to BSON in Base64. The error names the line and the field.
pub async fn bson(text: &str) -> Result<String, String> {
    module().await?.bson_of(text).map_err(said)
}

/// Writes the script for mongosh from the data that the sandbox exported.
pub async fn script(exported: &str) -> Result<String, String> {
    module().await?.script(exported).map_err(said)
}

/// The input of an import.
pub struct Wanted {
    /// The files; without any, `pasted` is imported.
    pub files: Vec<File>,
    /// Pasted text.
    pub pasted: String,
    /// The target collection.
    pub collection: String,
    /// `json`, `lines`, `csv`, or any other value to detect the format.
    pub format: String,
}

/// Imports through `ask`, which receives parts as JSON and returns the rejected one. The result is a sentence.
pub async fn bring_in(wanted: &Wanted, ask: &Function) -> Result<String, String> {
    let files: Array = wanted.files.iter().collect();
    let promise = module().await?.bring_in(&files, &wanted.pasted, &wanted.collection, &wanted.format, ask);
    let text = JsFuture::from(promise).await.map_err(said)?;
    Ok(text.as_string().unwrap_or_default())
}

async fn module() -> Result<Module, String> {
    let module = JsFuture::from(crate::host::load(&browser::address("data.js"))).await;
    let missing = "A part of the page could not be loaded. Reload the page to try again.";
    Ok(module.map_err(|_| missing.to_owned())?.unchecked_into())
}

/// The message of an error, or a thrown string.
fn said(reason: JsValue) -> String {
    match reason.dyn_into::<js_sys::Error>() {
        Ok(error) => error.message().into(),
        Err(other) => other.as_string().unwrap_or_else(|| "That did not work.".to_owned()),
    }
}
