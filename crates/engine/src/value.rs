//! BSON values, and the collations that strings are compared by.

pub use collation::{Collation, is_combining_mark, without_marks};
pub use values::*;

/// Keys of values, in the order of the values.
pub mod key {
    pub use collation::encode_under;
    pub use values::key::*;
}
