//! Fields of references to other documents: <https://www.mongodb.com/docs/manual/reference/database-references/#dbrefs>.

/// Whether this is a field of a DBRef, which is valid although it starts with `$`.
pub fn is_dbref_field(name: &str) -> bool {
    matches!(name, "$ref" | "$id" | "$db")
}
