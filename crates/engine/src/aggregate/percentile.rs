//! Percentiles of numbers.
//!
//! The server's `approximate` method is exact on data of moderate size, and so
//! is this implementation: every percentile is one of the input numbers.

use crate::value::{ArrayBuilder, Number, Value};

/// The numbers whose percentiles are computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample(Vec<f64>);

impl Sample {
    /// Adds a value; values that aren't numbers are ignored.
    pub(super) fn add(&mut self, value: &Value<'_>) {
        if let Some(number) = value.as_number().map(Number::to_f64).filter(|n| !n.is_nan()) {
            self.0.push(number);
        }
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        self.0.len() * size_of::<f64>()
    }

    /// Returns the requested percentiles as an array; without `ranks`, the median.
    pub(super) fn answer(mut self, ranks: Option<&[f64]>) -> Value<'static> {
        crate::value::sort_by(&mut self.0, f64::total_cmp);
        let at = |rank: f64| {
            let position = (rank * self.0.len() as f64).ceil() as usize;
            self.0.get(position.saturating_sub(1)).map_or(Value::Null, |n| Value::Double(*n))
        };
        match ranks {
            None => at(0.5),
            Some(ranks) => {
                let mut out = ArrayBuilder::new();
                for rank in ranks {
                    out.push(&at(*rank));
                }
                Value::array(out.finish())
            }
        }
    }
}
