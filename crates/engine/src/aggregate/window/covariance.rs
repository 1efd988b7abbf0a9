//! The implementation of `$covariancePop` and `$covarianceSamp`.

use std::ops::Range;

use super::numbers::{minus, plus, quotient, times};
use super::{Bounds, Partition, WindowContext, WindowFunction};
use crate::Result;
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{Number, RawDoc, RawValue, Value};

/// Compiles `$covarianceSamp` if `sample` is set, else `$covariancePop`.
pub(super) fn parse(
    sample: bool,
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    Ok(Box::new(Covariance {
        sample,
        pair: compile(argument, context)?,
        bounds: window_context.bounds.clone().unwrap_or(Bounds::WHOLE),
    }))
}

#[derive(Debug)]
struct Covariance {
    sample: bool,
    /// Evaluates to an array of two numbers; documents with another result are ignored.
    pair: Box<dyn Expression>,
    bounds: Bounds,
}

impl WindowFunction for Covariance {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let pairs = partition.evaluate(self.pair.as_ref())?;
        let points: Vec<Option<(Number, Number)>> = pairs.iter().map(point).collect();
        let windows = self.bounds.windows(partition)?;
        let of_window = |window: Range<usize>| {
            self.covariance(points.get(window).unwrap_or_default().iter().flatten().copied())
        };
        Ok(windows.into_iter().map(of_window).collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.pair.dependencies(out);
    }
}

impl Covariance {
    /// Computes the covariance of a window's points in one pass. The result is a decimal if an operand is. If some
    /// operands aren't finite, the result is their sum.
    fn covariance(&self, points: impl Iterator<Item = (Number, Number)>) -> Value<'static> {
        let zero = Number::Double(0.0);
        let (mut count, mut mean_x, mut mean_y, mut products) = (0.0, zero, zero, zero);
        let mut beyond = zero;
        for (x, y) in points {
            count += 1.0;
            for value in [x, y].into_iter().filter(|value| !value.is_finite()) {
                beyond = plus(beyond, value);
            }
            let before = minus(x, mean_x);
            mean_x = plus(mean_x, quotient(before, Number::Double(count)));
            mean_y = plus(mean_y, quotient(minus(y, mean_y), Number::Double(count)));
            products = plus(products, times(before, minus(y, mean_y)));
        }
        let divisor = if self.sample { count - 1.0 } else { count };
        match (beyond.is_finite(), products) {
            _ if divisor <= 0.0 => Value::Null,
            (true, products) => quotient(products, Number::Double(divisor)).into(),
            (false, Number::Decimal(_)) => Value::Decimal(beyond.to_decimal()),
            (false, _) => beyond.into(),
        }
    }
}

/// Returns a pair of numbers; `None` for any other value.
fn point(value: &Value<'static>) -> Option<(Number, Number)> {
    let Value::Array(items) = value else { return None };
    let items = RawDoc::new(items);
    if items.count() != 2 {
        return None;
    }
    let mut numbers = items.values().map(operand);
    Some((numbers.next()??, numbers.next()??))
}

/// Returns a number as a double, unless it is a decimal.
fn operand(value: RawValue<'_>) -> Option<Number> {
    Some(match value.as_number()? {
        number @ Number::Decimal(_) => number,
        number => Number::Double(number.to_f64()),
    })
}
