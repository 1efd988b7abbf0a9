//! `$firstN` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/firstN-array-element/>.

use super::super::prelude::*;
use super::max_n::parse_n;
use super::{array_of, items};
use crate::aggregate::expression::Environment;

pub(super) const OPERATOR: Operator = operator(
    "$firstN",
    "The first n elements of an array.",
    (r#"{"s": [10, 20, 30]}"#, r#"{"$firstN": {"n": 2, "input": "$s"}}"#, "[10, 20]"),
    Compile::Custom(|argument, context| parse_n("$firstN", argument, context, pick)),
)
.explained(|operands| operands.expressions(&["n", "input"]));

fn pick(array: RawDoc<'_>, n: usize, _: &Environment) -> Value<'static> {
    array_of(items(array).into_iter().take(n))
}
