//! The keys that work everywhere on the page.

use wasm_bindgen::prelude::*;
use yew::prelude::*;

use super::Newest;
use super::listen::listen;
use crate::browser;
use crate::controller::Controller;

/// The panes of the workbench in order, and what takes the focus in each; the code has an editor for that.
const PANES: [(&str, &str); 4] = [
    (".text-pane", "main h1"),
    (CODE, ""),
    (".results-pane", "[role=tab][aria-selected=true]"),
    (".checks-pane", "#checks-title"),
];
const CODE: &str = ".code-pane";

/// Listens to Run, Check, and F6 from pane to pane.
#[hook]
pub fn use_shortcuts(newest: &Newest) {
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
                "F6" if !command && browser::has(CODE) => {
                    event.prevent_default();
                    next_pane(&controller, event.shift_key());
                }
                _ => {}
            }
        })
    });
}

/// From the pane that has the focus to the next one on the page, or to the one before; from elsewhere to the code.
fn next_pane(controller: &Controller, back: bool) {
    let here: Vec<_> = PANES.iter().filter(|(pane, _)| browser::has(pane)).collect();
    let to = match here.iter().position(|(pane, _)| browser::has(&format!("{pane}:focus-within"))) {
        Some(at) => here[(at + if back { here.len() - 1 } else { 1 }) % here.len()],
        None => &(CODE, ""),
    };
    match *to {
        (CODE, _) => controller.focus_code(),
        (_, target) => drop(browser::focus(target)),
    }
}
