//! `usersInfo`.

use crate::command::shared::query::parse_filter;
use crate::command::shared::{role_store, user_names, user_store};
use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/usersInfo/>. There are no credentials to
/// show, since passwords are not stored.
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
    let requested = user_names::read(request, "user")?;
    let filter = match arguments.document("filter")? {
        Some(filter) => Some(parse_filter(request, Some(filter))?.filter),
        None => None,
    };
    let mut users: Vec<Vec<u8>> = match &requested {
        user_names::RequestedNames::All => user_store::list(request.engine, user_store::USERS, None),
        user_names::RequestedNames::Database => {
            user_store::list(request.engine, user_store::USERS, Some(request.database))
        }
        user_names::RequestedNames::Names(names) => names
            .iter()
            .filter_map(|(database, name)| {
                user_store::find(request.engine, user_store::USERS, (database, name))
            })
            .collect(),
    };
    crate::value::sort_by(&mut users, |a, b| id_of(a).cmp(id_of(b)));
    let restrictions = arguments.flag("showAuthenticationRestrictions")?;
    // Passwords are not stored.
    arguments.flag("showCredentials")?;
    let details = arguments.flag("showPrivileges")? || restrictions;
    if details && !matches!(requested, user_names::RequestedNames::Names(_)) {
        return Err(Error::new(
            ErrorCode::ILLEGAL_OPERATION,
            "Privilege or restriction details require exact-match usersInfo queries",
        ));
    }
    let hides_custom = arguments.boolean("showCustomData")? == Some(false);
    let mut shown = Vec::new();
    for user in &users {
        if filter.as_ref().map_or(Ok(true), |filter| filter.matches(RawDoc::new(user)))? {
            shown.push(RawDoc::new(user));
        }
    }
    let mut list = ArrayBuilder::new();
    for user in shown {
        let mut one = DocBuilder::new();
        for element in user.iter().filter(|e| !(hides_custom && e.key == b"customData")) {
            one.append_raw_bytes(element.key, element.value);
        }
        if details {
            let roles = role_store::list(user.as_bytes(), "roles");
            let privileges = role_store::privileges_of(request.engine, roles)?;
            one.append_array("inheritedRoles", RawDoc::new(&role_store::inherited(request.engine, roles)))
                .append_array("inheritedPrivileges", RawDoc::new(&privileges))
                .append_array("inheritedAuthenticationRestrictions", RawDoc::empty());
        }
        if restrictions {
            one.append_array("authenticationRestrictions", RawDoc::empty());
        }
        list.push_doc(RawDoc::new(&one.finish()));
    }
    out.append_array("users", RawDoc::new(&list.finish()));
    Ok(())
}

fn id_of(user: &[u8]) -> &str {
    RawDoc::new(user).get("_id").and_then(RawValue::as_str).unwrap_or_default()
}
