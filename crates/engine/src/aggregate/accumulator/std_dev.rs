//! The running standard deviation behind `$stdDevPop` and `$stdDevSamp`.

use super::State;
use crate::Result;
use crate::value::{Number, PlainKind, PlainNumber, RawValue, Value};

/// Mean and squared differences, updated value by value (Welford's method).
#[derive(Clone, Debug)]
pub struct StdDev {
    sample: bool,
    count: f64,
    mean: f64,
    squares: f64,
}

impl StdDev {
    /// Creates the state of a population's deviation.
    pub fn population() -> Self {
        StdDev { sample: false, count: 0.0, mean: 0.0, squares: 0.0 }
    }

    /// Creates the state of a deviation estimated from a sample.
    pub fn sample() -> Self {
        StdDev { sample: true, ..Self::population() }
    }

    /// Adds a number.
    pub fn add_number(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }
}

impl State for StdDev {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if let Some(number) = value.as_number().map(Number::to_f64) {
            self.add_number(number);
        }
        Ok(())
    }

    const PLAIN: bool = true;

    #[inline]
    fn add_plain<'v>(&mut self, number: PlainNumber, _: impl Fn() -> RawValue<'v>) -> Result<()> {
        if number.kind != PlainKind::Nullish {
            self.add_number(number.to_f64());
        }
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        let count = if self.sample { self.count - 1.0 } else { self.count };
        if count <= 0.0 { Value::Null } else { Value::Double((self.squares / count).sqrt()) }
    }
}
