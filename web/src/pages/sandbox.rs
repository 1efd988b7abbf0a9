//! The free page: an empty database, any script, the learner's own data.

use yew::prelude::*;

use crate::components::editor::EditorView;
use crate::components::generator::Generator;
use crate::components::import::Import;
use crate::components::panes::{pane_id, panes};
use crate::components::splitter::Splitter;
use crate::controller::Controller;
use crate::pages::exercise::work;
use crate::state::Pane;

/// What the editor starts with.
pub const STARTER: &str = r#"// A database of your own: nothing here is graded, and what you store stays until you reset it.
db.books.drop();
db.books.insertMany([
  { _id: 1, title: "Emma", year: 1815, subjects: ["Novel", "Comedy"] },
  { _id: 2, title: "The Trial", year: 1925, subjects: ["Novel"] },
  { _id: 3, title: "Dubliners", year: 1914, subjects: ["Stories"] },
]);
db.books.createIndex({ subjects: 1, year: -1 });

db.books.find({ subjects: "Novel" }).sort({ year: -1 })
"#;

/// The page.
pub fn sandbox_page(controller: &Controller) -> Html {
    let bench = &controller.app().workbench;
    let editor = html! { <EditorView key={bench.generation} initial={controller.source()} /> };
    html! {
        <div key="free" class="workbench free" data-pane={bench.pane.slug()}>
            { panes(controller, "Data") }
            <section id={pane_id(Pane::Task)} class="text-pane prose">
                <h1 tabindex="-1">{ "Sandbox" }</h1>
                <p>{ "A whole document database inside this page. Write JavaScript as in MongoDB's shell, run it, and look at the documents, the changes, the plans and what each statement cost. Your data stay in this browser." }</p>
                <details><summary>{ "Bring your own data" }</summary><Import /></details>
                <details><summary>{ "Generate data" }</summary><Generator /></details>
            </section>
            <Splitter name="data" initial={26} label="Width of the text" />
            { work(controller, editor, Html::default()) }
        </div>
    }
}
