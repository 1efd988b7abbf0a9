//! `buildInfo`.

use crate::command::{Command, InTransactions};
use crate::value::MAX_DOCUMENT_BYTES;

/// The server version whose behaviour this engine follows.
pub(in crate::command) const VERSION: &str = "8.0.0";

/// The reported storage engine.
pub(super) const STORAGE_ENGINE: &str = "memory";

/// See <https://www.mongodb.com/docs/manual/reference/command/buildInfo/>. There is no server commit, and
/// no TLS.
pub(super) static COMMAND: Command = Command {
    name: "buildInfo",
    aliases: &["buildinfo"],
    summary: "Returns the server's version.",
    example: r#"{"buildInfo": 1}"#,
    profiled: false,
    in_transactions: InTransactions::Informs,
    run: |_, out| {
        out.append_str("version", VERSION).append_str("gitVersion", "").array("modules", |_| ());
        out.append_str("allocator", "system")
            .append_str("javascriptEngine", "host")
            .append_str("sysInfo", "deprecated")
            .array("versionArray", |parts| {
                for part in [8, 0, 0, 0] {
                    parts.push(&crate::value::Value::Int32(part));
                }
            });
        out.document("openssl", |library| {
            library.append_str("running", "disabled").append_str("compiled", "disabled");
        });
        out.document("buildEnvironment", |_| ());
        out.append_i32("bits", 64)
            .append_bool("debug", false)
            .append_i32("maxBsonObjectSize", MAX_DOCUMENT_BYTES as i32)
            .array("storageEngines", |engines| {
                engines.push_str(STORAGE_ENGINE);
            });
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
