//! `rolesInfo`.

use crate::command::shared::user_store::{self, ADMIN_ROLES, ROLES};
use crate::command::shared::{role_store, user_names};
use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/rolesInfo/>. Built-in roles show no
/// privileges, since these are unknown here.
pub(super) static COMMAND: Command = Command {
    name: "rolesInfo",
    summary: "Lists roles: those that users have defined, and the built-in ones.",
    example: r#"{"rolesInfo": 1, "showBuiltinRoles": true}"#,
    fields: &["showAuthenticationRestrictions", "showBuiltinRoles", "showPrivileges"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let requested = user_names::read(request, "role")?;
    let privileges = arguments.flag("showPrivileges")?;
    let restrictions = arguments.flag("showAuthenticationRestrictions")?;
    let built_in = arguments.flag("showBuiltinRoles")?;
    let mut list = ArrayBuilder::new();
    let by_name = matches!(requested, user_names::RequestedNames::Names(_));
    let show = Show { privileges, restrictions, by_name };
    let documents = match &requested {
        user_names::RequestedNames::Names(names) => {
            let role = |(database, name): &(String, String)| match role_store::is_built_in((database, name)) {
                true => Some(plain(database, name)),
                false => user_store::find(request.engine, role_store::ROLES_COLLECTION, (database, name)),
            };
            names.iter().filter_map(role).collect()
        }
        user_names::RequestedNames::Database | user_names::RequestedNames::All => {
            let database = request.database;
            let mut all = user_store::list(request.engine, role_store::ROLES_COLLECTION, Some(database));
            if built_in {
                all.extend(ROLES.iter().map(|name| plain(database, name)));
                let only = if database == "admin" { ADMIN_ROLES } else { &[] };
                all.extend(only.iter().map(|name| plain(database, name)));
            }
            all
        }
    };
    for role in &documents {
        show.write(request, role, &mut list)?;
    }
    out.append_array("roles", RawDoc::new(&list.finish()));
    Ok(())
}

/// Returns the document of a built-in role.
fn plain(database: &str, name: &str) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.append_str("role", name).append_str("db", database).append_array("roles", RawDoc::empty());
    out.finish()
}

/// The requested details of roles.
struct Show {
    privileges: bool,
    restrictions: bool,
    /// A server writes the fields of a role requested by name in another order.
    by_name: bool,
}

impl Show {
    fn write(&self, request: &Request<'_>, role: &[u8], list: &mut ArrayBuilder) -> Result<()> {
        let engine = &*request.engine;
        let (fields, roles) = (RawDoc::new(role), role_store::list(role, "roles"));
        let built_in = fields.get("_id").is_none();
        let all = match self.privileges {
            true => {
                let mut itself = ArrayBuilder::new();
                itself.push_doc(fields);
                Some(role_store::privileges_of(engine, RawDoc::new(&itself.finish()))?)
            }
            false => None,
        };
        let inherited = role_store::inherited(engine, roles);
        let mut out = DocBuilder::new();
        for element in fields {
            let later = built_in && !self.by_name && element.key == b"roles";
            if !later && (self.privileges || element.key != b"privileges") {
                out.append_raw_bytes(element.key, element.value);
            }
        }
        if self.restrictions {
            out.append_array("authenticationRestrictions", RawDoc::empty());
        }
        if !self.by_name {
            out.append_bool("isBuiltin", built_in);
        }
        if built_in && !self.by_name {
            out.append_array("roles", roles);
        }
        out.append_array("inheritedRoles", RawDoc::new(&inherited));
        if let Some(all) = &all {
            out.append_array("inheritedPrivileges", RawDoc::new(all));
        }
        if self.restrictions {
            out.append_array("inheritedAuthenticationRestrictions", RawDoc::empty());
        }
        if self.by_name {
            out.append_bool("isBuiltin", built_in);
        }
        list.push_doc(RawDoc::new(&out.finish()));
        Ok(())
    }
}
