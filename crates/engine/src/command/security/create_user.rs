//! `createUser`.

use crate::command::shared::user_store::{self, USERS};
use crate::command::{Command, Request, Writes};
use crate::error::{Error, Result};
use crate::internal_namespaces::EXTERNAL;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/createUser/>.
pub(super) static COMMAND: Command = Command {
    name: "createUser",
    summary: "Adds a user. Without authentication, users have no effect.",
    example: r#"{"createUser": "ada", "pwd": "secret", "roles": ["readWrite"]}"#,
    fields: user_store::FIELDS,
    refused: user_store::UNSUPPORTED,
    run,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let (database, name, arguments) = (request.database, user_store::name_of(request)?, request.arguments());
    let roles = arguments.array("roles")?.ok_or_else(|| arguments.missing("roles"))?;
    let custom = arguments.document("customData")?;
    if name.is_empty() {
        return Err(Error::bad_value("User document needs 'user' field to be a non-empty string"));
    }
    if name.contains('\0') {
        return Err(Error::bad_value("Username cannot contain NULL characters"));
    }
    let known = user_store::has_password(&arguments)?;
    if known == (database == EXTERNAL) {
        return Err(Error::bad_value(if known {
            "Cannot set the password for users defined on the '$external' database"
        } else {
            "Must provide a 'pwd' field for all user documents, except those with '$external' as the user's source db"
        }));
    }
    if database == "local" {
        return Err(Error::bad_value("Cannot create users in the local database"));
    }
    arguments.flag("digestPassword")?;
    let mut mechanisms = user_store::read_mechanisms(arguments.array("mechanisms")?)?;
    if database == EXTERNAL {
        let mut others = ArrayBuilder::new();
        others.push_str("external");
        mechanisms = others.finish();
    }
    let roles = user_store::read_roles(request.engine, database, roles)?;
    if user_store::find(request.engine, USERS, (database, name)).is_some() {
        return Err(Error::new(51003, format!("User \"{name}@{database}\" already exists")));
    }
    let what = (custom, RawDoc::new(&roles), RawDoc::new(&mechanisms));
    let user = user_store::document(request.engine, (database, name), what);
    user_store::add(request.engine, USERS, &user)
}
