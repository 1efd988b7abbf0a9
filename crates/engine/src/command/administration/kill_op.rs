//! `killOp`.

use crate::command::Command;
use crate::error::{Error, ErrorCode};

/// See <https://www.mongodb.com/docs/manual/reference/command/killOp/>.
pub(super) static COMMAND: Command = Command {
    name: "killOp",
    summary: "Asks for the end of an operation in progress; there are never any.",
    example: r#"{"killOp": 1, "op": 12, "$db": "admin"}"#,
    profiled: false,
    fields: &["op"],
    run: |request, out| {
        let arguments = request.arguments();
        if arguments.integer("op")?.is_none() {
            return Err(Error::new(ErrorCode::NO_SUCH_KEY, "Did not provide \"op\" field"));
        }
        out.append_str("info", "attempting to kill op");
        Ok(())
    },
    admin: true,
    ..Command::DEFAULT
};
