//! `$minN` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/minN-array-element/>.

use super::super::prelude::*;
use super::max_n::{parse_n, sort};
use super::{array_of, items};
use crate::aggregate::expression::Environment;

pub(super) const OPERATOR: Operator = operator(
    "$minN",
    "The n least values of an array, least first; null and missing are left out.",
    (r#"{"s": [1, 3, null, 2]}"#, r#"{"$minN": {"n": 2, "input": "$s"}}"#, "[1, 2]"),
    Compile::Custom(|argument, context| parse_n("$minN", argument, context, pick)),
)
.explained(|operands| operands.expressions(&["n", "input"]));

fn pick(array: RawDoc<'_>, n: usize, environment: &Environment) -> Value<'static> {
    let mut items = items(array);
    items.retain(|item| !item.is_nullish());
    sort(&mut items, environment, false);
    array_of(items.into_iter().take(n))
}
