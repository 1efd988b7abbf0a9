//! `$push`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/push/>.

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::value::{ArrayBuilder, RawValue, Value, tag};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$push",
    "An array of all values except missing ones.",
    (r#"[{"n": 1}, {"m": 5}, {"n": 1}]"#, r#"{"$push": "$n"}"#, "[1, 1]"),
    |argument, context| unary("$push", argument, context, Push(ArrayBuilder::new())),
);

#[derive(Clone, Debug)]
struct Push(ArrayBuilder);

impl State for Push {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if !matches!(value, Value::Missing) {
            self.0.push(&value);
        }
        Ok(())
    }

    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        if raw.tag != tag::EOO {
            self.0.push_raw(raw);
        }
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        Value::array(self.0.clone().finish())
    }

    fn take(&mut self) -> Value<'static> {
        Value::array(std::mem::take(&mut self.0).finish())
    }

    fn memory(&self) -> usize {
        self.0.byte_len()
    }
}
