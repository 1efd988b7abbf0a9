//! `$shift`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/shift/>.

use super::{Partition, WindowContext, WindowFunction, WindowOperator, no_window, window_operator};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::arguments::expect_document;
use crate::value::{Number, RawValue, Value, display_value};
use crate::{Error, ErrorCode, Result};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$shift",
    "The value of the document a given number of positions away.",
    (
        r#"[{"t": 1}, {"t": 2}, {"t": 3}]"#,
        r#"{"$shift": {"output": "$t", "by": 1, "default": 0}}"#,
        "[2, 3, 0]",
    ),
    parse,
)
.without_window(&["by", "output", "default"]);

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    no_window("$shift", window_context)?;
    if window_context.sort.is_none() {
        return Err(Error::failed_to_parse("'$shift' requires a sortBy"));
    }
    let doc = expect_document(
        argument,
        ErrorCode::FAILED_TO_PARSE,
        "Argument to $shift must be an object, but found {type}",
    )?;
    for element in doc {
        if !matches!(element.name(), "output" | "by" | "default") {
            return Err(Error::failed_to_parse(format!("Unknown argument in $shift: {}", element.name())));
        }
    }
    let Some(output) = doc.get("output") else {
        return Err(Error::failed_to_parse("$shift requires an 'output' expression."));
    };
    let Some(by) = doc.get("by") else {
        return Err(Error::failed_to_parse("$shift requires 'by' as an integer value."));
    };
    let by = by.as_number().and_then(Number::to_i64_exact).filter(|n| i32::try_from(*n).is_ok()).ok_or_else(
        || {
            Error::failed_to_parse(format!(
                "'$shift:by' field must be an integer, but found {}",
                display_value(by.view())
            ))
        },
    )?;
    let default = match doc.get("default") {
        None => Value::Null,
        Some(value) => compile(value, context)?.constant().cloned().ok_or_else(|| {
            Error::failed_to_parse("'$shift:default' expression must yield a constant value.")
        })?,
    };
    Ok(Box::new(Shift { output: compile(output, context)?, by, default }))
}

#[derive(Debug)]
struct Shift {
    output: Box<dyn Expression>,
    by: i64,
    default: Value<'static>,
}

impl WindowFunction for Shift {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let values = partition.evaluate(self.output.as_ref())?;
        let shifted = |at: usize| {
            let place = i64::try_from(at).ok()?.checked_add(self.by)?;
            values.get(usize::try_from(place).ok()?)
        };
        Ok((0..values.len())
            .map(|at| match shifted(at) {
                None | Some(Value::Missing) => self.default.clone(),
                Some(value) => value.clone(),
            })
            .collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.output.dependencies(out);
    }
}
