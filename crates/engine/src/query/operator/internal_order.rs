//! `$_internalExprEq` and its kin: order across all types, as expressions compare. A server writes them
//! where it looks for buckets of measurements (`timeseries/search.rs`), and shows them in explain.

use std::cmp::Ordering;

use super::prelude::*;
use crate::query::Bound;

/// A table entry for the values that compare with the argument in one of two ways.
macro_rules! entry {
    ($name:literal, $summary:literal, $filter:literal, $one:ident, $other:ident) => {
        operator($name, Place::Field, $summary, (r#"{"qty": 20}"#, $filter, "true"), |argument| {
            Ok(compiled(argument, $name, [Ordering::$one, Ordering::$other]))
        })
    };
}

pub(super) const EQUAL: Operator = entry!(
    "$_internalExprEq",
    "Matches values equal to the given one.",
    r#"{"qty": {"$_internalExprEq": 20}}"#,
    Equal,
    Equal
);
pub(super) const GREATER: Operator = entry!(
    "$_internalExprGt",
    "Matches values greater than the given one, of any kind.",
    r#"{"qty": {"$_internalExprGt": null}}"#,
    Greater,
    Greater
);
pub(super) const GREATER_OR_EQUAL: Operator = entry!(
    "$_internalExprGte",
    "Matches values greater than or equal to the given one, of any kind.",
    r#"{"qty": {"$_internalExprGte": null}}"#,
    Greater,
    Equal
);
pub(super) const LESS: Operator = entry!(
    "$_internalExprLt",
    "Matches values less than the given one, of any kind.",
    r#"{"qty": {"$_internalExprLt": "a"}}"#,
    Less,
    Less
);
pub(super) const LESS_OR_EQUAL: Operator = entry!(
    "$_internalExprLte",
    "Matches values less than or equal to the given one, of any kind.",
    r#"{"qty": {"$_internalExprLte": "a"}}"#,
    Less,
    Equal
);

/// A comparison; what is not there satisfies none.
#[derive(Debug)]
struct Across {
    name: &'static str,
    value: Value<'static>,
    /// How values that match compare with it.
    holds: [Ordering; 2],
}

fn compiled(argument: &Argument<'_>, name: &'static str, holds: [Ordering; 2]) -> Node {
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
