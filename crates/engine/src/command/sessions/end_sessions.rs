//! `endSessions`: <https://www.mongodb.com/docs/manual/reference/command/endSessions/>.

use crate::command::shared::named_sessions::sessions;
use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::DocBuilder;

pub(super) static COMMAND: Command = Command {
    name: "endSessions",
    summary: "Ends client sessions and their transactions in progress.",
    example: r#"{"endSessions": []}"#,
    profiled: false,
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    for session in sessions(request)? {
        request.engine.end_session(&session);
    }
    Ok(())
}
