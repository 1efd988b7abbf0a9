//! Small functions that need a browser.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, Url};

/// The URL's hash, including `#`.
pub fn hash() -> String {
    web_sys::window().and_then(|w| w.location().hash().ok()).unwrap_or_default()
}

/// The whole URL.
pub fn location() -> String {
    web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// The address of the site's folder, from `<base>`; ends with a slash.
fn base() -> String {
    let document = web_sys::window().and_then(|w| w.document());
    document.and_then(|d| d.base_uri().ok().flatten()).unwrap_or_default()
}

/// An address relative to the site's folder, without query and hash; `None` for an address outside of it.
pub fn path_in_site(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next()?;
    path.strip_prefix(base().as_str()).map(str::to_owned)
}

/// The page's path relative to the site's folder.
pub fn path() -> String {
    path_in_site(&location()).unwrap_or_default()
}

/// The absolute address of a link of the site.
pub fn address(href: &str) -> String {
    Url::new_with_base(href, &base()).map_or_else(|_| href.to_owned(), |url| url.href())
}

/// Replaces the URL without a new history entry.
pub fn replace_address(href: &str) {
    if let Some(history) = history() {
        // Refused only if a page does this hundreds of times per second.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(href));
    }
}

/// Adds a history entry. The entry that is left stores its page's scroll position.
pub fn push_address(href: &str) {
    let scrolled = web_sys::window().and_then(|w| w.scroll_y().ok()).unwrap_or_default();
    if let Some(history) = history() {
        // As above.
        let _ = history.replace_state(&scrolled.into(), "");
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(href));
    }
}

/// Restores the scroll position of the current history entry, once the page has been drawn.
pub fn scroll_back() {
    let scrolled = history().and_then(|history| history.state().ok()).and_then(|state| state.as_f64());
    wasm_bindgen_futures::spawn_local(async move {
        drawn().await;
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, scrolled.unwrap_or_default());
        }
    });
}

/// Scrolls to the top of the page.
pub fn scroll_to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

fn history() -> Option<web_sys::History> {
    web_sys::window().and_then(|window| window.history().ok())
}

/// Sets the title of the page.
pub fn set_title(title: &str) {
    if let Some(document) = web_sys::window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}

/// Sets the root element's `data-theme`; `auto` follows the system.
pub fn set_theme(name: &str) {
    if let Some(root) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element()) {
        // The name of the attribute is valid, so this cannot fail.
        let _ = root.set_attribute("data-theme", name);
    }
}

/// Scrolls the first element that matches a selector into view, once the page has been drawn.
pub fn reveal(selector: &'static str) {
    wasm_bindgen_futures::spawn_local(async move {
        let Some(window) = web_sys::window() else { return };
        let drawn = js_sys::Promise::new(&mut |resolve, _| {
            // Refused only in a window that is being closed.
            let _ = window.request_animation_frame(&resolve);
        });
        if JsFuture::from(drawn).await.is_err() {
            return;
        }
        let found = window.document().and_then(|document| document.query_selector(selector).ok().flatten());
        if let Some(element) = found {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Copies a text; returns whether the browser allowed it.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    // Missing on pages that are not served securely.
    let clipboard = js_sys::Reflect::get(&window.navigator(), &"clipboard".into()).unwrap_or_default();
    match clipboard.dyn_into::<web_sys::Clipboard>() {
        Ok(clipboard) => JsFuture::from(clipboard.write_text(text)).await.is_ok(),
        Err(_) => false,
    }
}

/// Downloads a text as a file.
pub fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or("there is no document")?;
    let options = BlobPropertyBag::new();
    options.set_type("text/javascript;charset=utf-8");
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// Focuses the first element that matches the selector, which the browser then scrolls into view. Returns whether it
/// succeeded.
pub fn focus(selector: &str) -> bool {
    // Focus fails only for a removed element.
    find(selector).is_some_and(|element| element.focus().is_ok())
}

/// Like [`focus`], but after dispatched changes have been drawn; scrolls to the beginning of the element.
pub fn focus_soon(selector: String) {
    wasm_bindgen_futures::spawn_local(async move {
        drawn().await;
        if focus(&selector)
            && let Some(element) = find(&selector)
        {
            element.scroll_into_view();
        }
    });
}

/// The first visible element that matches the selector.
pub fn find_visible(selector: &str) -> Option<HtmlElement> {
    let all = web_sys::window()?.document()?.query_selector_all(selector).ok()?;
    let all = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<HtmlElement>().ok());
    all.into_iter().find(|element| element.get_client_rects().length() > 0)
}

/// Width and height of the window's viewport in pixels.
pub fn window_size() -> Option<(f64, f64)> {
    let window = web_sys::window()?;
    Some((window.inner_width().ok()?.as_f64()?, window.inner_height().ok()?.as_f64()?))
}

/// Navigates to an address of the site like a click on a link.
pub fn follow(href: &str) {
    let anchor = web_sys::window().and_then(|w| w.document()).and_then(|d| d.create_element("a").ok());
    let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok()) else { return };
    anchor.set_href(href);
    let body = web_sys::window().and_then(|w| w.document()).and_then(|d| d.body());
    if let Some(body) = body {
        // In the document, so that the page receives the click; neither call can fail for a new element.
        let _ = body.append_child(&anchor);
        anchor.click();
        anchor.remove();
    }
}

/// Reloads the page.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // Fails only on a page that is being closed.
        let _ = window.location().reload();
    }
}

/// Whether an element matches the selector.
pub fn has(selector: &str) -> bool {
    find(selector).is_some()
}

/// Whether the first element that matches the selector takes up space on the page.
pub fn is_drawn(selector: &str) -> bool {
    find(selector).is_some_and(|element| element.get_bounding_client_rect().height() > 0.0)
}

fn find(selector: &str) -> Option<HtmlElement> {
    let found = web_sys::window()?.document()?.query_selector(selector).ok()?;
    found?.dyn_into().ok()
}

/// Waits until dispatched changes have been drawn.
pub async fn drawn() {
    wait(30).await;
}

/// Whether the visitor prefers reduced motion.
pub fn reduces_motion() -> bool {
    let query =
        web_sys::window().and_then(|w| w.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Waits for a number of milliseconds.
pub async fn wait(milliseconds: i32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        if let Some(window) = web_sys::window() {
            // Fails only on a page that is being closed.
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}

/// Milliseconds since the page was loaded.
pub fn now() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or(0.0, |p| p.now())
}

/// Sets the text of the plain text area that replaces the editor.
pub fn set_plain_code(text: &str) {
    let area = web_sys::window()
        .and_then(|w| w.document())
        .and_then(|d| d.query_selector(".editor-plain").ok().flatten());
    if let Some(area) = area.and_then(|e| e.dyn_into::<web_sys::HtmlTextAreaElement>().ok()) {
        area.set_value(text);
    }
}
