//! `$last`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/last/>.

use super::{Accumulator, Pick, State, accumulator, unary};
use crate::Result;
use crate::aggregate::window::sliding_state;
use crate::value::Value;

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$last",
    "The value of the last document.",
    (r#"[{"n": 1}, {"n": 2}]"#, r#"{"$last": "$n"}"#, "2"),
    |argument, context| unary("$last", argument, context, Last(Value::Null)),
)
.sliding(|| Box::new(sliding_state::Edge::LAST));

#[derive(Clone, Debug)]
struct Last(Value<'static>);

impl State for Last {
    const PICK: Option<Pick> = Some(Pick::Last);

    fn add(&mut self, value: Value<'_>) -> Result<()> {
        self.0 = value.into_owned();
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        self.0.clone()
    }
}
