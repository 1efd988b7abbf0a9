//! `usersInfo`, `rolesInfo`.

use super::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, View};

/// See <https://www.mongodb.com/docs/manual/reference/command/usersInfo/>. There are no users.
pub(super) static COMMAND: Command = Command {
    name: "usersInfo",
    summary: "Lists users, of whom there are none.",
    example: r#"{"usersInfo": 1}"#,
    fields: &[
        "showCredentials",
        "showCustomData",
        "showPrivileges",
        "showAuthenticationRestrictions",
        "filter",
    ],
    run: |request, out| list(request, "users", "user", out),
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/rolesInfo/>. There are no
/// roles besides the built-in ones, which give nobody anything here.
pub(super) static ROLES: Command = Command {
    name: "rolesInfo",
    summary: "Lists the roles that users have defined, of which there are none.",
    example: r#"{"rolesInfo": 1}"#,
    fields: &["showAuthenticationRestrictions", "showPrivileges"],
    refused: &["showBuiltinRoles"],
    run: |request, out| list(request, "roles", "role", out),
    ..Command::DEFAULT
};

fn list(request: &mut Request<'_>, what: &str, one: &str, out: &mut DocBuilder) -> Result<()> {
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
