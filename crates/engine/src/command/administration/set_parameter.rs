//! `setParameter`.

use super::get_parameter;
use crate::arguments::Arguments;
use crate::command::{ANY_FIELDS, Command, GENERIC_FIELDS, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, compare_raw};

/// See <https://www.mongodb.com/docs/manual/reference/command/setParameter/>.
pub(super) static COMMAND: Command = Command {
    name: "setParameter",
    summary: "Sets how much is logged, whether queries need indexes and whether documents expire, and other parameters of the server to the value they have.",
    example: r#"{"setParameter": 1, "ttlMonitorEnabled": true, "$db": "admin"}"#,
    fields: ANY_FIELDS,
    run,
    admin: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let invalid = |text: String| Error::new(ErrorCode::INVALID_OPTIONS, text);
    let mut fields = request.body.iter().skip(1).filter(|e| !GENERIC_FIELDS.contains(&e.name()));
    let Some(field) = fields.next() else {
        return Err(invalid("no option found to set, use help:true to see options ".into()));
    };
    let name = field.name();
    let Some(present) = get_parameter::value_of(request.engine, name) else {
        return Err(invalid(format!(
            "attempted to set unrecognized parameter [{name}], use help:true to see options "
        )));
    };
    let present = RawDoc::new(&present);
    let was = present.get(name).unwrap_or(RawValue::MISSING);
    match name {
        "logLevel" => request.engine.parameters.log_levels.set_general(field.value)?,
        "logComponentVerbosity" => {
            let levels = Arguments::new("setParameter", request.body).document(name)?;
            let mut changed = request.engine.parameters.log_levels.clone();
            changed.set(levels.unwrap_or(RawDoc::empty()))?;
            request.engine.parameters.log_levels = changed;
        }
        "notablescan" => request.engine.parameters.no_table_scan = flag(name, field.value)?,
        "ttlMonitorEnabled" => request.engine.parameters.ttl_monitor = flag(name, field.value)?,
        _ if compare_raw(was, field.value).is_eq() => {}
        _ => return Err(Error::not_supported(&format!("Changing the parameter '{name}'"))),
    }
    out.append_raw("was", was);
    Ok(())
}

/// Parses a parameter that is on or off.
///
/// # Errors
/// `BadValue` (2) for a value that is neither a boolean nor a number.
fn flag(name: &str, value: RawValue<'_>) -> Result<bool> {
    let number = || value.as_number().map(|number| number.to_f64() != 0.0);
    let wrong =
        || Error::bad_value(format!("Failed to set parameter '{name}': the value must be true or false"));
    value.as_bool().or_else(number).ok_or_else(wrong)
}
