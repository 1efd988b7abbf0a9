//! The free page: an empty database, any script, the learner's own data.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::components::editor::EditorView;
use crate::components::generator::Generator;
use crate::components::import::Import;
use crate::components::panes::{pane_id, panes};
use crate::components::splitter::Splitter;
use crate::controller::Controller;
use crate::pages::exercise::work;
use crate::state::Pane;

/// The initial code.
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
                <Import />
                <details><summary>{ "Generate data" }</summary><Generator /></details>
                { cluster(controller) }
            </section>
            <Splitter name="data" initial={26} label="Width of the text" />
            { work(controller, editor, Html::default()) }
        </div>
    }
}

/// The selectable numbers of shards; 0 is one server.
const SHARDS: [(u32, &str); 3] = [(0, "none"), (2, "2 shards"), (3, "3 shards")];

/// The switch between one server and a cluster.
fn cluster(controller: &Controller) -> Html {
    let (app, shards) = (controller.app(), controller.app().settings.shards);
    let on_change = {
        let controller = controller.clone();
        move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>().and_then(|e| e.value().parse().ok());
            controller.cluster(chosen.unwrap_or_default());
        }
    };
    html! {
        <>
            <label class="field cluster">
                <span>{ "Cluster" }</span>
                <select onchange={on_change} disabled={app.sandbox.ready().is_none() || app.workbench.busy()}>
                    { for SHARDS.iter().map(|&(count, label)| html! {
                        <option value={count.to_string()} selected={count == shards}>{ label }</option>
                    }) }
                </select>
            </label>
            <p class="muted small">{
                if shards == 0 {
                    "Your database is one server. With shards it is a cluster, into which your collections are copied."
                } else {
                    "Your database is a cluster, and a chunk splits above 250 documents. A collection is on one shard until sh.shardCollection(\"test.books\", { title: 1 }) spreads it. When you change the number of shards or go back to one server, all documents and indexes are kept, and no collection is sharded any more."
                }
            }</p>
        </>
    }
}
