//! Keyboard shortcuts of the whole page.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Newest;
use super::listen::listen;
use crate::browser;
use crate::components::panes::pane_id;
use crate::controller::Controller;
use crate::state::{Pane, WorkbenchAction};

/// The panes of the workbench in order, with the element that receives the focus; in the code it is the editor.
const PANES: [(Pane, &str); 3] = [
    (Pane::Task, "main h1"),
    (Pane::Code, ".editor"),
    (Pane::Results, ".results-pane [role=tab][aria-selected=true]"),
];

/// Listens for the keys of Run, Check and the search, and for F6, which moves between panes.
#[hook]
pub fn use_shortcuts(newest: &Newest, open_find: Callback<()>) {
    let newest = newest.clone();
    use_effect_with((), move |()| {
        listen("keydown", move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| !event.default_prevented())
            else {
                return;
            };
            let controller = newest.borrow().clone();
            let command = event.ctrl_key() || event.meta_key();
            match event.key().as_str() {
                "Enter" if command => {
                    event.prevent_default();
                    if controller.app().workbench.subject.is_some() {
                        controller.command(if event.shift_key() { "check" } else { "run" });
                    }
                }
                "k" | "K" if command && !event.shift_key() && !event.alt_key() => {
                    event.prevent_default();
                    open_find.emit(());
                }
                "F6" if !command && browser::has(".code-pane") => {
                    event.prevent_default();
                    next_pane(&controller, event.shift_key());
                }
                _ => {}
            }
        })
    });
}

/// Moves the focus from its pane to the next or previous one; from outside the panes to the code.
fn next_pane(controller: &Controller, back: bool) {
    let has_focus = |pane: Pane| browser::has(&format!("#{}:focus-within", pane_id(pane)));
    let to = match PANES.iter().position(|(pane, _)| has_focus(*pane)) {
        Some(at) => PANES[(at + if back { PANES.len() - 1 } else { 1 }) % PANES.len()],
        None => PANES[1],
    };
    let (pane, target) = to;
    if pane == Pane::Code {
        return controller.focus_code();
    }
    controller.dispatch(WorkbenchAction::Pane(pane).into());
    if !browser::focus(target) || browser::is_drawn(target) {
        return;
    }
    // If only one pane is visible, the others cannot have the focus.
    spawn_local(async move {
        browser::drawn().await;
        browser::focus(target);
    });
}
