//! The editor module (TypeScript over CodeMirror), loaded while the page is already usable.

use js_sys::{Function, Object, Reflect};
use protocol::json::ToJson;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

#[wasm_bindgen]
extern "C" {
    /// The editor module.
    type Module;

    #[wasm_bindgen(method, catch, js_name = createEditor)]
    fn create_editor(this: &Module, parent: &HtmlElement, options: &Object) -> Result<Handle, JsValue>;

    /// The handle that `createEditor` returns.
    #[derive(Clone)]
    type Handle;

    #[wasm_bindgen(method, js_name = getValue)]
    fn get_value(this: &Handle) -> String;

    #[wasm_bindgen(method, js_name = setValue)]
    fn set_value(this: &Handle, text: &str);

    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Handle, diagnostics: &JsValue);

    #[wasm_bindgen(method, js_name = setCompletions)]
    fn set_completions(this: &Handle, vocabulary: &JsValue);

    #[wasm_bindgen(method, js_name = goTo)]
    fn go_to(this: &Handle, line: u32, column: u32);

    #[wasm_bindgen(method, js_name = markLine)]
    fn mark_line(this: &Handle, line: u32);

    #[wasm_bindgen(method)]
    fn focus(this: &Handle, offset: Option<u32>);

    #[wasm_bindgen(method)]
    fn destroy(this: &Handle);
}

/// An error at a position in the text; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The description.
    pub message: String,
}

protocol::written! { Diagnostic { line, column, message } }

/// The initial state of an editor.
pub struct Options<'a> {
    /// The text.
    pub doc: &'a str,
    /// The name under which the cursor's position is stored.
    pub name: &'a str,
    /// The accessible name.
    pub label: &'a str,
    /// How to leave it with the keyboard, for screen readers.
    pub description: &'a str,
}

/// An editor on the page. Dropping it removes the editor.
pub struct Editor {
    handle: Handle,
    // JavaScript uses both as long as the editor exists.
    _on_change: Closure<dyn FnMut(String)>,
    _on_command: Closure<dyn FnMut(String)>,
}

impl Editor {
    /// Loads the module if needed and creates an editor inside `parent`. The error is for the console: the plain text
    /// area stays.
    pub async fn create(
        parent: &HtmlElement,
        options: Options<'_>,
        on_change: impl FnMut(String) + 'static,
        on_command: impl FnMut(String) + 'static,
    ) -> Result<Editor, JsValue> {
        let base = parent.base_uri()?.unwrap_or_default();
        let url = web_sys::Url::new_with_base("editor.js", &base)?.href();
        let module: Module = JsFuture::from(crate::host::load(&url)).await?.unchecked_into();
        let on_change = Closure::<dyn FnMut(String)>::new(on_change);
        let on_command = Closure::<dyn FnMut(String)>::new(on_command);
        let object = Object::new();
        for (key, value) in [
            ("doc", JsValue::from(options.doc)),
            ("name", JsValue::from(options.name)),
            ("label", JsValue::from(options.label)),
            ("description", JsValue::from(options.description)),
            ("onChange", on_change.as_ref().unchecked_ref::<Function>().clone().into()),
            ("onCommand", on_command.as_ref().unchecked_ref::<Function>().clone().into()),
        ] {
            Reflect::set(&object, &key.into(), &value)?;
        }
        let handle = module.create_editor(parent, &object)?;
        Ok(Editor { handle, _on_change: on_change, _on_command: on_command })
    }

    /// The current text.
    pub fn value(&self) -> String {
        self.handle.get_value()
    }

    /// Replaces the text; undo restores the old one.
    pub fn set_value(&self, text: &str) {
        self.handle.set_value(text);
    }

    /// Underlines exactly these errors.
    pub fn set_diagnostics(&self, diagnostics: &[Diagnostic]) {
        self.handle.set_diagnostics(&to_js(diagnostics));
    }

    /// Sets the words for completion.
    pub fn set_completions(&self, vocabulary: &impl ToJson) {
        self.handle.set_completions(&to_js(vocabulary));
    }

    /// Moves the cursor to a position.
    pub fn go_to(&self, line: u32, column: u32) {
        self.handle.go_to(line, column);
    }

    /// Marks a line and scrolls to it; 0 removes the mark.
    pub fn mark_line(&self, line: u32) {
        self.handle.mark_line(line);
    }

    /// Takes the focus and moves the cursor to the offset (in UTF-16 units), if given.
    pub fn focus(&self, offset: Option<u32>) {
        self.handle.focus(offset);
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.handle.destroy();
    }
}

/// Plain data as JavaScript values. Serialized JSON can always be parsed.
fn to_js(value: &(impl ToJson + ?Sized)) -> JsValue {
    js_sys::JSON::parse(&value.to_json().to_string()).unwrap_or(JsValue::NULL)
}
