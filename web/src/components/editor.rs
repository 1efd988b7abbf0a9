//! The code: a plain text area until CodeMirror has arrived, and for good when it cannot be loaded.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::controller::use_controller;
use crate::editor::{Editor, Options};

const LABEL: &str = "Your code";
const DESCRIPTION: &str = "Tab indents. Press Escape, then Tab, to leave the editor.";

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The text to start with; the component is made anew for each subject.
    pub initial: AttrValue,
}

/// The editor.
#[component]
pub fn EditorView(props: &Props) -> Html {
    let controller = use_controller();
    let host = use_node_ref();
    let area = use_node_ref();
    let loaded = use_state(|| false);

    // The editor outlives this render's controller, so it looks the newest one up.
    let newest = use_mut_ref(|| controller.clone());
    *newest.borrow_mut() = controller.clone();
    {
        let (host, area, loaded, newest) = (host.clone(), area.clone(), loaded.clone(), newest.clone());
        use_effect_with((), move |()| {
            let slot = newest.borrow().editor_slot();
            let alive = Rc::new(std::cell::Cell::new(true));
            let cleanup = (alive.clone(), slot.clone());
            if let Some(parent) = host.cast::<HtmlElement>() {
                spawn_local(async move {
                    let on_change = {
                        let newest = newest.clone();
                        move |text: String| newest.borrow().edited(&text)
                    };
                    let on_command = {
                        let newest = newest.clone();
                        move |command: String| newest.borrow().command(&command)
                    };
                    let text = newest.borrow().source();
                    let options = Options { doc: &text, label: LABEL, description: DESCRIPTION };
                    let made = Editor::create(&parent, options, on_change, on_command).await;
                    match made {
                        Ok(editor) if alive.get() => {
                            // What was typed into the text area while the module was on its way.
                            let had_focus = area.cast::<HtmlTextAreaElement>().is_some_and(|area| {
                                editor.set_value(&area.value());
                                web_sys::window()
                                    .and_then(|w| w.document())
                                    .and_then(|d| d.active_element())
                                    .is_some_and(|active| active == *area.as_ref())
                            });
                            if had_focus {
                                editor.focus();
                            }
                            *slot.borrow_mut() = Some(editor);
                            loaded.set(true);
                            newest.borrow().refresh_editor();
                        }
                        // Without the module the text area goes on working.
                        Ok(_) | Err(_) => {}
                    }
                });
            }
            move || {
                let (alive, slot) = cleanup;
                alive.set(false);
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
