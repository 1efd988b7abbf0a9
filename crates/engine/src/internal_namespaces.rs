//! The server's reserved names.

/// The server's own databases.
pub(crate) const INTERNAL_DATABASES: [&str; 3] = [ADMIN, "config", LOCAL];

/// The database for administrative data.
pub(crate) const ADMIN: &str = "admin";

/// The database that is never replicated.
pub(crate) const LOCAL: &str = "local";

/// The database of externally authenticated users
/// (<https://www.mongodb.com/docs/manual/reference/method/db.createUser/>).
pub(crate) const EXTERNAL: &str = "$external";

/// The collection name of pipelines without a collection, `{ aggregate: 1 }`.
pub(crate) const NO_COLLECTION: &str = "$cmd.aggregate";

/// The collection of sessions in the database `config`.
pub(crate) const STORED_SESSIONS: &str = "system.sessions";

/// The collection with a database's profile.
pub(crate) const PROFILE: &str = "system.profile";

/// The collection with the definitions of a database's views.
pub(crate) const VIEWS: &str = "system.views";

/// Whether a database is internal.
pub(crate) fn is_internal(database: &str) -> bool {
    INTERNAL_DATABASES.contains(&database)
}
