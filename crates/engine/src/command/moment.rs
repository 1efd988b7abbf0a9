//! Commands that read a moment, and the replies that tell it.

use super::Command;
use super::dispatch::carry_out;
use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::error::Result;
use crate::transaction::MomentRead;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// Carries a command out on the collections of a moment.
///
/// # Errors
/// The command's.
pub(super) fn read(
    engine: &mut Engine,
    target: (&'static Command, &str),
    arguments: Arguments<'_>,
    read: MomentRead,
    out: &mut DocBuilder,
) -> Result<()> {
    let time = read.time;
    let mut inner = DocBuilder::new();
    let outcome = carry_out(engine, target, arguments, (None, None), &mut inner);
    engine.end_moment(read);
    write(RawDoc::new(&inner.finish()), &Value::Timestamp(time), out);
    outcome
}

/// Writes a reply with its `atClusterTime`: of the cursor, where there is one
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
