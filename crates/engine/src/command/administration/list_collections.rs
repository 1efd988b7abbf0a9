//! `listCollections`.

use std::rc::Rc;

use crate::collection::{Collection, CollectionOptions};
use crate::command::shared::query::parse_filter;
use crate::command::{Command, CursorField, Request, timeseries};
use crate::error::Result;
use crate::internal_namespaces::VIEWS;
use crate::value::{DocBuilder, RawDoc, Value};

/// See <https://www.mongodb.com/docs/manual/reference/command/listCollections/>.
pub(super) static COMMAND: Command = Command {
    name: "listCollections",
    summary: "Lists the collections of a database.",
    example: r#"{"listCollections": 1, "filter": {"type": "collection"}}"#,
    fields: &["filter", "nameOnly", "authorizedCollections", "cursor"],
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let name_only = arguments.flag("nameOnly")?;
    // There are no users, so everybody may see all collections.
    arguments.flag("authorizedCollections")?;
    let filter = parse_filter(request, arguments.document("filter")?)?.filter;
    let mut documents = Vec::new();
    let stored = request.engine.state.databases.get(request.database).into_iter().flatten();
    let mut listed: Vec<(&str, Rc<Collection>)> =
        stored.map(|(name, collection)| (name.as_str(), collection.clone())).collect();
    if let Some(view) = request.engine.views(request.database).next() {
        // The collection exists once there is a view.
        let views = Collection::new(String::new(), view.uuid, CollectionOptions::default(), 0);
        listed.push((VIEWS, Rc::new(views)));
        crate::value::sort_by(&mut listed, |(a, _), (b, _)| a.cmp(b));
    }
    for (name, collection) in listed {
        let document = match timeseries::stored(request.engine, request.database, name) {
            Some(stored) => timeseries::describe(name, stored, name_only),
            None => describe(name, &collection, name_only),
        };
        if filter.matches(RawDoc::new(&document))? {
            documents.push(document);
        }
    }
    request.reply_documents(documents, "$cmd.listCollections", CursorField::LISTED, out)
}

fn describe(name: &str, collection: &Collection, name_only: bool) -> Vec<u8> {
    let mut doc = DocBuilder::new();
    let is_view = collection.options.view.is_some();
    doc.append_str("name", name).append_str("type", if is_view { "view" } else { "collection" });
    if !name_only {
        let options = collection.options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new);
        doc.append_doc("options", options);
        doc.document("info", |info| {
            let uuid = Value::uuid(collection.uuid);
            info.append_bool("readOnly", is_view);
            if !is_view {
                info.append("uuid", &uuid);
            }
        });
        let id = collection.indexes().first().filter(|index| !is_view && !index.spec.clustered);
        if let Some(index) = id {
            doc.append_doc("idIndex", RawDoc::new(&index.spec.document));
        }
    }
    doc.finish()
}
