//! `logout`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/logout/>.
pub(super) static COMMAND: Command = Command {
    name: "logout",
    summary: "Ends what nobody has begun: nobody has to say who they are.",
    example: r#"{"logout": 1}"#,
    profiled: false,
    lenient: true,
    ..Command::DEFAULT
};
