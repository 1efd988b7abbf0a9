//! The users and roles in `usersInfo` and `rolesInfo`, which have the same forms.

use crate::command::Request;
use crate::error::{Error, Result};
use crate::value::{RawDoc, RawValue, View};

/// The requested users or roles.
pub(in crate::command) enum RequestedNames {
    /// The users or roles of all databases.
    All,
    /// The users or roles of the command's database.
    Database,
    /// The users or roles with these names, as database and name.
    Names(Vec<(String, String)>),
}

/// Parses the request. `one` is the field with the name when a document contains name and database.
///
/// # Errors
/// `BadValue` for an invalid name.
pub(in crate::command) fn read(request: &Request<'_>, one: &str) -> Result<RequestedNames> {
    let requested = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    match (requested.view(), requested.as_array()) {
        (_, Some(names)) => names
            .values()
            .map(|name| read_name(name, request.database, one))
            .collect::<Result<_>>()
            .map(RequestedNames::Names),
        (View::Number(_), _) => Ok(RequestedNames::Database),
        (View::Document(name), _) if name.get("forAllDBs").is_some() => Ok(RequestedNames::All),
        _ => Ok(RequestedNames::Names(vec![read_name(requested, request.database, one)?])),
    }
}

/// Parses a name, or a document of name and database.
fn read_name(name: RawValue<'_>, database: &str, one: &str) -> Result<(String, String)> {
    match (name.as_str(), name.as_document()) {
        (Some(name), _) => Ok((database.to_owned(), name.to_owned())),
        (_, Some(name)) => {
            let part = |field| part("User and role", name, field).map(str::to_owned);
            Ok((part("db")?, part(one)?))
        }
        _ => Err(Error::bad_value("User and role names must be either strings or objects")),
    }
}

/// Returns a field of a name given as a document. `names` describes it in errors.
///
/// # Errors
/// `BadValue` when it is not a string.
pub(in crate::command) fn part<'n>(names: &str, name: RawDoc<'n>, field: &str) -> Result<&'n str> {
    name.get(field)
        .and_then(RawValue::as_str)
        .ok_or_else(|| Error::bad_value(format!("{names} names must have a string \"{field}\"")))
}
