//! `getParameter`.

use super::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/getParameter/>.
pub(super) static COMMAND: Command = Command {
    name: "getParameter",
    aliases: &[],
    summary: "Gives the values of server parameters.",
    example: r#"{"getParameter": 1, "featureCompatibilityVersion": 1, "$db": "admin"}"#,
    operation: "command",
    profiled: true,
    fields: &[
        "allParameters",
        "featureCompatibilityVersion",
        "transactionLifetimeLimitSeconds",
        "ttlMonitorEnabled",
        "ttlMonitorSleepSecs",
    ],
    run,
    explain: None,
};

/// Writes a parameter's value.
type Write = fn(&str, &mut DocBuilder);

/// The parameters that this server keeps to.
const PARAMETERS: &[(&str, Write)] = &[
    ("featureCompatibilityVersion", |name, out| {
        out.document(name, |version| {
            version.append_str("version", "8.0");
        });
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

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    super::require_admin(request)?;
    let first = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    let options = first.as_document();
    let all = first.as_str() == Some("*")
        || options.and_then(|options| options.get("allParameters")).and_then(RawValue::as_bool) == Some(true);
    let asked = |name: &str| all || request.body.get(name).is_some();
    let wanted: Vec<_> = PARAMETERS.iter().filter(|(name, _)| asked(name)).collect();
    if wanted.is_empty() {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "no option found to get"));
    }
    for (name, write) in wanted {
        write(name, out);
    }
    Ok(())
}
