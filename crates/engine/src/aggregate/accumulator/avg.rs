//! `$avg`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/avg/>.

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::aggregate::compensated_sum::Total;
use crate::aggregate::window::sliding_state;
use crate::value::{Number, PlainKind, PlainNumber, RawValue, Value};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$avg",
    "The mean of the numbers; null when there are none.",
    (r#"[{"n": 1}, {"n": 2}, {"n": "x"}]"#, r#"{"$avg": "$n"}"#, "1.5"),
    |argument, context| unary("$avg", argument, context, Avg::default()),
)
.sliding(|| Box::new(sliding_state::Avg::default()));

/// A running mean.
#[derive(Clone, Debug, Default)]
pub struct Avg {
    total: Total,
    count: i64,
}

impl State for Avg {
    const SUMS: bool = true;

    fn add_sum(&mut self, sum: i64, count: i64) {
        self.total.add_i32_sum(sum);
        self.count += count;
    }

    fn of_sum(sum: i64, count: i64) -> Option<Number> {
        Total::mean(sum, count).map(Number::Double)
    }

    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if let Some(number) = value.as_number() {
            self.total.add(number);
            self.count += 1;
        }
        Ok(())
    }

    #[inline]
    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        self.count += i64::from(self.total.add_raw(raw));
        Ok(())
    }

    const PLAIN: bool = true;

    #[inline]
    fn add_plain<'v>(&mut self, number: PlainNumber, _: impl Fn() -> RawValue<'v>) -> Result<()> {
        self.total.add_plain(number);
        self.count += i64::from(number.kind != PlainKind::Nullish);
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        self.number().map_or(Value::Null, Value::from)
    }

    fn number(&self) -> Option<Number> {
        (self.count > 0).then(|| self.total.divided_by(self.count))
    }
}
