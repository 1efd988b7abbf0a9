//! `listDatabases`.

use crate::command::shared::query::parse_filter;
use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/listDatabases/>.
pub(super) static COMMAND: Command = Command {
    name: "listDatabases",
    summary: "Lists the databases.",
    example: r#"{"listDatabases": 1, "nameOnly": true, "$db": "admin"}"#,
    fields: &["filter", "nameOnly", "authorizedDatabases"],
    run,
    version_1: Some(&[]),
    admin: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let name_only = arguments.flag("nameOnly")?;
    // There are no users, so everybody may see all databases.
    arguments.flag("authorizedDatabases")?;
    let filter = parse_filter(request, arguments.document("filter")?)?;
    let mut total = 0;
    let mut documents = Vec::new();
    for (name, collections) in request.engine.state.databases.iter() {
        let bytes: u64 = collections.values().map(|c| c.memory_bytes() as u64).sum();
        let empty = collections.values().all(|c| c.records().is_empty());
        let mut doc = DocBuilder::new();
        doc.append_str("name", name);
        if !name_only {
            doc.append_i64("sizeOnDisk", bytes as i64).append_bool("empty", empty);
        }
        let doc = doc.finish();
        if filter.filter.matches(RawDoc::new(&doc))? {
            total += bytes;
            documents.push(doc);
        }
    }
    out.array("databases", |array| {
        for doc in &documents {
            array.push_doc(RawDoc::new(doc));
        }
    });
    if !name_only {
        out.append_i64("totalSize", total as i64).append_i64("totalSizeMb", (total / (1024 * 1024)) as i64);
    }
    Ok(())
}
