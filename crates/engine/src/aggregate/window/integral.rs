//! `$integral`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/integral/>.

use std::ops::Range;

use super::curve::Curve;
use super::numbers::{minus, plus, quotient, times};
use super::sliding::sums;
use super::{Partition, WindowContext, WindowFunction, WindowOperator, window_operator};
use crate::Result;
use crate::aggregate::expression::{Dependencies, ParseContext};
use crate::value::{Number, RawValue, Value};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$integral",
    "The area under the curve within a window, by trapezoids.",
    (
        r#"[{"t": 1, "a": 10}, {"t": 3, "a": 14}]"#,
        r#"{"$integral": {"input": "$a"}, "window": {"documents": ["unbounded", "current"]}}"#,
        "[0, 24.0]",
    ),
    parse,
)
.explained(|operands| operands.expressions(&["input"]).settings(&["unit"]));

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    Ok(Box::new(Integral(Curve::parse("$integral", argument, window_context, context)?)))
}

#[derive(Debug)]
struct Integral(Curve);

impl WindowFunction for Integral {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let points = self.0.points(partition)?;
        let windows = self.0.bounds.windows(partition)?;
        let area = |pair: &[Option<(Number, Number)>]| match pair {
            [Some((x, y)), Some((u, v))] => {
                Some(quotient(times(plus(*y, *v), minus(*u, *x)), Number::Double(2.0)))
            }
            _ => None,
        };
        let areas: Vec<Option<Number>> = points.windows(2).map(area).collect();
        let between = windows.iter().map(|window| window.start..(window.end.max(window.start + 1) - 1));
        let sums = sums(between, &areas);
        let shown = |(window, sum): (&Range<usize>, Number)| match self.0.unit {
            _ if window.is_empty() => Value::Null,
            // Without trapezoids the sum is an integer, unless divided by a unit.
            None => sum.into(),
            Some(unit) => quotient(sum, unit).into(),
        };
        Ok(windows.iter().zip(sums).map(shown).collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.dependencies(out);
    }
}
