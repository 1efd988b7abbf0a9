//! An exercise: its text, the code, the results, the checks.

use yew::prelude::*;

use crate::components::editor::EditorView;
use crate::components::first_visit_tips::pointers;
use crate::components::panes::{pane_id, panes};
use crate::components::results::results;
use crate::components::splitter::Splitter;
use crate::components::task_text::task_text;
use crate::components::toolbar::toolbar;
use crate::controller::Controller;
use crate::route::Route;
use crate::state::{Loadable, Pane};

/// The page.
pub fn exercise_page(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    if let Loadable::Failed(reason) = &bench.bundle {
        return html! {
            <div class="plain-page prose">
                <h1 tabindex="-1">{ "This exercise could not be loaded" }</h1>
                <p>{ reason }</p>
                <p><a href={Route::Home.href()}>{ "See all exercises" }</a></p>
            </div>
        };
    }
    // The editor is created anew for each subject, once the starter code is known.
    let editor = match &bench.bundle {
        Loadable::Ready(_) => {
            html! { <EditorView key={bench.generation} initial={controller.source()} /> }
        }
        _ => html! { <div class="editor" aria-busy="true"></div> },
    };
    html! {
        <div key="exercise" class="workbench" data-pane={bench.pane.slug()}>
            { panes(controller, "Task") }
            { task_text(controller) }
            <Splitter name="task" initial={38} label="Width of the task" />
            { work(controller, editor, pointers(controller)) }
        </div>
    }
}

/// The code and its results, with `above` on top.
pub fn work(controller: &Controller, editor: Html, above: Html) -> Html {
    html! {
        <div class="work">
            { above }
            { code_pane(controller, editor) }
            <Splitter name="code" initial={58} label="Share of the code" />
            { results(controller) }
        </div>
    }
}

/// The buttons, the code, and how to leave it with the keyboard.
fn code_pane(controller: &Controller, editor: Html) -> Html {
    html! {
        <section id={pane_id(Pane::Code)} class="code-pane" aria-label="Code">
            { toolbar(controller) }
            { shared_bar(controller) }
            { editor }
            <p class="editor-note">{ "Tab indents; Esc then Tab leaves the editor. Your code is saved in this browser." }</p>
        </section>
    }
}

/// A notice that the code is shared, with a button that restores the learner's own.
fn shared_bar(controller: &Controller) -> Html {
    if !controller.app().workbench.shared {
        return Html::default();
    }
    let (keep, back) = (controller.clone(), controller.clone());
    if let Some(name) = controller.reviewed_function() {
        return html! {
            <div class="notice" role="status">
                <p>{ "Review: write " }<code>{ name }</code>{ " again. The rest is your code that passed." }</p>
                <button type="button" class="button small" onclick={move |_| back.own_code()}>{ "Show my solution" }</button>
            </div>
        };
    }
    html! {
        <div class="notice" role="status">
            <p>{ "This code came from a link. Look at it before you run it. Your own code is saved." }</p>
            <button type="button" class="button small" onclick={move |_| back.own_code()}>{ "Back to my code" }</button>
            <button type="button" class="button small quiet" onclick={move |_| keep.keep_shared()}>{ "Replace mine" }</button>
        </div>
    }
}
