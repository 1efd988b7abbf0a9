//! `$integral`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/integral/>.

use super::curve::Curve;
use super::numbers::{minus, plus, quotient, times};
use super::{Partition, Setting, WindowFunction, WindowOperator, window_operator};
use crate::Result;
use crate::aggregate::expression::{Dependencies, ParseContext};
use crate::aggregate::total::Total;
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
.with_parts();

fn parse(
    argument: RawValue<'_>,
    setting: &Setting<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    Ok(Box::new(Integral(Curve::parse("$integral", argument, setting, context)?)))
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
        Ok(windows
            .into_iter()
            .map(|window| {
                let inside = points.get(window).unwrap_or_default();
                if inside.is_empty() {
                    return Value::Null;
                }
                // The sum of no trapezoids is an integer, until a unit divides it.
                let mut total = Total::default();
                inside.windows(2).filter_map(area).for_each(|area| total.add(area));
                let sum = total.value();
                self.0.unit.map_or(sum, |unit| quotient(sum, unit)).into()
            })
            .collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.dependencies(out);
    }
}
