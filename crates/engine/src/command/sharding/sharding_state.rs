//! `shardingState`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/shardingState/>.
pub(super) static COMMAND: Command = Command {
    name: "shardingState",
    summary: "Returns whether the server is part of a sharded cluster.",
    example: r#"{"shardingState": 1, "$db": "admin"}"#,
    profiled: false,
    run: |_, out| {
        out.append_bool("enabled", false);
        Ok(())
    },
    admin: true,
    ..Command::DEFAULT
};
