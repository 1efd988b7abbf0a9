//! The tabs at the right: what a run gave, seen from several sides.
//!
//! Keyboard as in the ARIA tabs pattern: arrows, Home and End move between tabs, Tab goes into the panel.
//! Source: <https://www.w3.org/WAI/ARIA/apg/patterns/tabs/>

use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::components::changes::Changes;
use crate::components::cost::cost;
use crate::components::documents::DocumentsView;
use crate::components::output::output;
use crate::components::plan::Plan;
use crate::controller::Controller;
use crate::state::{Tab, WorkbenchAction};

/// The tab list and the open panel.
pub fn results(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let open = bench.tab;

    let on_key = {
        let controller = controller.clone();
        move |event: KeyboardEvent| {
            let at = Tab::ALL.iter().position(|tab| *tab == open).unwrap_or(0);
            let last = Tab::ALL.len() - 1;
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % Tab::ALL.len(),
                "ArrowLeft" => at.checked_sub(1).unwrap_or(last),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            controller.dispatch(WorkbenchAction::Tab(Tab::ALL[to]).into());
            focus(&tab_id(Tab::ALL[to]));
        }
    };
    let badge = |tab: Tab| -> Option<usize> {
        let run = bench.run.as_ref()?;
        match tab {
            Tab::Changes => Some(run.changes.len()).filter(|n| *n > 0),
            Tab::Documents | Tab::Output | Tab::Cost | Tab::Plan => None,
        }
    };
    let tabs = Tab::ALL.iter().map(|&tab| {
        let controller = controller.clone();
        let selected = tab == open;
        html! {
            <button key={tab.slug()} id={tab_id(tab)} role="tab" type="button" aria-selected={selected.to_string()}
                aria-controls="results-panel" tabindex={if selected { "0" } else { "-1" }}
                onclick={move |_| controller.dispatch(WorkbenchAction::Tab(tab).into())}>
                { tab.label() }
                if let Some(count) = badge(tab) { <span class="badge">{ count }</span> }
            </button>
        }
    });
    let panel = match open {
        Tab::Output => output(controller),
        Tab::Documents => html! { <DocumentsView /> },
        Tab::Changes => html! { <Changes /> },
        Tab::Cost => cost(controller),
        Tab::Plan => html! { <Plan /> },
    };
    html! {
        <section class="results-pane" aria-label="Results">
            <div class="tabs" role="tablist" aria-label="Results" onkeydown={on_key}>{ for tabs }</div>
            <div id="results-panel" class="panel" role="tabpanel" aria-labelledby={tab_id(open)} tabindex="0">
                { panel }
            </div>
        </section>
    }
}

fn tab_id(tab: Tab) -> String {
    format!("tab-{}", tab.slug())
}

fn focus(id: &str) {
    let element = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id));
    if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Focus fails only for an element that is gone.
        let _ = element.focus();
    }
}
