//! The tabs on the right: the results of a run. Keyboard as in the ARIA tabs pattern: arrows, Home and End move between
//! tabs, Tab moves into the panel.
//!
//! Source: <https://www.w3.org/WAI/ARIA/apg/patterns/tabs/>

use yew::prelude::*;

use crate::browser;
use crate::components::changes::Changes;
use crate::components::checks::checks;
use crate::components::cost::cost;
use crate::components::documents::DocumentsView;
use crate::components::icon::Icon;
use crate::components::output::output;
use crate::components::panes::pane_id;
use crate::components::picture::Picture;
use crate::components::plan::Plan;
use crate::controller::Controller;
use crate::state::{Pane, Tab, Work, WorkbenchAction};

/// The tab list and the open panel.
pub fn results(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let open = bench.tab;
    let all = Tab::all(
        bench.exercise().is_some(),
        bench.sharded() || bench.is_free() && controller.app().settings.shards > 0,
    );

    let on_key = {
        let controller = controller.clone();
        move |event: KeyboardEvent| {
            if let Some(tab) = next_tab(&event, all, open) {
                controller.dispatch(WorkbenchAction::Tab(tab).into());
                browser::focus(&format!("#{}", tab_id(tab)));
            }
        }
    };
    let badge = |tab: Tab| -> Option<usize> {
        let run = bench.run.as_ref()?;
        match tab {
            Tab::Changes => Some(run.changes.len()).filter(|n| *n > 0),
            Tab::Output | Tab::Checks | Tab::Documents | Tab::Cost | Tab::Plan | Tab::Shards => None,
        }
    };
    // Whether the design passes, also visible while another tab is open.
    let mark = |tab: Tab| -> Option<Html> {
        let report = bench.report.as_ref().filter(|_| tab == Tab::Checks && !bench.report_stale)?;
        let (class, icon) =
            if report.passed { ("good-text", Icon::Check) } else { ("bad-text", Icon::Cross) };
        Some(html! { <span {class}>{ icon.view() }</span> })
    };
    let tabs = all.iter().map(|&tab| {
        let controller = controller.clone();
        let selected = tab == open;
        html! {
            <button key={tab.slug()} id={tab_id(tab)} role="tab" type="button" aria-selected={selected.to_string()}
                aria-controls="results-panel" tabindex={if selected { "0" } else { "-1" }}
                onclick={move |_| controller.dispatch(WorkbenchAction::Tab(tab).into())}>
                { tab.label() }
                { mark(tab).unwrap_or_default() }
                if let Some(count) = badge(tab) { <span class="badge">{ count }</span> }
            </button>
        }
    });
    let checking = open == Tab::Checks && bench.task.as_ref().is_some_and(|task| task.work == Work::Check);
    let panel = match open {
        Tab::Output => output(controller),
        Tab::Checks => checks(controller),
        Tab::Documents => html! { <DocumentsView /> },
        Tab::Changes => html! { <Changes /> },
        Tab::Cost => cost(controller),
        Tab::Plan => html! { <Plan /> },
        Tab::Shards => html! { <Picture kind="shards" data={bench.data_version.to_string()} /> },
    };
    html! {
        <section id={pane_id(Pane::Results)} class="results-pane" aria-label="Results">
            <div class="tabs" role="tablist" aria-label="Results" onkeydown={on_key}>{ for tabs }</div>
            <div id="results-panel" class="panel" role="tabpanel" aria-labelledby={tab_id(open)} tabindex="0"
                aria-busy={checking.to_string()}>
                { panel }
            </div>
        </section>
    }
}

fn tab_id(tab: Tab) -> String {
    format!("tab-{}", tab.slug())
}

/// The tab that a key of the tabs pattern selects; prevents the key's default action.
pub fn next_tab<T: Copy + PartialEq>(event: &KeyboardEvent, all: &[T], open: T) -> Option<T> {
    let at = all.iter().position(|tab| *tab == open).unwrap_or(0);
    let last = all.len().checked_sub(1)?;
    let to = match event.key().as_str() {
        "ArrowRight" => (at + 1) % all.len(),
        "ArrowLeft" => at.checked_sub(1).unwrap_or(last),
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    event.prevent_default();
    all.get(to).copied()
}
