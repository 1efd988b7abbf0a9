//! `invalidateUserCache`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/invalidateUserCache/>.
pub(super) static COMMAND: Command = Command {
    name: "invalidateUserCache",
    summary: "Clears the cache of users; there is none.",
    example: r#"{"invalidateUserCache": 1, "$db": "admin"}"#,
    admin: true,
    ..Command::DEFAULT
};
