//! What `$covariancePop` and `$covarianceSamp` share.

use std::ops::Range;

use super::numbers::{minus, plus, quotient, times};
use super::{Bounds, Partition, Setting, WindowFunction};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{Number, RawValue, Value};
use crate::{Error, Result};

/// Compiles one of the two.
pub(super) fn parse(
    name: &str,
    sample: bool,
    argument: RawValue<'_>,
    setting: &Setting<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    let pair = argument.as_array().filter(|array| array.count() == 2);
    let Some((x, y)) = pair.and_then(|array| Some((array.nth(0)?, array.nth(1)?))) else {
        return Err(Error::failed_to_parse(format!("{name} expects an array of two expressions")));
    };
    Ok(Box::new(Covariance {
        sample,
        x: compile(x, context)?,
        y: compile(y, context)?,
        bounds: setting.bounds.clone().unwrap_or(Bounds::WHOLE),
    }))
}

#[derive(Debug)]
struct Covariance {
    sample: bool,
    x: Box<dyn Expression>,
    y: Box<dyn Expression>,
    bounds: Bounds,
}

impl WindowFunction for Covariance {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let xs = partition.evaluate(self.x.as_ref())?;
        let ys = partition.evaluate(self.y.as_ref())?;
        let pair = |(x, y): (&Value<'static>, &Value<'static>)| Some((operand(x)?, operand(y)?));
        let points: Vec<Option<(Number, Number)>> = xs.iter().zip(&ys).map(pair).collect();
        let windows = self.bounds.windows(partition)?;
        let of_window = |window: Range<usize>| {
            self.covariance(points.get(window).unwrap_or_default().iter().flatten().copied())
        };
        Ok(windows.into_iter().map(of_window).collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.x.dependencies(out);
        self.y.dependencies(out);
    }
}

impl Covariance {
    /// The covariance of a window's points, in one pass. A decimal among them makes it one, and infinite
    /// values decide it alone: of one sign they are the result, of both there is none.
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

/// A value as it is reckoned with: whole numbers as doubles, so that only decimals are anything else.
fn operand(value: &Value<'static>) -> Option<Number> {
    Some(match value.as_number()? {
        number @ Number::Decimal(_) => number,
        number => Number::Double(number.to_f64()),
    })
}
