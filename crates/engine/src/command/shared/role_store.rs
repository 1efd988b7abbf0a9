//! User-defined roles, stored as documents of `admin.system.roles`
//! (<https://www.mongodb.com/docs/manual/reference/system-roles-collection/>). They are stored and shown
//! but have no effect, since there is no authentication. This code runs rarely, so shared helpers are not
//! inlined.

use super::user_store::{self, ADMIN_ROLES, Act, ROLES, name_of};
use crate::arguments::Arguments;
use crate::command::Request;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{ArrayBuilder, DocBuilder, EMPTY_DOCUMENT, RawDoc, RawValue, compare_documents};

/// The collection of roles.
pub(in crate::command) const ROLES_COLLECTION: &str = "system.roles";

/// The fields of a role's definition.
pub(in crate::command) const FIELDS: &[&str] = &["privileges", "roles"];

/// The privilege actions (<https://www.mongodb.com/docs/manual/reference/privilege-actions/>).
const ACTIONS: &str = " addShard analyze analyzeShardKey anyAction appendOplogNote applicationMessage applyOps \
authSchemaUpgrade bypassDefaultMaxTimeMS bypassDocumentValidation bypassWriteBlockingMode changeCustomData \
changeOwnCustomData changeOwnPassword changePassword changeStream checkMetadataConsistency cleanupOrphaned \
clearJumboFlag closeAllDatabases collMod collStats compact compactStructuredEncryptionData connPoolStats \
connPoolSync convertToCapped cpuProfiler createCollection createDatabase createIndex createRole \
createSearchIndexes createUser dbHash dbStats dropCollection dropConnections dropDatabase dropIndex dropRole \
dropSearchIndex dropUser enableProfiler enableSharding find flushRouterConfig forceUUID fsync \
getClusterParameter getCmdLineOpts getDefaultRWConcern getLog getParameter getShardMap getShardVersion \
grantRole hostInfo impersonate indexStats inprog insert internal invalidateUserCache killAnyCursor \
killAnySession killCursors killop listCachedAndActiveUsers listClusterCatalog listCollections \
listDatabases listIndexes listSearchIndexes listSessions listShards logRotate moveChunk moveCollection netstat \
oidReset planCacheIndexFilter planCacheRead planCacheWrite queryStatsRead queryStatsReadTransformed \
querySettings reIndex refineCollectionShardKey remove removeShard renameCollection renameCollectionSameDB \
replSetConfigure replSetGetConfig replSetGetStatus replSetHeartbeat replSetReconfig replSetStateChange \
reshardCollection resync revokeRole rotateCertificates serverStatus setAuthenticationRestriction \
setClusterParameter setDefaultRWConcern setFeatureCompatibilityVersion setParameter setUserWriteBlockMode \
shardedDataDistribution shardingState shutdown splitChunk splitVector storageDetails top touch \
transitionFromDedicatedConfigServer transitionToDedicatedConfigServer unlock unshardCollection update \
updateSearchIndex useUUID validate viewRole viewUser ";

/// A database and a name.
pub(in crate::command) type Name<'n> = (&'n str, &'n str);

/// Whether a role is built in.
pub(in crate::command) fn is_built_in((database, name): Name<'_>) -> bool {
    ROLES.contains(&name) || (database == "admin" && ADMIN_ROLES.contains(&name))
}

/// Returns a user-defined role.
#[inline(never)]
fn find(engine: &Engine, role: Name<'_>) -> Option<Vec<u8>> {
    user_store::find(engine, ROLES_COLLECTION, role)
}

#[inline(never)]
fn unknown((database, name): Name<'_>) -> Error {
    Error::new(ErrorCode::ROLE_NOT_FOUND, format!("Could not find role: {name}@{database}"))
}

/// Checks that a role exists.
///
/// # Errors
/// `RoleNotFound` (31).
pub(in crate::command) fn known(engine: &Engine, role: Name<'_>) -> Result<()> {
    if is_built_in(role) || find(engine, role).is_some() { Ok(()) } else { Err(unknown(role)) }
}

#[inline(never)]
fn refused(text: String) -> Error {
    Error::new(ErrorCode::INVALID_ROLE_MODIFICATION, text)
}

/// Returns the role that a command changes, which must not be built in.
#[inline(never)]
fn changed<'a>(request: &Request<'a>) -> Result<(Name<'a>, Vec<u8>)> {
    let role = (request.database, name_of(request)?);
    if is_built_in(role) {
        return Err(refused(format!("{}@{} is a built-in role and cannot be modified", role.1, role.0)));
    }
    let document = find(request.engine, role).ok_or_else(|| unknown(role))?;
    Ok((role, document))
}

/// Returns an array of a document.
#[inline(never)]
pub(in crate::command) fn list<'d>(document: &'d [u8], field: &str) -> RawDoc<'d> {
    RawDoc::new(document).get(field).and_then(RawValue::as_array).unwrap_or(RawDoc::empty())
}

/// Returns the documents in an array.
#[inline(never)]
fn documents(array: RawDoc<'_>) -> Vec<RawDoc<'_>> {
    array.values().filter_map(RawValue::as_document).collect()
}

/// Returns the strings in an array.
#[inline(never)]
fn strings(array: RawDoc<'_>) -> Vec<&str> {
    array.values().filter_map(RawValue::as_str).collect()
}

/// Returns the name in a reference to a role.
#[inline(never)]
pub(in crate::command) fn named(role: RawDoc<'_>) -> Name<'_> {
    let part = |field| role.get(field).and_then(RawValue::as_str).unwrap_or_default();
    (part("db"), part("role"))
}

/// Returns roles and all roles that they inherit.
pub(in crate::command) fn inherited(engine: &Engine, roles: RawDoc<'_>) -> Vec<u8> {
    let mut all = user_store::merged_roles(RawDoc::empty(), roles, Act::Grant);
    let mut next = 0;
    while let Some(role) = nth(engine, &all, next) {
        all = user_store::merged_roles(RawDoc::new(&all), list(&role, "roles"), Act::Grant);
        next += 1;
    }
    all
}

/// Returns the role at a position; `None` for a built-in one.
fn nth(engine: &Engine, roles: &[u8], at: usize) -> Option<Vec<u8>> {
    let role = documents(RawDoc::new(roles)).get(at).copied()?;
    Some(find(engine, named(role)).unwrap_or_else(|| EMPTY_DOCUMENT.to_vec()))
}

/// Parses the roles that a role is to inherit.
///
/// # Errors
/// `InvalidRoleModification` (49) for a role of another database than the role's, unless that is `admin`,
/// and for a cycle; errors of [`user_store::read_roles`].
#[inline(never)]
fn read_roles(engine: &Engine, role: Name<'_>, given: RawDoc<'_>) -> Result<Vec<u8>> {
    let (database, name) = role;
    let roles = user_store::read_roles(engine, database, given)?;
    let others = documents(RawDoc::new(&roles));
    for other in others.iter().copied().map(named) {
        if database != "admin" && other.0 != database {
            return Err(refused(format!(
                "Roles on the '{database}' database cannot be granted roles from other databases"
            )));
        }
        if other == role {
            return Err(refused(format!("Cannot grant role {name}@{database} to itself.")));
        }
    }
    let all = inherited(engine, RawDoc::new(&roles));
    if documents(RawDoc::new(&all)).into_iter().any(|other| named(other) == role) {
        // The error names the role that leads back to the first one; usually only one is given.
        let other = others.first().map_or(role, |other| named(*other));
        return Err(refused(format!(
            "Granting {}@{} to {name}@{database} would introduce a cycle in the role graph.",
            other.1, other.0
        )));
    }
    Ok(roles)
}

/// Parses privileges: a resource (<https://www.mongodb.com/docs/manual/reference/resource-document/>) and
/// its actions, sorted by name.
///
/// # Errors
/// `BadValue` for unknown actions; 49 for resources outside the role's database.
#[inline(never)]
fn read_privileges(database: &str, given: RawDoc<'_>) -> Result<Vec<u8>> {
    let mut out = ArrayBuilder::new();
    for value in given.values() {
        let privilege = Arguments::new("privileges", value.as_document().unwrap_or(RawDoc::empty()));
        let resource = privilege.document("resource")?.ok_or_else(|| privilege.missing("resource"))?;
        let actions = privilege.array("actions")?.ok_or_else(|| privilege.missing("actions"))?;
        let of = resource.get("db").and_then(RawValue::as_str);
        if of.is_none() && resource.get("cluster").or(resource.get("anyResource")).is_none() {
            return Err(Error::bad_value("A resource has a \"db\" and a \"collection\", or \"cluster\""));
        }
        if database != "admin" && of != Some(database) {
            return Err(refused(format!(
                "Roles on the '{database}' database cannot be granted privileges that target other databases or the cluster"
            )));
        }
        let mut strange = String::new();
        let actions = strings(actions);
        for name in actions.iter().filter(|name| !ACTIONS.contains(&format!(" {name} "))) {
            strange.push_str(if strange.is_empty() { "" } else { "," });
            strange.push_str(name);
        }
        if !strange.is_empty() {
            return Err(Error::bad_value(format!("Unrecognized action privilege strings: {strange}")));
        }
        push_privilege(&mut out, resource, actions);
    }
    Ok(out.finish())
}

#[inline(never)]
fn push_privilege(out: &mut ArrayBuilder, resource: RawDoc<'_>, mut actions: Vec<&str>) {
    crate::value::sort(&mut actions);
    actions.dedup();
    if actions.is_empty() {
        return;
    }
    out.document(|out| {
        out.append_doc("resource", resource).array("actions", |list| {
            for action in actions {
                list.push_str(action);
            }
        });
    });
}

/// Returns a privilege's resource and its actions.
fn parts(privilege: RawDoc<'_>) -> (RawDoc<'_>, Vec<&str>) {
    let resource = privilege.get("resource").and_then(RawValue::as_document);
    let actions = privilege.get("actions").and_then(RawValue::as_array);
    (resource.unwrap_or(RawDoc::empty()), actions.map(strings).unwrap_or_default())
}

#[inline(never)]
fn all_parts(list: RawDoc<'_>) -> Vec<(RawDoc<'_>, Vec<&str>)> {
    documents(list).into_iter().map(parts).collect()
}

/// Returns the privileges of the first list, with those of the second added or removed.
fn merged_privileges(own: RawDoc<'_>, given: RawDoc<'_>, act: Act) -> Vec<u8> {
    let (own, given) = (all_parts(own), all_parts(given));
    let kept: Vec<_> = own.iter().map(|(resource, _)| *resource).collect();
    let mut out = ArrayBuilder::new();
    for (resource, mut all) in own {
        for (_, actions) in given.iter().filter(|(other, _)| same(*other, resource)) {
            match act {
                Act::Grant => all.extend(actions),
                Act::Revoke => all.retain(|action| !actions.contains(action)),
            }
        }
        push_privilege(&mut out, resource, all);
    }
    for (resource, actions) in given.into_iter().filter(|_| act == Act::Grant) {
        if !kept.iter().any(|other| same(*other, resource)) {
            push_privilege(&mut out, resource, actions);
        }
    }
    out.finish()
}

fn same(one: RawDoc<'_>, other: RawDoc<'_>) -> bool {
    compare_documents(one, other).is_eq()
}

/// `createRole`.
pub(in crate::command) fn create(request: &mut Request<'_>) -> Result<()> {
    let (database, name, arguments) = (request.database, name_of(request)?, request.arguments());
    let role = (database, name);
    let privileges = arguments.array("privileges")?.ok_or_else(|| arguments.missing("privileges"))?;
    let roles = arguments.array("roles")?.ok_or_else(|| arguments.missing("roles"))?;
    let bad = match database {
        _ if name.is_empty() => Some("Role name must be non-empty"),
        "local" => Some("Cannot create roles in the local database"),
        "$external" => Some("Cannot create roles in the $external database"),
        _ if is_built_in(role) => Some("Cannot create roles with the same name as a built-in role"),
        _ => None,
    };
    if let Some(text) = bad {
        return Err(Error::bad_value(text));
    }
    let privileges = read_privileges(database, privileges)?;
    let roles = read_roles(request.engine, role, roles)?;
    if find(request.engine, role).is_some() {
        return Err(Error::new(51002, format!("Role \"{name}@{database}\" already exists")));
    }
    let mut out = DocBuilder::new();
    out.append_str("_id", &format!("{database}.{name}"))
        .append_str("role", name)
        .append_str("db", database)
        .append_array("privileges", RawDoc::new(&privileges))
        .append_array("roles", RawDoc::new(&roles));
    user_store::add(request.engine, ROLES_COLLECTION, &out.finish())
}

/// `updateRole`.
pub(in crate::command) fn update(request: &mut Request<'_>) -> Result<()> {
    let arguments = request.arguments();
    let (privileges, roles) = (arguments.array("privileges")?, arguments.array("roles")?);
    if privileges.is_none() && roles.is_none() {
        return Err(Error::bad_value("Must specify at least one field to update in updateRole"));
    }
    let (role, document) = changed(request)?;
    let mut changes = DocBuilder::new();
    if let Some(privileges) = privileges {
        changes.append_array("privileges", RawDoc::new(&read_privileges(role.0, privileges)?));
    }
    if let Some(roles) = roles {
        changes.append_array("roles", RawDoc::new(&read_roles(request.engine, role, roles)?));
    }
    user_store::change(
        request.engine,
        ROLES_COLLECTION,
        RawDoc::new(&document),
        RawDoc::new(&changes.finish()),
    )
}

/// Adds the roles or privileges in `field` to a role, or removes them.
pub(in crate::command) fn change(request: &mut Request<'_>, field: &str, act: Act) -> Result<()> {
    let given = user_store::some(&request.arguments(), field)?;
    let (role, document) = changed(request)?;
    let own = list(&document, field);
    let merged = if field == "privileges" {
        merged_privileges(own, RawDoc::new(&read_privileges(role.0, given)?), act)
    } else if act == Act::Grant {
        user_store::merged_roles(own, RawDoc::new(&read_roles(request.engine, role, given)?), act)
    } else {
        let given = user_store::read_roles(request.engine, role.0, given)?;
        user_store::merged_roles(own, RawDoc::new(&given), act)
    };
    let mut changes = DocBuilder::new();
    changes.append_array(field, RawDoc::new(&merged));
    user_store::change(
        request.engine,
        ROLES_COLLECTION,
        RawDoc::new(&document),
        RawDoc::new(&changes.finish()),
    )
}

/// `dropRole`.
pub(in crate::command) fn drop_one(request: &mut Request<'_>) -> Result<()> {
    let (role, _) = changed(request)?;
    remove(request.engine, role)
}

/// `dropAllRolesFromDatabase`. Returns the number of roles dropped.
pub(in crate::command) fn drop_all(request: &mut Request<'_>) -> Result<usize> {
    let roles = user_store::list(request.engine, ROLES_COLLECTION, Some(request.database));
    for role in &roles {
        remove(request.engine, named(RawDoc::new(role)))?;
    }
    Ok(roles.len())
}

/// Removes a role, also from the users and roles that have it.
#[inline(never)]
fn remove(engine: &mut Engine, role: Name<'_>) -> Result<()> {
    user_store::remove(engine, ROLES_COLLECTION, role)?;
    let mut gone = ArrayBuilder::new();
    gone.document(|out| {
        out.append_str("role", role.1).append_str("db", role.0);
    });
    let gone = gone.finish();
    for kept in [user_store::USERS, ROLES_COLLECTION] {
        for document in user_store::list(engine, kept, None) {
            if list(&document, "roles")
                .values()
                .filter_map(RawValue::as_document)
                .any(|other| named(other) == role)
            {
                let left =
                    user_store::merged_roles(list(&document, "roles"), RawDoc::new(&gone), Act::Revoke);
                let mut changes = DocBuilder::new();
                changes.append_array("roles", RawDoc::new(&left));
                user_store::change(engine, kept, RawDoc::new(&document), RawDoc::new(&changes.finish()))?;
            }
        }
    }
    Ok(())
}

/// Returns all privileges of these roles, including inherited ones. Privileges of built-in roles are unknown.
pub(in crate::command) fn privileges_of(engine: &Engine, roles: RawDoc<'_>) -> Result<Vec<u8>> {
    let mut out = ArrayBuilder::new();
    for name in documents(RawDoc::new(&inherited(engine, roles))) {
        let name = named(name);
        let Some(role) = find(engine, name) else {
            return Err(Error::not_supported(&format!(
                "Showing the privileges of the built-in role '{}'",
                name.1
            )));
        };
        for privilege in documents(list(&role, "privileges")) {
            out.push_doc(privilege);
        }
    }
    Ok(out.finish())
}
