//! Comparison in update operators, under the update's collation.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Parsing;
use crate::value::{Collation, RawValue, compare, compare_raw, key::key_of};

/// The BSON order of values, under a collation if there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Order(Option<Rc<Collation>>);

impl Order {
    /// Returns the order for the update being compiled.
    pub(super) fn of(parsing: &Parsing<'_>) -> Self {
        Order(parsing.context.collation().cloned())
    }

    /// Orders two values.
    pub(super) fn compare(&self, a: RawValue<'_>, b: RawValue<'_>) -> Ordering {
        match &self.0 {
            None => compare_raw(a, b),
            Some(collation) => compare(collation.fold(a).view(), collation.fold(b).view()),
        }
    }

    /// Whether two values are equal.
    pub(super) fn equal(&self, a: RawValue<'_>, b: RawValue<'_>) -> bool {
        self.compare(a, b).is_eq()
    }

    /// Returns a key that is equal for equal values.
    pub(super) fn key(&self, value: RawValue<'_>) -> Vec<u8> {
        match &self.0 {
            None => key_of(value.view()),
            Some(collation) => key_of(collation.fold(value).view()),
        }
    }
}
