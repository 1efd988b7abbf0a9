//! The panes of the workbench as tabs, for windows with room for only one. Elsewhere the styles hide the tabs.

use yew::prelude::*;

use crate::browser;
use crate::components::results::next_tab;
use crate::controller::Controller;
use crate::state::{Pane, WorkbenchAction};

/// The tab list; `task` is the label of the first pane.
pub fn panes(controller: &Controller, task: &'static str) -> Html {
    let open = controller.app().workbench.pane;
    let on_key = {
        let controller = controller.clone();
        move |event: KeyboardEvent| {
            if let Some(pane) = next_tab(&event, &Pane::ALL, open) {
                controller.dispatch(WorkbenchAction::Pane(pane).into());
                browser::focus(&format!("#{}", tab_id(pane)));
            }
        }
    };
    let tabs = Pane::ALL.map(|pane| {
        let controller = controller.clone();
        let selected = pane == open;
        html! {
            <button key={pane.slug()} id={tab_id(pane)} role="tab" type="button" aria-selected={selected.to_string()}
                aria-controls={pane_id(pane)} tabindex={if selected { "0" } else { "-1" }}
                onclick={move |_| controller.dispatch(WorkbenchAction::Pane(pane).into())}>
                { match pane { Pane::Task => task, Pane::Code => "Code", Pane::Results => "Results" } }
            </button>
        }
    });
    html! {
        <div class="tabs pane-tabs" role="tablist" aria-label="Parts of the page" onkeydown={on_key}>{ for tabs }</div>
    }
}

/// The element id of a pane.
pub fn pane_id(pane: Pane) -> String {
    format!("pane-{}", pane.slug())
}

fn tab_id(pane: Pane) -> String {
    format!("show-{}", pane.slug())
}
