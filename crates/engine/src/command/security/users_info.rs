//! `usersInfo`.

use crate::command::shared::query::parse_filter;
use crate::command::shared::{user_names, user_store};
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/usersInfo/>. Passwords are not kept, so
/// there are none to show.
pub(super) static COMMAND: Command = Command {
    name: "usersInfo",
    summary: "Lists users.",
    example: r#"{"usersInfo": 1}"#,
    fields: &[
        "showCredentials",
        "showCustomData",
        "showPrivileges",
        "showAuthenticationRestrictions",
        "filter",
    ],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let asked = user_names::read(request, "user")?;
    let filter = match arguments.document("filter")? {
        Some(filter) => Some(parse_filter(request, Some(filter))?.filter),
        None => None,
    };
    let mut users: Vec<Vec<u8>> = match &asked {
        user_names::Asked::All => user_store::list(request.engine, user_store::USERS, None),
        user_names::Asked::Database => {
            user_store::list(request.engine, user_store::USERS, Some(request.database))
        }
        user_names::Asked::Names(names) => names
            .iter()
            .filter_map(|(database, name)| {
                user_store::find(request.engine, user_store::USERS, (database, name))
            })
            .collect(),
    };
    users.sort_by(|a, b| id_of(a).cmp(id_of(b)));
    let privileges = arguments.flag("showPrivileges")? || arguments.flag("showAuthenticationRestrictions")?;
    if privileges && !users.is_empty() {
        return Err(Error::not_supported("The option 'showPrivileges' of usersInfo"));
    }
    let hides_custom = arguments.boolean("showCustomData")? == Some(false);
    let mut shown = Vec::new();
    for user in &users {
        if filter.as_ref().map_or(Ok(true), |filter| filter.matches(RawDoc::new(user)))? {
            shown.push(RawDoc::new(user));
        }
    }
    out.array("users", |list| {
        for user in shown {
            list.document(|out| {
                for element in user.iter().filter(|e| !(hides_custom && e.key == b"customData")) {
                    out.append_raw_bytes(element.key, element.value);
                }
            });
        }
    });
    Ok(())
}

fn id_of(user: &[u8]) -> &str {
    RawDoc::new(user).get("_id").and_then(RawValue::as_str).unwrap_or_default()
}
