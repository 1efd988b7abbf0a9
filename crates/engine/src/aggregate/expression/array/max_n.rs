//! `$maxN` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/maxN-array-element/>.

use super::super::prelude::*;
use super::{array_of, items};
use crate::aggregate::expression::Environment;
use crate::arguments::expect_specification;

pub(super) const OPERATOR: Operator = operator(
    "$maxN",
    "The n greatest values of an array, greatest first; null and missing are left out.",
    (r#"{"s": [1, 3, null, 2]}"#, r#"{"$maxN": {"n": 2, "input": "$s"}}"#, "[3, 2]"),
    Compile::Custom(|argument, context| parse_n("$maxN", argument, context, pick)),
)
.explained(|operands| operands.expressions(&["n", "input"]));

fn pick(array: RawDoc<'_>, n: usize, environment: &Environment) -> Value<'static> {
    let mut items = items(array);
    items.retain(|item| !item.is_nullish());
    sort(&mut items, environment, true);
    array_of(items.into_iter().take(n))
}

/// Sorts elements, greatest first or last, under the command's collation.
pub(super) fn sort(items: &mut [RawValue<'_>], environment: &Environment, greatest_first: bool) {
    crate::value::sort_by(items, |a, b| {
        let order = environment.compare(*a, *b);
        if greatest_first { order.reverse() } else { order }
    });
}

/// A function that picks `n` elements of an array.
pub(super) type Pick = fn(RawDoc<'_>, usize, &Environment) -> Value<'static>;

/// Compiles `{ n: <count>, input: <array> }`, the argument of the four operators ending in N.
pub(super) fn parse_n(
    name: &'static str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
    pick: Pick,
) -> Result<Box<dyn Expression>> {
    let (n, input) = check_n_argument(name, argument)?;
    let n = compile_partial(n, context)?;
    let input = compile_partial(input, context)?;
    Ok(fold(PickN { n, input, pick }, context))
}

/// Parses `{ n: <count>, input: <expression> }`, also for the accumulators with the same names.
///
/// # Errors
/// 5787801 or 5787900 for another type, 5787901, 5787906, 5787907 for the names.
pub(in crate::aggregate) fn check_n_argument<'v>(
    name: &str,
    argument: RawValue<'v>,
) -> Result<(RawValue<'v>, RawValue<'v>)> {
    expect_specification(name, argument, if name.starts_with("$m") { 5787900 } else { 5787801 })?;
    let named = NamedOperands::check(
        name,
        argument,
        &["n", "input"],
        (5787801, ""),
        (5787901, "Unknown argument for 'n' operator: {name}"),
    )?;
    let Some(n) = named.raw("n") else {
        return Err(Error::new(5787906, "Missing value for 'n'"));
    };
    let Some(input) = named.raw("input") else {
        return Err(Error::new(5787907, "Missing value for 'input'"));
    };
    Ok((n, input))
}

#[derive(Debug)]
struct PickN {
    n: Box<dyn Expression>,
    input: Box<dyn Expression>,
    pick: Pick,
}

impl Expression for PickN {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let n = count(&self.n.evaluate(scope)?)?;
        let input = self.input.evaluate(scope)?;
        match input.as_array() {
            Some(array) => Ok((self.pick)(array, n, scope.environment)),
            None => Err(Error::new(5788200, "Input must be an array")),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.n.dependencies(out);
        self.input.dependencies(out);
    }
}

/// Returns the value of `n` as a count.
pub(in crate::aggregate) fn count(value: &Value<'_>) -> Result<usize> {
    let Some(number) = value.as_number() else {
        return Err(Error::new(
            5787902,
            format!("Value for 'n' must be of integral type, but found {}", shown(value)),
        ));
    };
    let Some(n) = number.to_i64_exact() else {
        return Err(Error::new(
            5787903,
            format!("Value for 'n' must be of integral type, but found {}", shown(value)),
        ));
    };
    if n <= 0 {
        return Err(Error::new(5787908, format!("'n' must be greater than 0, found {n}")));
    }
    // No array is longer than the largest `usize`.
    Ok(usize::try_from(n).unwrap_or(usize::MAX))
}
