//! Users, stored as documents of `admin.system.users`
//! (<https://www.mongodb.com/docs/manual/reference/system-users-collection/>). There is no authentication,
//! as on a server without access control, so passwords are not stored.

use super::role_store;
use super::user_names::part;
use crate::arguments::Arguments;
use crate::collection::Change;
use crate::command::Request;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value, compare_documents};

/// The collection of users.
pub(in crate::command) const USERS: &str = "system.users";

/// The fields of a user's definition.
pub(in crate::command) const FIELDS: &[&str] =
    &["pwd", "customData", "roles", "digestPassword", "mechanisms"];
/// The unsupported fields.
pub(in crate::command) const UNSUPPORTED: &[&str] = &["authenticationRestrictions"];

/// The built-in roles of every database (<https://www.mongodb.com/docs/manual/reference/built-in-roles/>).
pub(in crate::command) const ROLES: &[&str] =
    &["read", "readWrite", "dbAdmin", "dbOwner", "userAdmin", "enableSharding"];

/// The built-in roles of the database `admin` only.
pub(in crate::command) const ADMIN_ROLES: &[&str] = &[
    "backup",
    "clusterAdmin",
    "clusterManager",
    "clusterMonitor",
    "dbAdminAnyDatabase",
    "directShardOperations",
    "hostManager",
    "readAnyDatabase",
    "readWriteAnyDatabase",
    "restore",
    "root",
    "userAdminAnyDatabase",
    "__system",
];

/// The authentication mechanisms of a server.
const MECHANISMS: &[&str] = &["SCRAM-SHA-1", "SCRAM-SHA-256"];

/// The effect of a command on the given roles or privileges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::command) enum Act {
    /// Adds them.
    Grant,
    /// Removes them.
    Revoke,
}

/// Returns the name of the user or role in a command's first field.
#[inline(never)]
pub(in crate::command) fn name_of<'a>(request: &Request<'a>) -> Result<&'a str> {
    let arguments = request.arguments();
    let field = request.body.first().map_or("", |first| first.name());
    arguments.required(field)?.as_str().ok_or_else(|| {
        let value = arguments.get(field).unwrap_or(RawValue::MISSING);
        arguments.wrong_type(field, value, "string")
    })
}

fn id_of(database: &str, name: &str) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.append_str("_id", &format!("{database}.{name}"));
    out.finish()
}

/// Returns the document of a user or role; `kept` is the collection.
pub(in crate::command) fn find(
    engine: &Engine,
    kept: &str,
    (database, name): (&str, &str),
) -> Option<Vec<u8>> {
    let users = engine.collection("admin", kept)?;
    let record = users.find_id(RawDoc::new(&id_of(database, name)).get("_id")?)?;
    users.records().get(record).map(<[u8]>::to_vec)
}

/// Returns the users or roles of a database, or of all.
#[inline(never)]
pub(in crate::command) fn list(engine: &Engine, kept: &str, database: Option<&str>) -> Vec<Vec<u8>> {
    let Some(users) = engine.collection("admin", kept) else { return Vec::new() };
    let is_of = |user: &[u8], name| RawDoc::new(user).get("db").and_then(RawValue::as_str) == Some(name);
    let all = users.records().iter().map(|(_, user)| user);
    all.filter(|user| database.is_none_or(|name| is_of(user, name))).map(<[u8]>::to_vec).collect()
}

/// Removes a user or a role. Returns whether it existed.
pub(in crate::command) fn remove(
    engine: &mut Engine,
    kept: &str,
    (database, name): (&str, &str),
) -> Result<bool> {
    let id = id_of(database, name);
    let Some(users) = engine.collection_mut("admin", kept) else { return Ok(false) };
    let Some(record) = RawDoc::new(&id).get("_id").and_then(|id| users.find_id(id)) else { return Ok(false) };
    users.delete(record)?;
    Ok(true)
}

/// Stores a user or a role.
#[inline(never)]
pub(in crate::command) fn add(engine: &mut Engine, kept: &str, user: &[u8]) -> Result<()> {
    engine.collection_or_create("admin", kept)?.insert(user)?;
    Ok(())
}

/// Builds a new user's document.
pub(in crate::command) fn document(
    engine: &mut Engine,
    (database, name): (&str, &str),
    (custom, roles, mechanisms): (Option<RawDoc<'_>>, RawDoc<'_>, RawDoc<'_>),
) -> Vec<u8> {
    let uuid = Value::uuid(engine.new_uuid());
    let mut out = DocBuilder::new();
    out.append_all(RawDoc::new(&id_of(database, name)))
        .append("userId", &uuid)
        .append_str("user", name)
        .append_str("db", database);
    if let Some(custom) = custom {
        out.append_doc("customData", custom);
    }
    out.append_array("roles", roles).append_array("mechanisms", mechanisms);
    out.finish()
}

/// Replaces the fields in `changes` of a user or a role.
#[inline(never)]
pub(in crate::command) fn change(
    engine: &mut Engine,
    kept: &str,
    user: RawDoc<'_>,
    changes: RawDoc<'_>,
) -> Result<()> {
    let after = changed(user, changes);
    let users = engine.collection_or_create("admin", kept)?;
    if let Some(record) = user.get("_id").and_then(|id| users.find_id(id)) {
        users.update(record, Change::replace(&after))?;
    }
    Ok(())
}

fn changed(user: RawDoc<'_>, changes: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::new();
    for element in user {
        // `customData` precedes the roles.
        if element.key == b"roles" && user.get("customData").is_none() {
            changes.get("customData").map(|custom| out.append_raw("customData", custom));
        }
        out.append_raw_bytes(element.key, changes.get(element.name()).unwrap_or(element.value));
    }
    out.finish()
}

/// Parses `roles`: names in this database, or documents of name and database.
///
/// # Errors
/// `BadValue`; `RoleNotFound` (31).
#[inline(never)]
pub(in crate::command) fn read_roles(engine: &Engine, database: &str, given: RawDoc<'_>) -> Result<Vec<u8>> {
    let mut roles = ArrayBuilder::new();
    for role in given.values() {
        let (name, of) = match (role.as_str(), role.as_document()) {
            (Some(name), _) => (name, database),
            (_, Some(role)) => (part("Role", role, "role")?, part("Role", role, "db")?),
            _ => return Err(Error::bad_value("Role names must be either strings or objects")),
        };
        role_store::known(engine, (of, name))?;
        roles.document(|out| {
            out.append_str("role", name).append_str("db", of);
        });
    }
    Ok(roles.finish())
}

/// Parses `pwd`. Returns whether it is present.
///
/// # Errors
/// `BadValue` when it is empty.
pub(in crate::command) fn has_password(arguments: &Arguments<'_>) -> Result<bool> {
    match arguments.string("pwd")? {
        Some("") => Err(Error::bad_value("Password cannot be empty")),
        given => Ok(given.is_some()),
    }
}

/// Parses `mechanisms`; the default is all.
///
/// # Errors
/// `BadValue` for an unknown one, or an empty list.
pub(in crate::command) fn read_mechanisms(given: Option<RawDoc<'_>>) -> Result<Vec<u8>> {
    let mut out = ArrayBuilder::new();
    let names: Vec<_> = given.map(|given| given.values().map(RawValue::as_str).collect()).unwrap_or_default();
    if given.is_some() && names.is_empty() {
        return Err(Error::bad_value("mechanisms field must not be empty"));
    }
    for name in &names {
        match name.filter(|name| MECHANISMS.contains(name)) {
            Some(name) => out.push_str(name),
            None => {
                let name = name.unwrap_or_default();
                return Err(Error::bad_value(format!("Unknown auth mechanism '{name}'")));
            }
        };
    }
    if given.is_none() {
        for name in MECHANISMS {
            out.push_str(name);
        }
    }
    Ok(out.finish())
}

/// Returns the roles of the first list, with those of the second added or removed.
#[inline(never)]
pub(in crate::command) fn merged_roles(own: RawDoc<'_>, given: RawDoc<'_>, act: Act) -> Vec<u8> {
    let has = |list: RawDoc<'_>, role: RawDoc<'_>| {
        list.values().filter_map(RawValue::as_document).any(|other| compare_documents(other, role).is_eq())
    };
    let mut out = ArrayBuilder::new();
    for role in own.values().filter_map(RawValue::as_document) {
        if act == Act::Grant || !has(given, role) {
            out.push_doc(role);
        }
    }
    for role in given.values().filter_map(RawValue::as_document) {
        if act == Act::Grant && !has(own, role) {
            out.push_doc(role);
        }
    }
    out.finish()
}

/// Returns a required array, which must not be empty.
///
/// # Errors
/// `BadValue`, `TypeMismatch`; an error for a missing field.
#[inline(never)]
pub(in crate::command) fn some<'a>(arguments: &Arguments<'a>, field: &str) -> Result<RawDoc<'a>> {
    let given = arguments.array(field)?.ok_or_else(|| arguments.missing(field))?;
    if given.is_empty() {
        let command = arguments.structure();
        return Err(Error::bad_value(format!("{command} command requires a non-empty \"{field}\" array")));
    }
    Ok(given)
}

/// `grantRolesToUser`, `revokeRolesFromUser`.
///
/// # Errors
/// `UserNotFound` (11), `RoleNotFound` (31), `BadValue`.
pub(in crate::command) fn change_roles(request: &mut Request<'_>, act: Act) -> Result<()> {
    let (database, name, arguments) = (request.database, name_of(request)?, request.arguments());
    let given = some(&arguments, "roles")?;
    let user = find(request.engine, USERS, (database, name)).ok_or_else(|| {
        let text = format!("Could not find user \"{name}\" for db \"{database}\"");
        Error::new(ErrorCode::USER_NOT_FOUND, text)
    })?;
    let given = read_roles(request.engine, database, given)?;
    let user = RawDoc::new(&user);
    let own = user.get("roles").and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
    let mut changes = DocBuilder::new();
    changes.append_array("roles", RawDoc::new(&merged_roles(own, RawDoc::new(&given), act)));
    change(request.engine, USERS, user, RawDoc::new(&changes.finish()))
}
