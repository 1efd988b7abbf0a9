//! `$sum`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sum/>.

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::aggregate::compensated_sum::Total;
use crate::aggregate::window::sliding_state;
use crate::value::{Number, PlainNumber, RawValue, Value};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$sum",
    "The sum of the numbers; other values are ignored.",
    (r#"[{"n": 1}, {"n": 2}, {"n": "x"}]"#, r#"{"$sum": "$n"}"#, "3"),
    |argument, context| unary("$sum", argument, context, Sum::default()),
)
.sliding(|| Box::new(sliding_state::Sum::default()));

/// A running sum.
#[derive(Clone, Debug, Default)]
pub struct Sum(Total);

impl State for Sum {
    const SUMS: bool = true;

    fn add_sum(&mut self, sum: i64, _: i64) {
        self.0.add_i32_sum(sum);
    }

    fn of_sum(sum: i64, _: i64) -> Option<Number> {
        Some(Number::from_i64_narrow(sum))
    }

    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if let Some(number) = value.as_number() {
            self.0.add(number);
        }
        Ok(())
    }

    #[inline]
    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        self.0.add_raw(raw);
        Ok(())
    }

    const PLAIN: bool = true;

    #[inline]
    fn add_plain<'v>(&mut self, number: PlainNumber, _: impl Fn() -> RawValue<'v>) -> Result<()> {
        self.0.add_plain(number);
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        self.0.value().into()
    }

    fn number(&self) -> Option<Number> {
        Some(self.0.value())
    }
}
