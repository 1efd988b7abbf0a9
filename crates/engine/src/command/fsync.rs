//! `fsync` and `fsyncUnlock`.

use super::{Command, Request};
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, Value};

/// See <https://www.mongodb.com/docs/manual/reference/command/fsync/>. There is no disk.
pub(super) static COMMAND: Command = Command {
    name: "fsync",
    summary: "Makes sure that what was written is kept, as far as memory keeps anything; locks against writes.",
    example: r#"{"fsync": 1, "$db": "admin"}"#,
    fields: &["lock", "fsyncLockAcquisitionTimeoutMillis"],
    lenient: true,
    run: lock,
    admin: true,
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/fsyncUnlock/>.
pub(super) static UNLOCK: Command = Command {
    name: "fsyncUnlock",
    summary: "Takes back one lock of `fsync`.",
    example: r#"{"fsyncUnlock": 1, "$db": "admin"}"#,
    lenient: true,
    run: unlock,
    admin: true,
    ..Command::DEFAULT
};

fn lock(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
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

fn unlock(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let locks = &mut request.engine.fsync_locks;
    *locks = locks
        .checked_sub(1)
        .ok_or_else(|| Error::new(ErrorCode::ILLEGAL_OPERATION, "fsyncUnlock called when not locked"))?;
    out.append_str("info", "fsyncUnlock completed").append_i64("lockCount", (*locks).into());
    Ok(())
}

/// Refuses a write while the server is locked, where a server would wait to be unlocked.
///
/// # Errors
/// `LockTimeout`.
pub(super) fn check_unlocked(engine: &Engine) -> Result<()> {
    match engine.fsync_locks {
        0 => Ok(()),
        _ => Err(Error::new(
            ErrorCode::LOCK_TIMEOUT,
            "locked against writes, which would wait until db.fsyncUnlock() unlocks",
        )),
    }
}
