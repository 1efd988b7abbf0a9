//! The code: a plain text area until CodeMirror is loaded, and permanently if it cannot be loaded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::{Controller, use_controller};
use crate::editor::{Editor, Options};
use crate::state::Subject;

const LABEL: &str = "Your code";
const DESCRIPTION: &str = "Tab indents. Press Escape, then Tab, to leave the editor.";

/// The controller of the last render, because the editor outlives earlier ones.
type Newest = Rc<RefCell<Controller>>;

/// Creates an editor in `parent` with the text typed so far into the text area. Returns whether it succeeded: without
/// the module, or if the component is gone, the text area stays.
async fn replace_text_area(
    parent: &HtmlElement,
    area: &NodeRef,
    newest: &Newest,
    wanted: &Cell<bool>,
) -> bool {
    let on_change = {
        let newest = newest.clone();
        move |text: String| newest.borrow().edited(&text)
    };
    let on_command = {
        let newest = newest.clone();
        move |command: String| newest.borrow().command(&command)
    };
    let text = newest.borrow().source();
    let name = newest.borrow().app().workbench.subject.as_ref().map(Subject::key).unwrap_or_default();
    let options = Options { doc: &text, name: &name, label: LABEL, description: DESCRIPTION };
    let Ok(editor) = Editor::create(parent, options, on_change, on_command).await else {
        return false;
    };
    if !wanted.get() {
        return false;
    }
    if let Some(area) = area.cast::<HtmlTextAreaElement>() {
        editor.set_value(&area.value());
        let active = web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element());
        if active.is_some_and(|active| active == *area.as_ref()) {
            editor.focus(area.selection_end().ok().flatten());
        }
    }
    let controller = newest.borrow().clone();
    *controller.editor_slot().borrow_mut() = Some(editor);
    controller.refresh_editor();
    true
}

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The initial text; the component is created anew for each subject.
    pub initial: AttrValue,
}

/// The editor.
#[component]
pub fn EditorView(props: &Props) -> Html {
    let controller = use_controller();
    let host = use_node_ref();
    let area = use_node_ref();
    let loaded = use_state(|| false);

    let newest = use_mut_ref(|| controller.clone());
    *newest.borrow_mut() = controller.clone();
    {
        let (host, area, loaded, newest) = (host.clone(), area.clone(), loaded.clone(), newest.clone());
        use_effect_with((), move |()| {
            let slot = newest.borrow().editor_slot();
            let wanted = Rc::new(Cell::new(true));
            if let Some(parent) = host.cast::<HtmlElement>() {
                let wanted = wanted.clone();
                spawn_local(async move {
                    if replace_text_area(&parent, &area, &newest, &wanted).await {
                        loaded.set(true);
                    }
                });
            }
            move || {
                wanted.set(false);
                slot.borrow_mut().take();
            }
        });
    }

    let on_input = {
        let controller = controller.clone();
        move |event: InputEvent| {
            if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
                controller.edited(&area.value());
            }
        }
    };
    html! {
        <div class="editor">
            <div class="editor-host" ref={host}></div>
            if !*loaded {
                <textarea class="editor-plain" ref={area} aria-label={LABEL} spellcheck="false" autocapitalize="off"
                    autocomplete="off" wrap="soft" defaultvalue={props.initial.to_string()} oninput={on_input} />
            }
        </div>
    }
}
