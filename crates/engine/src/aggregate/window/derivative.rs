//! `$derivative`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/derivative/>.

use super::curve::Curve;
use super::numbers::{minus, quotient, times};
use super::{Partition, WindowContext, WindowFunction, WindowOperator, window_operator};
use crate::aggregate::expression::{Dependencies, ParseContext};
use crate::value::{Number, RawValue, Value};
use crate::{Error, Result};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$derivative",
    "The average rate of change within a window.",
    (
        r#"[{"t": 1, "a": 10}, {"t": 3, "a": 14}]"#,
        r#"{"$derivative": {"input": "$a"}, "window": {"documents": [-1, 0]}}"#,
        "[null, 2.0]",
    ),
    parse,
)
.explained(|operands| operands.expressions(&["input"]).settings(&["unit"]));

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    if window_context.bounds.is_none() {
        return Err(Error::failed_to_parse("$derivative requires explicit window bounds"));
    }
    Ok(Box::new(Derivative(Curve::parse("$derivative", argument, window_context, context)?)))
}

#[derive(Debug)]
struct Derivative(Curve);

impl WindowFunction for Derivative {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let points = self.0.points(partition)?;
        let windows = self.0.bounds.windows(partition)?;
        let slope = |from: (Number, Number), to: (Number, Number)| {
            let run = minus(to.0, from.0);
            if run.is_zero() {
                return Value::Null;
            }
            // First the change per millisecond, then times the unit: the last digit in the manual's example shows it.
            let rate = quotient(minus(to.1, from.1), run);
            self.0.unit.map_or(rate, |unit| times(rate, unit)).into()
        };
        Ok(windows
            .into_iter()
            .map(|window| match points.get(window) {
                Some([Some(from), .., Some(to)]) => slope(*from, *to),
                _ => Value::Null,
            })
            .collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.dependencies(out);
    }
}
