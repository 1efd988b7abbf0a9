//! Names that are the server's own.

/// The databases that the server keeps its own things in.
pub(crate) const INTERNAL_DATABASES: [&str; 3] = [ADMIN, "config", LOCAL];

/// The database of what concerns the whole server.
pub(crate) const ADMIN: &str = "admin";

/// The database that each server has for itself; nothing in it is replicated.
pub(crate) const LOCAL: &str = "local";

/// The database of the users whom others than the server know
/// (<https://www.mongodb.com/docs/manual/reference/method/db.createUser/>).
pub(crate) const EXTERNAL: &str = "$external";

/// What pipelines over no collection, `{ aggregate: 1 }`, are over.
pub(crate) const NO_COLLECTION: &str = "$cmd.aggregate";

/// Where the server keeps the sessions, in the database `config`.
pub(crate) const STORED_SESSIONS: &str = "system.sessions";

/// The collection that shows a database's profile.
pub(crate) const PROFILE: &str = "system.profile";

/// The collection that shows the definitions of a database's views.
pub(crate) const VIEWS: &str = "system.views";

/// Whether a database is one of the server's own.
pub(crate) fn is_internal(database: &str) -> bool {
    INTERNAL_DATABASES.contains(&database)
}
