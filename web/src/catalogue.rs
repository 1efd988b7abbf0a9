//! Fetches the list of exercises and the exercises themselves, by URLs relative to the page.

use std::rc::Rc;

use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

pub use crate::wire::{Bundle, Index};

/// The list of tracks and exercises.
pub async fn index() -> Result<Rc<Index>, String> {
    let what = "the list of exercises";
    read(&load("exercises/index.json", what).await?, what).map(Rc::new)
}

/// One exercise. The id has been checked by [`Route::parse`](crate::route::Route::parse).
pub async fn bundle(id: &str) -> Result<Rc<Bundle>, String> {
    let what = "the exercise";
    let text = load(&format!("exercises/{id}.json"), what).await?;
    let mut bundle: Bundle = read(&text, what)?;
    bundle.raw = Some(text.into());
    Ok(Rc::new(bundle))
}

async fn load(url: &str, what: &str) -> Result<String, String> {
    text(url).await.map_err(|reason| format!("Could not load {what}: {reason}."))
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    // As JSON first: one reader for each type, whatever it is read from, keeps the page small.
    let value: Result<T, _> =
        serde_json::from_str(text).and_then(|value: serde_json::Value| T::deserialize(value));
    value.map_err(|e| format!("Could not read {what}: {e}."))
}

/// A file of the site as text. The error is half a sentence.
pub async fn text(url: &str) -> Result<String, String> {
    let body = response(url).await?.text().map_err(|_| "the answer has no text")?;
    let text = JsFuture::from(body).await.map_err(|_| "the answer broke off")?;
    text.as_string().ok_or_else(|| "the answer is not text".to_owned())
}

/// A file of the site as bytes.
pub async fn bytes(url: &str) -> Result<js_sys::ArrayBuffer, String> {
    let body = response(url).await?.array_buffer().map_err(|_| "the answer has no bytes")?;
    let buffer = JsFuture::from(body).await.map_err(|_| "the answer broke off")?;
    buffer.dyn_into().map_err(|_| "the answer is not bytes".to_owned())
}

async fn response(url: &str) -> Result<Response, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let answer =
        JsFuture::from(window.fetch_with_str(url)).await.map_err(|_| "the server cannot be reached")?;
    let response: Response = answer.dyn_into().map_err(|_| "the answer is not a response")?;
    match response.status() {
        200 => Ok(response),
        404 => Err("it is not on the server (404)".to_owned()),
        status => Err(format!("the server answered {status}")),
    }
}
