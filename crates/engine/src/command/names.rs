//! What databases and collections may be called.

use crate::error::{Error, ErrorCode, Result};

/// Refuses names a database cannot have
/// (<https://www.mongodb.com/docs/manual/reference/limits/#naming-restrictions>).
///
/// # Errors
/// `InvalidNamespace` (73).
pub fn check_database_name(name: &str) -> Result<()> {
    let forbidden = |c: char| matches!(c, '/' | '\\' | '.' | ' ' | '"' | '$' | '\0');
    if name.is_empty() || name.len() >= 64 || name.contains(forbidden) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Invalid database name specified '{name}'"),
        ));
    }
    Ok(())
}

/// Refuses names a collection cannot have.
///
/// # Errors
/// `InvalidNamespace` (73).
pub fn check_collection_name(database: &str, name: &str) -> Result<()> {
    let invalid = name.is_empty()
        || name.starts_with('.')
        || name.ends_with('.')
        || name.contains(['$', '\0'])
        || database.len() + name.len() + 1 > 255;
    if invalid {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Invalid namespace specified '{database}.{name}'"),
        ));
    }
    Ok(())
}
