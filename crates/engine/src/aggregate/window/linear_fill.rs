//! `$linearFill`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/linearFill/>.

use super::numbers::{minus, plus, quotient, times};
use super::{Partition, WindowContext, WindowFunction, WindowOperator, no_window, window_operator};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{Number, RawValue, Value};
use crate::{Error, ErrorCode, Result};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$linearFill",
    "The value itself, or if null, one interpolated between its neighbours.",
    (r#"[{"t": 0, "a": 10}, {"t": 1}, {"t": 4, "a": 50}]"#, r#"{"$linearFill": "$a"}"#, "[10, 20.0, 50]"),
    parse,
)
.without_window(&[]);

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    no_window("$linearFill", window_context)?;
    if window_context.sort.map_or(0, |sort| sort.parts().len()) != 1 {
        return Err(Error::new(
            605001,
            "$linearFill must be specified with a top level sortBy expression with exactly one element",
        ));
    }
    Ok(Box::new(LinearFill(compile(argument, context)?)))
}

#[derive(Debug)]
struct LinearFill(Box<dyn Expression>);

/// Returns a document's position on the line: its sort value, dates in milliseconds.
fn line_position(value: &Value<'_>) -> Result<Number> {
    match value {
        Value::Date(millis) => Ok(Number::Int64(*millis)),
        other => other
            .as_number()
            .ok_or_else(|| Error::type_mismatch("SortBy field must be numeric or Date type".to_owned())),
    }
}

impl WindowFunction for LinearFill {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let mut values = partition.evaluate(self.0.as_ref())?;
        let places =
            (0..values.len()).map(|at| line_position(&partition.position(at))).collect::<Result<Vec<_>>>()?;
        if places.windows(2).any(|pair| pair[0].compare(pair[1]).is_eq()) {
            return Err(Error::new(6050106, "There can be no repeated values in the sort field"));
        }
        let mut known: Option<(usize, Number)> = None;
        for at in 0..values.len() {
            if values[at].is_nullish() {
                values[at] = Value::Null;
                continue;
            }
            let Some(end) = values[at].as_number() else {
                return Err(Error::wrong_type(
                    ErrorCode::TYPE_MISMATCH,
                    "Value to be filled must be numeric or nullish, but found {type}",
                    values[at].tag(),
                ));
            };
            if let Some((before, start)) = known {
                let from = places[before];
                let slope = quotient(minus(end, start), minus(places[at], from));
                for between in before + 1..at {
                    values[between] = plus(start, times(minus(places[between], from), slope)).into();
                }
            }
            known = Some((at, end));
        }
        Ok(values)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.dependencies(out);
    }
}
