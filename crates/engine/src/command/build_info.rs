//! `buildInfo`.

use super::Command;
use crate::value::MAX_DOCUMENT_BYTES;

/// The server version whose behaviour this engine follows.
pub(super) const VERSION: &str = "8.0.0";

/// See <https://www.mongodb.com/docs/manual/reference/command/buildInfo/>.
pub(super) static COMMAND: Command = Command {
    name: "buildInfo",
    aliases: &["buildinfo"],
    summary: "Tells the version.",
    example: r#"{"buildInfo": 1}"#,
    profiled: false,
    run: |_, out| {
        out.append_str("version", VERSION).array("versionArray", |parts| {
            for part in [8, 0, 0, 0] {
                parts.push(&crate::value::Value::Int32(part));
            }
        });
        out.append_i32("bits", 64)
            .append_bool("debug", false)
            .append_i32("maxBsonObjectSize", MAX_DOCUMENT_BYTES as i32);
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
