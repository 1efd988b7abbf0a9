//! `whatsmyuri`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/whatsmyuri/>. All clients are local.
pub(super) static COMMAND: Command = Command {
    name: "whatsmyuri",
    summary: "Returns the address that the client connects from.",
    example: r#"{"whatsmyuri": 1}"#,
    profiled: false,
    run: |_, out| {
        out.append_str("you", "127.0.0.1:27017");
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
