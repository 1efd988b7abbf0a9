//! `configureFailPoint`.

use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::fail_point::FailPoint;
use crate::value::DocBuilder;

/// See <https://github.com/mongodb/mongo/wiki/The-%22failCommand%22-fail-point>.
pub(super) static COMMAND: Command = Command {
    name: "configureFailPoint",
    summary: "Makes commands fail, to test how a program handles it.",
    example: r#"{"configureFailPoint": "failCommand", "mode": {"times": 1}, "data": {"failCommands": ["insert"], "errorCode": 91}, "$db": "admin"}"#,
    profiled: false,
    fields: &["mode", "data"],
    run,
    admin: true,
    lenient: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let name = arguments.string("configureFailPoint")?.unwrap_or_default();
    let point = FailPoint::parse(arguments.required("mode")?, arguments.document("data")?)?;
    let place = match name {
        "failCommand" => &mut request.engine.fail_point,
        "maxTimeAlwaysTimeOut" => &mut request.engine.times_out,
        // No command here ever times out.
        "maxTimeNeverTimeOut" => &mut None,
        _ => return Err(Error::not_supported(&format!("The fail point '{name}'"))),
    };
    let met = place.as_ref().map_or(0, |point| point.hits);
    *place = point;
    out.append_count("count", met);
    Ok(())
}
