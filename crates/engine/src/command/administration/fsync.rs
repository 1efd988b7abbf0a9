//! `fsync`: <https://www.mongodb.com/docs/manual/reference/command/fsync/>. There is no disk.

use crate::command::{Command, Request};
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, Value};

pub(super) static COMMAND: Command = Command {
    name: "fsync",
    summary: "Flushes writes, which has no effect in memory; locks against writes.",
    example: r#"{"fsync": 1, "$db": "admin"}"#,
    fields: &["lock", "fsyncLockAcquisitionTimeoutMillis"],
    lenient: true,
    run,
    admin: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    if !request.arguments().get("lock").is_some_and(|lock| Value::from(lock).truthy()) {
        out.append_i32("numFiles", 1);
        return Ok(());
    }
    request.engine.fsync_locks += 1;
    out.append_str("info", "now locked against writes, use db.fsyncUnlock() to unlock")
        .append_i64("lockCount", request.engine.fsync_locks.into())
        .append_str("seeAlso", "http://dochub.mongodb.org/core/fsynccommand");
    Ok(())
}

/// Rejects a write while the server is locked. A server would wait until it is unlocked.
///
/// # Errors
/// `LockTimeout`.
pub(in crate::command) fn check_unlocked(engine: &Engine) -> Result<()> {
    match engine.fsync_locks {
        0 => Ok(()),
        _ => {
            Err(Error::new(ErrorCode::LOCK_TIMEOUT, "writes are locked by fsync: run db.fsyncUnlock() first"))
        }
    }
}
