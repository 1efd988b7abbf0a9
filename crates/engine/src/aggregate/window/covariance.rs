//! What `$covariancePop` and `$covarianceSamp` share.

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
        let number = |value: &Value<'static>| value.as_number().map(Number::to_f64);
        let xs = partition.evaluate(self.x.as_ref())?;
        let ys = partition.evaluate(self.y.as_ref())?;
        let points: Vec<Option<(f64, f64)>> =
            xs.iter().zip(&ys).map(|(x, y)| Some((number(x)?, number(y)?))).collect();
        let windows = self.bounds.windows(partition)?;
        Ok(windows
            .into_iter()
            .map(|window| {
                let (mut count, mut mean_x, mut mean_y, mut products) = (0.0, 0.0, 0.0, 0.0);
                for (x, y) in points.get(window).unwrap_or_default().iter().flatten() {
                    count += 1.0;
                    let before = x - mean_x;
                    mean_x += before / count;
                    mean_y += (y - mean_y) / count;
                    products += before * (y - mean_y);
                }
                let divisor = if self.sample { count - 1.0 } else { count };
                if divisor <= 0.0 { Value::Null } else { Value::Double(products / divisor) }
            })
            .collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.x.dependencies(out);
        self.y.dependencies(out);
    }
}
