//! The `n` of accumulators that keep `n` values per group.

use crate::Result;
use crate::aggregate::expression::{Expression, Scope, count_of};
use crate::value::RawDoc;

/// The `n` of one group.
#[derive(Debug, Default)]
pub(super) struct GroupCount {
    /// The evaluated `n`. Zero, never a valid `n`, before the group's first document.
    known: usize,
    /// The group key that `n` is evaluated against; `None` to use the current document.
    key: Option<Vec<u8>>,
}

impl GroupCount {
    /// Sets the group's key, for an `n` that isn't constant.
    pub(super) fn set_key(&mut self, key: RawDoc<'_>) {
        self.key = Some(key.as_bytes().to_vec());
    }

    /// Returns `n`, evaluated at the group's first document; 1 without an expression.
    ///
    /// # Errors
    /// Errors of the expression; those of [`count_of`] when its value isn't a valid count.
    pub(super) fn get(&mut self, n: Option<&dyn Expression>, scope: &Scope<'_, '_>) -> Result<usize> {
        if self.known == 0 {
            self.known = match n {
                None => 1,
                Some(n) => count_of(&n.evaluate(&super::group_scope(scope, self.key.as_ref()))?)?,
            };
        }
        Ok(self.known)
    }

    /// Forgets the evaluated `n`.
    pub(super) fn reset(&mut self) {
        self.known = 0;
    }
}
