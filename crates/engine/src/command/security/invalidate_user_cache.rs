//! `invalidateUserCache`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/invalidateUserCache/>.
pub(super) static COMMAND: Command = Command {
    name: "invalidateUserCache",
    summary: "Forgets what is remembered of users, which is nothing.",
    example: r#"{"invalidateUserCache": 1, "$db": "admin"}"#,
    admin: true,
    ..Command::DEFAULT
};
