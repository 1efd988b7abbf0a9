//! `fsync`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/fsync/>. There is no disk.
pub(super) static COMMAND: Command = Command {
    name: "fsync",
    summary: "Makes sure that what was written is kept, as far as memory keeps anything.",
    example: r#"{"fsync": 1, "$db": "admin"}"#,
    fields: &["fsyncLockAcquisitionTimeoutMillis"],
    run: |_, out| {
        out.append_i32("numFiles", 1);
        Ok(())
    },
    admin: true,
    refused: &["lock"],
    ..Command::DEFAULT
};
