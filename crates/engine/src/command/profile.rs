//! `profile`.

use super::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, Number, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/profile/>.
/// Profiling is always on here, so a level is accepted and changes nothing.
pub(super) static COMMAND: Command = Command {
    name: "profile",
    summary: "Tells the profiling level; every command is always profiled.",
    example: r#"{"profile": -1}"#,
    profiled: false,
    fields: &["slowms", "sampleRate", "filter"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let level = arguments.integer("profile")?.unwrap_or(-1);
    if !(-1..=2).contains(&level) {
        return Err(Error::bad_value(format!("Profiling level must be -1, 0, 1 or 2, not {level}")));
    }
    let rate = arguments.get("sampleRate").and_then(RawValue::as_number).map(Number::to_f64);
    if rate.is_some_and(|rate| !(0.0..=1.0).contains(&rate)) {
        return Err(Error::bad_value("'sampleRate' must be between 0.0 and 1.0 inclusive"));
    }
    out.append_i32("was", 2).append_i32("slowms", 100).append_f64("sampleRate", 1.0);
    Ok(())
}
