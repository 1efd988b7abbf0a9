//! `connPoolStats`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/connPoolStats/>. A standalone opens no
/// connections.
pub(super) static COMMAND: Command = Command {
    name: "connPoolStats",
    summary: "Returns the connections that the server has opened to others.",
    example: r#"{"connPoolStats": 1}"#,
    profiled: false,
    run: |_, out| {
        const COUNTS: &[&str] = &[
            "numClientConnections",
            "numAScopedConnections",
            "totalInUse",
            "totalAvailable",
            "totalLeased",
            "totalCreated",
            "totalRefreshing",
            "totalRefreshed",
        ];
        for name in COUNTS {
            out.append_i32(name, 0);
        }
        out.document("pools", |_| {}).document("hosts", |_| {}).document("replicaSets", |_| {});
        Ok(())
    },
    ..Command::DEFAULT
};
