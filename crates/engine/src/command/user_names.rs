//! The names of users and roles in `usersInfo` and `rolesInfo`, which have the same forms.

use super::Request;
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, View};

/// Checks the names that are asked for, and answers that there are none: `what` is the list's name in
/// the reply, `one` the field of a name that has its database beside it.
///
/// # Errors
/// `BadValue` for what is no name.
pub(super) fn list_none(
    request: &mut Request<'_>,
    what: &str,
    one: &str,
    out: &mut DocBuilder,
) -> Result<()> {
    let asked = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    match asked.as_array() {
        Some(names) => names.values().try_for_each(|name| check_name(name, one))?,
        None => check_name(asked, one)?,
    }
    out.array(what, |_| {});
    Ok(())
}

/// A name, a name with its database, all databases' (`forAllDBs`), or 1 for all.
fn check_name(name: RawValue<'_>, one: &str) -> Result<()> {
    match name.view() {
        View::String(_) | View::Number(_) => Ok(()),
        View::Document(name) if name.get("forAllDBs").is_some() => Ok(()),
        View::Document(name) => ["db", one].iter().try_for_each(|field| check_part(name, field)),
        _ => Err(Error::bad_value("User and role names must be either strings or objects")),
    }
}

fn check_part(name: RawDoc<'_>, field: &str) -> Result<()> {
    match name.get(field).and_then(RawValue::as_str) {
        Some(_) => Ok(()),
        None => Err(Error::bad_value(format!("User and role names must have a string \"{field}\""))),
    }
}
