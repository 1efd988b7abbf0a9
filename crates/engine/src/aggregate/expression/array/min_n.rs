//! `$minN` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/minN-array-element/>.

use super::super::prelude::*;
use super::max_n::parse_n;
use super::{array_of, items};

pub(super) const OPERATOR: Operator = operator(
    "$minN",
    "The n least values of an array, least first; null and missing are left out.",
    (r#"{"s": [1, 3, null, 2]}"#, r#"{"$minN": {"n": 2, "input": "$s"}}"#, "[1, 2]"),
    Compile::Custom(|argument, context| parse_n("$minN", argument, context, pick)),
);

fn pick(array: RawDoc<'_>, n: usize) -> Value<'static> {
    let mut items = items(array);
    items.retain(|item| !item.is_nullish());
    crate::value::sort_by(&mut items, |a, b| compare_raw(*a, *b));
    array_of(items.into_iter().take(n))
}
