//! BSON values, and collations of strings.

pub use collation::{Collation, is_combining_mark, without_marks};
pub use values::*;

/// Order-preserving keys of values.
pub mod key {
    pub use collation::encode_under;
    pub use values::key::*;
}
