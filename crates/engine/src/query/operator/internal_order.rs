//! Order across all types, as expressions compare: `$_internalExprEq` and its kin. A server writes them where
//! it looks for buckets of measurements (`timeseries/search.rs`), and shows them in explain.

use std::cmp::Ordering;

use super::prelude::*;
use crate::query::Bound;

/// A comparison; what is not there satisfies none.
#[derive(Debug)]
struct Across {
    name: &'static str,
    value: Value<'static>,
    /// How values that match compare with it.
    holds: [Ordering; 2],
}

/// A condition on the values that compare with the argument in one of two ways.
pub(super) fn parse(argument: &Argument<'_>, name: &'static str, holds: [Ordering; 2]) -> Node {
    argument.leaf(Across { name, value: Value::from(argument.value).into_owned(), holds })
}

impl ValuePredicate for Across {
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
        // What is missing has the entry null, which is less than most.
        Some(Bounds::inexact(vec![interval]))
    }

    fn takes_arrays_whole(&self) -> bool {
        true
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append(self.name, &self.value);
    }
}
