//! `getParameter`.

use super::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/getParameter/>.
pub(super) static COMMAND: Command = Command {
    name: "getParameter",
    summary: "Gives the values of server parameters.",
    example: r#"{"getParameter": 1, "featureCompatibilityVersion": 1, "$db": "admin"}"#,
    fields: super::ANY_FIELDS,
    run,
    admin: true,
    ..Command::DEFAULT
};

/// Writes a parameter's value.
type Write = fn(&str, &mut DocBuilder);

/// The parameters that this server keeps to.
const PARAMETERS: &[(&str, Write)] = &[
    ("enableTestCommands", |name, out| {
        out.append_bool(name, true);
    }),
    ("featureCompatibilityVersion", |name, out| {
        out.document(name, |version| {
            version.append_str("version", "8.0");
        });
    }),
    ("notablescan", |name, out| {
        out.append_bool(name, false);
    }),
    ("requireApiVersion", |name, out| {
        out.append_bool(name, false);
    }),
    ("transactionLifetimeLimitSeconds", |name, out| {
        out.append_i32(name, 60);
    }),
    ("ttlMonitorEnabled", |name, out| {
        out.append_bool(name, true);
    }),
    ("ttlMonitorSleepSecs", |name, out| {
        out.append_i32(name, 60);
    }),
];

/// A document with the parameter's value under its name; `None` when it is not known.
pub(super) fn value_of(name: &str) -> Option<Vec<u8>> {
    let (name, write) = PARAMETERS.iter().find(|(known, _)| *known == name)?;
    let mut out = DocBuilder::new();
    write(name, &mut out);
    Some(out.finish())
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let first = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    let options = first.as_document();
    let all = first.as_str() == Some("*")
        || options.and_then(|options| options.get("allParameters")).and_then(RawValue::as_bool) == Some(true);
    let asked = |name: &str| all || request.body.get(name).is_some();
    let wanted: Vec<_> = PARAMETERS.iter().filter(|(name, _)| asked(name)).collect();
    if wanted.is_empty() {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "no option found to get"));
    }
    let details = options.and_then(|options| options.get("showDetails")).and_then(RawValue::as_bool);
    for (name, write) in wanted {
        if details != Some(true) {
            write(name, out);
            continue;
        }
        out.document(name, |detailed| {
            write("value", detailed);
            detailed.append_bool("settableAtRuntime", false).append_bool("settableAtStartup", false);
        });
    }
    Ok(())
}
