//! `dojoProfile`: the profile entries of all databases from a sequence number on.

use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::DocBuilder;

/// `{ dojoProfile: 1, since: <seq>, latency: { network, operation } }` returns `{ entries: [ … ], seq:
/// <next> }`. `clear: true` empties the profile. `latency` sets the network delay and the time of an
/// operation in milliseconds. Not a MongoDB command.
pub(super) static COMMAND: Command = Command {
    name: "dojoProfile",
    summary: "Lists what the commands since a point cost.",
    example: r#"{"dojoProfile": 1, "since": 0}"#,
    profiled: false,
    fields: &["since", "clear", "latency"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let engine = &mut *request.engine;
    engine.profile.answer(&arguments, &mut engine.latency, |_, _| (), out)
}
