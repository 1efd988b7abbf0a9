//! `features`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/features/>.
pub(super) static COMMAND: Command = Command {
    name: "features",
    summary: "Returns the features that the server was built with.",
    example: r#"{"features": 1}"#,
    profiled: false,
    run: |_, out| {
        out.document("js", |js| {
            js.append_bool("utf8", true);
        });
        out.append_i32("oidMachine", 1);
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
