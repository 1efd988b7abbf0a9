//! `$percentile` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/percentile/>.

use super::super::prelude::*;
use crate::aggregate::percentile::Sample;
use crate::arguments::expect_specification;

pub(super) const OPERATOR: Operator = operator(
    "$percentile",
    "The values below which given fractions of the numbers fall.",
    (
        r#"{"a": [1, 2, 3, 4]}"#,
        r#"{"$percentile": {"input": "$a", "p": [0.25, 0.9], "method": "approximate"}}"#,
        "[1.0, 4.0]",
    ),
    Compile::Custom(|argument, context| parse("$percentile", argument, context)),
)
.explained(|operands| operands.expressions(&["input"]).settings(&["p", "method"]));

/// Compiles `$percentile` or `$median`.
pub(super) fn parse(
    name: &'static str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    expect_specification(name, argument, if name == "$median" { 7436201 } else { 7436200 })?;
    let (input, ranks) = percentile_argument(name, argument, context)?;
    Ok(fold(Percentile { input: compile_partial(input, context)?, ranks }, context))
}

/// Parses the argument of `$percentile`, which has ranks, or `$median`, which has none.
///
/// # Errors
/// 40414, 40415, 7750300 and 7750301 for ranks, `BadValue` for the method.
pub(in crate::aggregate) fn percentile_argument<'v>(
    name: &str,
    argument: RawValue<'v>,
    context: &mut ParseContext,
) -> Result<(RawValue<'v>, Option<Vec<f64>>)> {
    let code = if name == "$median" { 7436100 } else { 7429703 };
    let doc = expect_specification(name, argument, code)?;
    let has_ranks = name == "$percentile";
    for element in doc {
        if !(matches!(element.name(), "input" | "method") || (has_ranks && element.name() == "p")) {
            return Err(Error::unknown_field(name, element.name()));
        }
    }
    let required = |field: &str| doc.get(field).ok_or_else(|| Error::missing_field(name, field));
    let input = required("input")?;
    let ranks = if has_ranks { Some(read_ranks(required("p")?, context)?) } else { None };
    if required("method")?.as_str() != Some("approximate") {
        return Err(Error::bad_value("Currently only 'approximate' can be used as percentile 'method'."));
    }
    Ok((input, ranks))
}

fn read_ranks(value: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<f64>> {
    let expression = compile_partial(value, context)?;
    let constant = expression.constant();
    let Some(array) = constant.and_then(Value::as_array).filter(|array| !array.is_empty()) else {
        return Err(Error::new(
            7750301,
            format!(
                "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: {}",
                display_value(value.view())
            ),
        ));
    };
    array
        .values()
        .map(|item| {
            let Some(number) = item.as_number().map(Number::to_f64) else {
                return Err(Error::new(
                    7750302,
                    format!(
                        "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: {}",
                        display_value(item.view())
                    ),
                ));
            };
            if (0.0..=1.0).contains(&number) {
                return Ok(number);
            }
            Err(Error::new(
                7750303,
                format!(
                    "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: {}",
                    display_value(item.view())
                ),
            ))
        })
        .collect()
}

#[derive(Debug)]
struct Percentile {
    input: Box<dyn Expression>,
    ranks: Option<Vec<f64>>,
}

impl Expression for Percentile {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        let mut sample = Sample::default();
        match input.as_array() {
            Some(array) => array.values().for_each(|item| sample.add(&item.into())),
            None => sample.add(&input),
        }
        Ok(sample.answer(self.ranks.as_deref()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
    }
}
