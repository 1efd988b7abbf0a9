//! `dojoProfile`: the profile entries of all databases since a point.

use super::{Command, Request};
use crate::error::Result;
use crate::meter::LatencyModel;
use crate::value::{DocBuilder, RawDoc, RawValue};

/// `{ dojoProfile: 1, since: <seq>, latency: { network, operation } }` gives
/// `{ entries: [ … ], seq: <next> }`. With `clear: true` the log is emptied.
/// `latency` sets the latency model's constants in milliseconds. Not a command
/// of MongoDB's.
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
    let since = arguments.count("since")?.unwrap_or(0);
    if let Some(latency) = arguments.document("latency")? {
        let number = |name: &str, default: f64| {
            let given = latency.get(name).and_then(RawValue::as_number).map(|n| n.to_f64());
            given.filter(|n| n.is_finite() && *n >= 0.0).unwrap_or(default)
        };
        let default = LatencyModel::default();
        request.engine.latency = LatencyModel {
            network_millis: number("network", default.network_millis),
            operation_millis: number("operation", default.operation_millis),
        };
    }
    let model = request.engine.latency;
    let profile = &mut request.engine.profile;
    out.array("entries", |array| {
        for entry in profile.since(since) {
            array.push_doc(RawDoc::new(&entry.document(model)));
        }
    });
    out.append_count("seq", profile.next_sequence());
    if arguments.flag("clear")? {
        profile.clear();
    }
    Ok(())
}
