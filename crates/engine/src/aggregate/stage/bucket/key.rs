//! The key of `$bucket`'s groups.

use crate::aggregate::expression::{Expression, Scope};
use crate::aggregate::stage_prelude::*;
use crate::value::compare;

/// The lower boundary of the bucket that contains a value. Has the same result as the `$switch` that
/// `$bucket` expands to, but evaluates the value only once.
#[derive(Debug)]
pub(super) struct BucketKey {
    pub(super) value: Box<dyn Expression>,
    /// The boundaries, at least two, ascending.
    pub(super) boundaries: Vec<Value<'static>>,
    pub(super) default: Option<Value<'static>>,
    /// The `$switch`, evaluated under a collation and for the error of a value outside all buckets.
    pub(super) written: Box<dyn Expression>,
}

impl Expression for BucketKey {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        if scope.environment.collation.is_some() {
            return self.written.evaluate(scope);
        }
        let value = self.value.evaluate(scope)?;
        let not_above = |boundary: &Value<'_>| compare(boundary.view(), value.view()).is_le();
        let above = self.boundaries.partition_point(not_above);
        let found = if above < self.boundaries.len() { above.checked_sub(1) } else { None };
        match found.and_then(|at| self.boundaries.get(at)).or(self.default.as_ref()) {
            Some(key) => Ok(key.borrowed()),
            None => self.written.evaluate(scope),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.written.dependencies(out);
    }
}
