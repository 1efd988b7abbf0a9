//! `setParameter`.

use super::get_parameter;
use crate::command::{ANY_FIELDS, Command, GENERIC_FIELDS, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/setParameter/>.
pub(super) static COMMAND: Command = Command {
    name: "setParameter",
    summary: "Sets a parameter of the server to the value it has.",
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
    let Some(present) = get_parameter::value_of(name) else {
        return Err(invalid(format!(
            "attempted to set unrecognized parameter [{name}], use help:true to see options "
        )));
    };
    let present = crate::value::RawDoc::new(&present);
    let Some(value) =
        present.get(name).filter(|value| crate::value::compare_raw(*value, field.value).is_eq())
    else {
        return Err(Error::not_supported(&format!("Another value of the parameter '{name}'")));
    };
    out.append_raw("was", value);
    Ok(())
}
