//! `updateUser`.

use crate::command::shared::user_store::{self, USERS};
use crate::command::{Command, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/updateUser/>.
pub(super) static COMMAND: Command = Command {
    name: "updateUser",
    summary: "Replaces what is said of a user: the password, the roles, the data besides.",
    example: r#"{"updateUser": "ada", "roles": ["read"], "$db": "lent"}"#,
    fields: user_store::FIELDS,
    refused: user_store::UNSUPPORTED,
    run,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let (database, name, arguments) = (request.database, user_store::name_of(request)?, request.arguments());
    let given = ["pwd", "customData", "roles", "mechanisms"];
    if given.iter().all(|field| arguments.field(field).is_none()) {
        return Err(Error::bad_value("Must specify at least one field to update in updateUser"));
    }
    user_store::has_password(&arguments)?;
    let mut changes = DocBuilder::new();
    if let Some(custom) = arguments.document("customData")? {
        changes.append_doc("customData", custom);
    }
    if let Some(roles) = arguments.array("roles")? {
        changes.append_array("roles", RawDoc::new(&user_store::read_roles(request.engine, database, roles)?));
    }
    if let Some(mechanisms) = arguments.array("mechanisms")? {
        changes.append_array("mechanisms", RawDoc::new(&user_store::read_mechanisms(Some(mechanisms))?));
    }
    let user = user_store::find(request.engine, USERS, (database, name))
        .ok_or_else(|| Error::new(ErrorCode::USER_NOT_FOUND, format!("User {name}@{database} not found")))?;
    user_store::change(request.engine, USERS, RawDoc::new(&user), RawDoc::new(&changes.finish()))
}
