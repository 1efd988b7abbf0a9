//! `killCursors`.

use crate::command::{Command, InTransactions, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, Value, tag};

/// See <https://www.mongodb.com/docs/manual/reference/command/killCursors/>.
pub(super) static COMMAND: Command = Command {
    name: "killCursors",
    summary: "Closes cursors.",
    example: r#"{"killCursors": "books", "cursors": ["<cursor>"]}"#,
    fields: &["cursors"],
    run,
    version_1: Some(&[]),
    in_transactions: InTransactions::NotFirst,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    request.collection_name()?;
    let arguments = request.arguments();
    arguments.given("cursors")?;
    let ids = arguments.array("cursors")?.unwrap_or(RawDoc::empty());
    let (mut killed, mut unknown) = (Vec::new(), Vec::new());
    for (index, value) in ids.values().enumerate() {
        if value.tag != tag::INT64 {
            return Err(Error::wrong_element_type("killCursors.cursors", index, value, "long"));
        }
        let id = value.as_number().map_or(0, |n| n.to_i64_clamped());
        if request.engine.cursors.close(id) { killed.push(id) } else { unknown.push(id) }
    }
    for (field, ids) in [
        ("cursorsKilled", killed),
        ("cursorsNotFound", unknown),
        ("cursorsAlive", vec![]),
        ("cursorsUnknown", vec![]),
    ] {
        out.array(field, |array| {
            for id in ids {
                array.push(&Value::Int64(id));
            }
        });
    }
    Ok(())
}
