//! What may stand inside the arguments and paths of operators: modifiers of `$push` and `$addToSet`, and
//! placeholders for array elements. Here is what they say about themselves: the operators that take
//! modifiers read them (`update/operator`), and paths the placeholders (`update/path.rs`).
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

/// Every modifier and placeholder. The code of an example is a statement of the `update` command: `q`,
/// `u`, `arrayFilters`.
pub const MODIFIERS: &[Help] = &[
    positional::MODIFIER,
    positional_all::MODIFIER,
    positional_filtered::MODIFIER,
    each::MODIFIER,
    position::MODIFIER,
    slice::MODIFIER,
    sort::MODIFIER,
];
