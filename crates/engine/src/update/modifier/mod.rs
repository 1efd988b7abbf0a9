//! Documentation of the modifiers of `$push` and `$addToSet`, and of the placeholders for array elements.
//! The operators implement their modifiers (`update/operator`), and paths the placeholders
//! (`update/path.rs`).
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/update-array/>.

mod each;
mod position;
mod positional;
mod positional_all;
mod positional_filtered;
mod slice;
mod sort;

use crate::operator::Help;

/// Every modifier and placeholder. An example is a statement of the `update` command: `q`, `u`,
/// `arrayFilters`.
pub const MODIFIERS: &[Help] = &[
    positional::MODIFIER,
    positional_all::MODIFIER,
    positional_filtered::MODIFIER,
    each::MODIFIER,
    position::MODIFIER,
    slice::MODIFIER,
    sort::MODIFIER,
];
