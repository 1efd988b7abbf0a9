//! The `n` of accumulators that keep so many values of each group.

use crate::Result;
use crate::aggregate::expression::{Expression, Scope, count_of};
use crate::value::RawDoc;

/// The `n` of one group.
#[derive(Debug, Default)]
pub(super) struct GroupCount {
    /// Zero until the group's first document, which is never what `n` is.
    known: usize,
    /// The document that `n` is evaluated against, when not the group's own.
    key: Option<Vec<u8>>,
}

impl GroupCount {
    /// Takes the group's key, for an `n` that is not the same for all groups.
    pub(super) fn set_key(&mut self, key: RawDoc<'_>) {
        self.key = Some(key.as_bytes().to_vec());
    }

    /// The `n`, evaluated with the first document; 1 without an expression.
    ///
    /// # Errors
    /// Errors of the expression, and those of [`count_of`] when it is no count.
    pub(super) fn get(&mut self, n: Option<&dyn Expression>, scope: &Scope<'_, '_>) -> Result<usize> {
        if self.known == 0 {
            self.known = match n {
                None => 1,
                Some(n) => count_of(&n.evaluate(&super::set_up(scope, self.key.as_ref()))?)?,
            };
        }
        Ok(self.known)
    }

    /// Forgets what was learnt from the first document.
    pub(super) fn reset(&mut self) {
        self.known = 0;
    }
}
