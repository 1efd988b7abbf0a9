//! Validation of database and collection names.

use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::EXTERNAL;

/// Rejects invalid database names
/// (<https://www.mongodb.com/docs/manual/reference/limits/#naming-restrictions>).
///
/// # Errors
/// `InvalidNamespace` (73).
pub fn check_database_name(name: &str) -> Result<()> {
    let forbidden = |c: char| matches!(c, '/' | '\\' | '.' | ' ' | '"' | '$' | '\0');
    if name != EXTERNAL && (name.is_empty() || name.len() >= 64 || name.contains(forbidden)) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Invalid database name specified '{name}'"),
        ));
    }
    Ok(())
}

/// Splits a namespace into its database and collection name.
///
/// # Errors
/// `InvalidNamespace` (73).
pub(in crate::command) fn split_namespace(namespace: &str) -> Result<(&str, &str)> {
    let (database, name) = namespace.split_once('.').ok_or_else(|| {
        Error::new(ErrorCode::INVALID_NAMESPACE, format!("Invalid namespace specified '{namespace}'"))
    })?;
    check_database_name(database)?;
    check_collection_name(database, name)?;
    Ok((database, name))
}

/// Rejects invalid collection names.
///
/// # Errors
/// `InvalidNamespace` (73).
pub fn check_collection_name(database: &str, name: &str) -> Result<()> {
    let refused = |text: String| Err(Error::new(ErrorCode::INVALID_NAMESPACE, text));
    if name.starts_with('.') {
        return refused(format!("Collection names cannot start with '.': {name}"));
    }
    if name.contains('\0') {
        return refused("namespaces cannot have embedded null characters".to_owned());
    }
    let invalid = name.is_empty() || name.contains('$') || database.len() + name.len() + 1 > 255;
    if invalid {
        return refused(format!("Invalid namespace specified '{database}.{name}'"));
    }
    Ok(())
}
