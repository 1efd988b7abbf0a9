//! The toolbar with the actions on the code.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::task_text::DESIGNS_ID;
use crate::controller::Controller;
use crate::state::{Loadable, Task};

/// The buttons; while something runs, its progress and a Stop button.
pub fn toolbar(controller: &Controller) -> Html {
    let app = controller.app();
    let bench = &app.workbench;
    let ready = app.sandbox.ready().is_some();
    let exercise = bench.exercise().map(str::to_owned);
    let bundle = bench.bundle.ready().cloned();
    let standing = exercise.as_deref().map(|id| app.progress.of(id)).unwrap_or_default();
    let failed = matches!(app.sandbox, Loadable::Failed(_));
    let able = !failed && bench.has_code();
    let idle = able && !bench.busy();
    // A disabled button would lose the focus; while something runs, clicks have no effect anyway.
    let waits = (able && bench.busy()).then_some("true");
    let act = |f: fn(&Controller)| {
        let controller = controller.clone();
        move |_: MouseEvent| f(&controller)
    };
    let hints = bundle.as_ref().map_or(0, |b| b.hints.len());
    html! {
        <div class="toolbar" role="group" aria-label="Actions on the code">
            <div class="toolbar-primary">
                <button type="button" class="button primary" disabled={!able} aria-disabled={waits} onclick={act(|c| c.run())} title="Run (Ctrl or Cmd + Enter)"
                    aria-keyshortcuts="Control+Enter Meta+Enter">
                    { Icon::Play.view() }{ "Run" }
                </button>
                if exercise.is_some() {
                    <button type="button" class="button strong" disabled={!able} aria-disabled={waits} onclick={act(|c| c.check())}
                        title="Check (Ctrl or Cmd + Shift + Enter)" aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter">
                        { Icon::Check.view() }{ "Check" }
                    </button>
                }
                if let Some(task) = &bench.task { { progress(task, ready, act(|c| c.stop())) } }
            </div>
            <div class="toolbar-secondary">
                if hints > 0 {
                    <button type="button" class="button quiet" disabled={standing.hints >= hints} onclick={act(|c| c.hint())}>
                        { Icon::Hint.view() }{ format!("Hint {}/{hints}", standing.hints) }
                    </button>
                }
                if exercise.is_some() {
                    <button type="button" class="button quiet" disabled={!standing.designs_open()} onclick={act(|c| c.show_text(DESIGNS_ID))}
                        title={if standing.designs_open() { "The accepted designs" } else { "Opens after a pass or three different tries" }}>
                        { Icon::Designs.view() }{ "Designs" }
                    </button>
                }
                <button type="button" class="button quiet" onclick={act(|c| c.reset())}>{ Icon::Reset.view() }{ "Reset" }</button>
                <button type="button" class="button quiet" onclick={act(|c| c.share())} title="A link that contains the code">
                    { Icon::Share.view() }{ "Share" }
                </button>
                <button type="button" class="button quiet" onclick={act(|c| c.command("embed"))} aria-label="Embed this"
                    title="HTML for another page">
                    { Icon::Embed.view() }<span>{ "Embed" }<span class="wide">{ " this" }</span></span>
                </button>
                <button type="button" class="button quiet" disabled={!idle} onclick={act(|c| c.export())}>{ Icon::Export.view() }{ "Export" }</button>
            </div>
        </div>
    }
}

fn progress(task: &Task, ready: bool, on_stop: impl Fn(MouseEvent) + 'static) -> Html {
    let what = match (ready, task.stopping) {
        (false, _) => "Waiting for the database",
        (true, true) => "Stopping",
        (true, false) => task.work.label(),
    };
    let (value, max) = (task.total > 0).then(|| (task.done.to_string(), task.total.to_string())).unzip();
    html! {
        <div class="task">
            <button type="button" class="button stop" onclick={on_stop} disabled={!ready || task.stopping}>
                { Icon::Stop.view() }{ "Stop" }
            </button>
            <span class="task-text">
                <span>{ what }</span>
                if !task.label.is_empty() { <span class="muted">{ task.label.to_string() }</span> }
                <progress {value} {max} aria-label={what}></progress>
            </span>
        </div>
    }
}
