//! Documents on their way in and out: the module `data.js`, which is loaded when it is first needed, reads files and
//! extended JSON, and writes scripts for mongosh.

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

/// The BSON of a document written as extended JSON, in Base64. The error names the line and the field.
pub async fn bson(text: &str) -> Result<String, String> {
    module().await?.bson_of(text).map_err(said)
}

/// The script for mongosh of what the sandbox gave for it.
pub async fn script(exported: &str) -> Result<String, String> {
    module().await?.script(exported).map_err(said)
}

/// What is to be imported.
pub struct Wanted {
    /// The files; without any, `pasted` counts.
    pub files: Vec<File>,
    /// A text.
    pub pasted: String,
    /// Where the documents go.
    pub collection: String,
    /// `json`, `lines`, `csv`, or anything else to find out.
    pub format: String,
}

/// Imports by way of `ask`, which takes parts as JSON and gives what was refused. The answer is a sentence.
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

/// The message of an error, or a text that was thrown.
fn said(reason: JsValue) -> String {
    match reason.dyn_into::<js_sys::Error>() {
        Ok(error) => error.message().into(),
        Err(other) => other.as_string().unwrap_or_else(|| "That did not work.".to_owned()),
    }
}
