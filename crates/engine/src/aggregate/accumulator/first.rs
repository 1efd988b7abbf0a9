//! `$first`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/first/>.

use super::{Accumulator, Pick, State, accumulator, unary};
use crate::Result;
use crate::aggregate::window::sliding_state;
use crate::value::{RawValue, Value};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$first",
    "The value of the first document.",
    (r#"[{"n": 1}, {"n": 2}]"#, r#"{"$first": "$n"}"#, "1"),
    |argument, context| unary("$first", argument, context, First::default()),
)
.sliding(|| Box::new(sliding_state::Edge::FIRST));

#[derive(Clone, Debug, Default)]
struct First(Option<Value<'static>>);

impl State for First {
    const PICK: Option<Pick> = Some(Pick::First);

    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if self.0.is_none() {
            self.0 = Some(value.into_owned());
        }
        Ok(())
    }

    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        if self.0.is_none() {
            self.0 = Some(Value::from(raw).into_owned());
        }
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        self.0.clone().unwrap_or(Value::Null)
    }
}
