//! `listCollections`.

use super::query::parse_filter;
use super::{Command, Request};
use crate::error::Result;
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
    let filter = parse_filter(request, arguments.document("filter")?)?.filter;
    let mut documents = Vec::new();
    for (name, collection) in request.engine.state.databases.get(request.database).into_iter().flatten() {
        let mut doc = DocBuilder::new();
        let is_view = collection.options.view.is_some();
        doc.append_str("name", name).append_str("type", if is_view { "view" } else { "collection" });
        if !name_only {
            match &collection.options.document {
                Some(options) => doc.append_doc("options", RawDoc::new(options)),
                None => doc.append_doc("options", RawDoc::empty()),
            };
            doc.document("info", |info| {
                let uuid = Value::Binary { subtype: 4, bytes: collection.uuid.to_vec().into() };
                info.append_bool("readOnly", is_view);
                if !is_view {
                    info.append("uuid", &uuid);
                }
            });
            if let Some(index) = collection.indexes().first().filter(|_| !is_view) {
                doc.append_doc("idIndex", RawDoc::new(&index.spec.document));
            }
        }
        let doc = doc.finish();
        if filter.matches(RawDoc::new(&doc))? {
            documents.push(doc);
        }
    }
    request.reply_documents(documents, "$cmd.listCollections", out)
}
