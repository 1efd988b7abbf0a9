//! `getParameter`.

use crate::command::{Command, Request};
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/getParameter/>.
pub(super) static COMMAND: Command = Command {
    name: "getParameter",
    summary: "Gives the values of server parameters.",
    example: r#"{"getParameter": 1, "featureCompatibilityVersion": 1, "$db": "admin"}"#,
    fields: crate::command::ANY_FIELDS,
    run,
    admin: true,
    ..Command::DEFAULT
};

/// Writes a parameter's value.
type Write = fn(&Engine, &str, &mut DocBuilder);

/// The times at which a server accepts a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Never,
    AtStartup,
    Always,
}

/// The parameters that this server has.
const PARAMETERS: &[(&str, Set, Write)] = &[
    ("enableTestCommands", Set::AtStartup, |_, name, out| {
        out.append_bool(name, true);
    }),
    ("featureCompatibilityVersion", Set::Never, |_, name, out| {
        out.document(name, |version| {
            version.append_str("version", "8.0");
        });
    }),
    ("logComponentVerbosity", Set::Always, |engine, name, out| {
        out.document(name, |levels| engine.parameters.log_levels.write(levels));
    }),
    ("logLevel", Set::Always, |engine, name, out| {
        out.append_i32(name, engine.parameters.log_levels.general());
    }),
    ("notablescan", Set::Always, |engine, name, out| {
        out.append_bool(name, engine.parameters.no_table_scan);
    }),
    ("requireApiVersion", Set::Always, |_, name, out| {
        out.append_bool(name, false);
    }),
    ("transactionLifetimeLimitSeconds", Set::Always, |_, name, out| {
        out.append_i32(name, 60);
    }),
    ("ttlMonitorEnabled", Set::Always, |engine, name, out| {
        out.append_bool(name, engine.parameters.ttl_monitor);
    }),
    ("ttlMonitorSleepSecs", Set::Always, |_, name, out| {
        out.append_i32(name, 60);
    }),
];

/// Returns a document with the parameter's value under its name; `None` for an unknown parameter.
pub(super) fn value_of(engine: &Engine, name: &str) -> Option<Vec<u8>> {
    let (name, _, write) = PARAMETERS.iter().find(|(known, ..)| *known == name)?;
    let mut out = DocBuilder::new();
    write(engine, name, &mut out);
    Some(out.finish())
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let first = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    let options = first.as_document();
    let all = first.as_str() == Some("*")
        || options.and_then(|options| options.get("allParameters")).and_then(RawValue::as_bool) == Some(true);
    let set_at = options.and_then(|options| options.get("setAt"));
    let runtime = match set_at.map(|at| at.as_str().unwrap_or_default()) {
        None => None,
        Some("runtime") => Some(true),
        Some("startup") => Some(false),
        Some(other) => {
            return Err(Error::unknown_enumeration_value("getParameter.setAt", other));
        }
    };
    let may = |set: Set, runtime: bool| set == Set::Always || (set == Set::AtStartup && !runtime);
    let wanted: Vec<_> = PARAMETERS
        .iter()
        .filter(|(name, ..)| all || request.body.get(name).is_some())
        .filter(|(_, set, _)| runtime.is_none_or(|runtime| may(*set, runtime)))
        .collect();
    if wanted.is_empty() {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "no option found to get"));
    }
    let details = options.and_then(|options| options.get("showDetails")).and_then(RawValue::as_bool);
    for (name, set, write) in wanted {
        if details != Some(true) {
            write(request.engine, name, out);
            continue;
        }
        out.document(name, |detailed| {
            write(request.engine, "value", detailed);
            detailed.append_bool("settableAtRuntime", may(*set, true));
            detailed.append_bool("settableAtStartup", may(*set, false));
        });
    }
    Ok(())
}
