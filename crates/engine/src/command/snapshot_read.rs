//! Reads from a snapshot, and the `atClusterTime` of their replies.

use super::Command;
use super::dispatch::execute;
use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::error::Result;
use crate::transaction::SnapshotAccess;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// Executes a command on the collections of a snapshot.
///
/// # Errors
/// Errors of the command.
pub(super) fn read(
    engine: &mut Engine,
    target: (&'static Command, &str),
    arguments: Arguments<'_>,
    read: SnapshotAccess,
    out: &mut DocBuilder,
) -> Result<()> {
    let time = read.time;
    let mut inner = DocBuilder::new();
    let outcome = execute(engine, target, arguments, (None, None), &mut inner);
    engine.end_snapshot_read(read);
    write(RawDoc::new(&inner.finish()), &Value::Timestamp(time), out);
    outcome
}

/// Writes a reply with its `atClusterTime`, in the cursor if there is one
/// (<https://github.com/mongodb/specifications/blob/master/source/sessions/snapshot-sessions.md>).
fn write(reply: RawDoc<'_>, time: &Value<'_>, out: &mut DocBuilder) {
    const NAME: &str = "atClusterTime";
    let cursor = reply.get("cursor").and_then(RawValue::as_document);
    let Some(cursor) = cursor else {
        out.append_all(reply).append(NAME, time);
        return;
    };
    out.document("cursor", |out| {
        out.append_all(cursor).append(NAME, time);
    });
    out.append_all_but("cursor", reply);
}
