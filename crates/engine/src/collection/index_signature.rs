//! The equivalence of index definitions.
//!
//! <https://www.mongodb.com/docs/manual/reference/method/db.collection.createIndexes/#multiple-index-builds>,
//! <https://www.mongodb.com/docs/manual/reference/collation/#collation-and-index-types>

use super::{IndexSpec, KeyKind};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{compare_documents, display_document};

impl IndexSpec {
    /// Rejects a collation, even the collection's default, for key kinds that don't compare strings.
    ///
    /// # Errors
    /// `CannotCreateIndex` (67).
    pub fn check_collation(&self) -> Result<()> {
        let of = |kind: KeyKind| self.fields.iter().any(|field| field.kind == kind);
        let simple =
            [(KeyKind::Plane, "2d"), (KeyKind::Text, "text")].into_iter().find(|(kind, _)| of(*kind));
        let (Some(collation), Some((_, name))) = (&self.collation, simple) else { return Ok(()) };
        Err(Error::new(
            ErrorCode::CANNOT_CREATE_INDEX,
            format!(
                "Index type '{name}' does not support collation: {}",
                display_document(collation.document())
            ),
        ))
    }

    /// Whether two definitions have the same key pattern.
    pub fn same_pattern(&self, other: &IndexSpec) -> bool {
        compare_documents(self.pattern(), other.pattern()).is_eq()
    }

    /// Whether two definitions have the same entries. Indexes that differ here may coexist under different
    /// names.
    pub fn same_signature(&self, other: &IndexSpec) -> bool {
        self.same_pattern(other)
            && self.unique == other.unique
            && self.sparse == other.sparse
            && self.collation == other.collation
            && self.wildcard == other.wildcard
            && self.filter_key() == other.filter_key()
    }

    /// Whether two definitions have the same options except for the name.
    pub fn same_options(&self, other: &IndexSpec) -> bool {
        self.same_signature(other)
            && self.expire_after_seconds == other.expire_after_seconds
            && self.plane == other.plane
            && self.text == other.text
    }
}
