//! `profile`.

use crate::command::shared::query::parse_filter;
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/profile/>. The level is only stored: every
/// command is profiled.
pub(super) static COMMAND: Command = Command {
    name: "profile",
    summary: "Sets and returns the profiling level; every command is profiled at any level.",
    example: r#"{"profile": -1}"#,
    profiled: false,
    fields: &["slowms", "sampleRate", "filter"],
    run,
    ..Command::DEFAULT
};

const NOTE: &str = "When a filter expression is set, slowms and sampleRate are not used for profiling and slow-query log lines.";

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let level = arguments.integer("profile")?.unwrap_or(-1);
    let slow_millis = arguments.integer("slowms")?;
    let rate = arguments.number("sampleRate")?;
    if rate.is_some_and(|rate| !(0.0..=1.0).contains(&rate)) {
        return Err(Error::bad_value("'sampleRate' must be between 0.0 and 1.0 inclusive"));
    }
    // The filter may be unset, or is shown in normal form.
    let filter = match arguments.field("filter") {
        None => None,
        Some(filter) if filter.as_str() == Some("unset") => Some(None),
        Some(filter) => {
            let filter = filter
                .as_document()
                .ok_or_else(|| Error::bad_value("Expected an object, or the string 'unset'."))?;
            Some(Some(parse_filter(request, Some(filter))?.filter.describe()))
        }
    };
    let settings = &mut request.engine.profile.settings;
    let (old_level, old_filter) = settings.databases.get(request.database).cloned().unwrap_or_default();
    out.append_i32("was", old_level)
        .append_i32("slowms", settings.slow_millis)
        .append_f64("sampleRate", settings.sample_rate);
    if let Some(filter) = &old_filter {
        out.append_doc("filter", RawDoc::new(filter)).append_str("note", NOTE);
    }
    // With an invalid level, the command only reads the setting.
    let new_level = i32::try_from(level).ok().filter(|level| (0..=2).contains(level));
    if new_level.is_some() || filter.is_some() {
        let new = (new_level.unwrap_or(old_level), filter.unwrap_or(old_filter));
        settings.databases.insert(request.database.to_owned(), new);
    }
    settings.slow_millis = slow_millis.map_or(settings.slow_millis, |n| n as i32);
    settings.sample_rate = rate.unwrap_or(settings.sample_rate);
    Ok(())
}
