//! `$lastN` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/lastN-array-element/>.

use super::super::prelude::*;
use super::max_n::parse_n;
use super::{array_of, items};
use crate::aggregate::expression::Environment;

pub(super) const OPERATOR: Operator = operator(
    "$lastN",
    "The last n elements of an array.",
    (r#"{"s": [10, 20, 30]}"#, r#"{"$lastN": {"n": 2, "input": "$s"}}"#, "[20, 30]"),
    Compile::Custom(|argument, context| parse_n("$lastN", argument, context, pick)),
)
.explained(|operands| operands.expressions(&["n", "input"]));

fn pick(array: RawDoc<'_>, n: usize, _: &Environment) -> Value<'static> {
    let items = items(array);
    array_of(items.iter().skip(items.len().saturating_sub(n)).copied())
}
