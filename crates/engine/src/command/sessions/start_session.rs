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
        let uuid = request.engine.new_uuid();
        request.engine.use_session(uuid.to_vec());
        out.document("id", |id| {
            id.append("id", &Value::uuid(uuid));
        });
        out.append_i32("timeoutMinutes", 30);
        Ok(())
    },
    ..Command::DEFAULT
};
