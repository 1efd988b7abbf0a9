//! Links that contain code: the page's side of `web/page/share_link.ts`.

use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

use crate::host;
use crate::wire::Shared;

/// Packs the payload of a link. The error is a sentence for the learner.
pub async fn pack(shared: &Shared) -> Result<String, String> {
    settled(host::pack_link(&shared.to_text())).await
}

/// Unpacks the payload of a link. The error is a sentence for the learner.
pub async fn unpack(payload: &str) -> Result<Shared, String> {
    let text = settled(host::unpack_link(payload)).await?;
    Shared::from_text(&text).ok_or_else(|| "This link is damaged: it names no exercise.".to_owned())
}

async fn settled(promise: Promise) -> Result<String, String> {
    let settled = JsFuture::from(promise).await;
    let text = |value: wasm_bindgen::JsValue| {
        value.as_string().unwrap_or_else(|| "This browser cannot read or write links.".to_owned())
    };
    settled.map(text).map_err(text)
}
