//! `fsyncUnlock`: <https://www.mongodb.com/docs/manual/reference/command/fsyncUnlock/>.

use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

pub(super) static COMMAND: Command = Command {
    name: "fsyncUnlock",
    summary: "Takes back one lock of `fsync`.",
    example: r#"{"fsyncUnlock": 1, "$db": "admin"}"#,
    lenient: true,
    run,
    admin: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let locks = &mut request.engine.fsync_locks;
    *locks = locks
        .checked_sub(1)
        .ok_or_else(|| Error::new(ErrorCode::ILLEGAL_OPERATION, "fsyncUnlock called when not locked"))?;
    out.append_str("info", "fsyncUnlock completed").append_i64("lockCount", (*locks).into());
    Ok(())
}
