//! `startSession`.

use crate::command::Command;
use crate::value::Value;

/// See <https://www.mongodb.com/docs/manual/reference/command/startSession/>.
pub(super) static COMMAND: Command = Command {
    name: "startSession",
    summary: "Gives the id of a new session.",
    example: r#"{"startSession": 1}"#,
    profiled: false,
    run: |request, out| {
        let bytes = request.engine.new_uuid().to_vec();
        request.engine.use_session(bytes.clone());
        out.document("id", |id| {
            id.append("id", &Value::Binary { subtype: 4, bytes: bytes.into() });
        });
        out.append_i32("timeoutMinutes", 30);
        Ok(())
    },
    ..Command::DEFAULT
};
