//! Comparison across all types, as in expressions: `$_internalExprEq` and the like. A server generates them
//! when it searches for buckets of measurements (`timeseries/search.rs`), and shows them in explain.

use std::cmp::Ordering;

use super::prelude::*;
use crate::query::Bound;

/// A comparison that missing values never satisfy.
#[derive(Debug)]
struct CrossTypeComparison {
    name: &'static str,
    value: Value<'static>,
    /// The two orders of matching values relative to the operand.
    holds: [Ordering; 2],
}

/// Compiles a comparison that matches values in one of two orders relative to the argument.
pub(super) fn parse(argument: &Argument<'_>, name: &'static str, holds: [Ordering; 2]) -> Node {
    argument.leaf(CrossTypeComparison { name, value: Value::from(argument.value).into_owned(), holds })
}

impl ValuePredicate for CrossTypeComparison {
    fn matches(&self, value: RawValue<'_>) -> bool {
        value.tag != tag::EOO && self.holds.contains(&compare(value.view(), self.value.view()))
    }

    fn bounds(&self) -> Option<Bounds> {
        let bound = || Bound { value: self.value.clone(), inclusive: self.holds.contains(&Ordering::Equal) };
        let interval = match self.holds[0] {
            Ordering::Equal => Interval::point(self.value.clone()),
            Ordering::Greater => Interval { low: bound(), ..Interval::all() },
            Ordering::Less => Interval { high: bound(), ..Interval::all() },
        };
        // A missing value has the entry null, which is less than most.
        Some(Bounds::inexact(vec![interval]))
    }

    fn compares_whole_arrays(&self) -> bool {
        true
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append(self.name, &self.value);
    }
}
