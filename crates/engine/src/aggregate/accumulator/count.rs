//! `$count`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/count-accumulator/>.

use super::{Accumulator, Simple, State, accumulator};
use crate::aggregate::expression::Constant;
use crate::aggregate::window::sliding_state;
use crate::value::{Number, Value};
use crate::{Error, Result};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$count",
    "The number of documents.",
    (r#"[{"n": 1}, {"n": 2}]"#, r#"{"$count": {}}"#, "2"),
    |argument, _| match argument.as_document() {
        Some(doc) if doc.is_empty() => {
            Ok(Box::new(Simple::new(Box::new(Constant(Value::Null)), Count::default())))
        }
        _ => Err(Error::type_mismatch("$count takes no arguments, i.e. $count:{}")),
    },
)
.sliding(|| Box::new(sliding_state::Count::default()));

#[derive(Clone, Debug, Default)]
struct Count(i64);

impl State for Count {
    fn add(&mut self, _: Value<'_>) -> Result<()> {
        self.0 += 1;
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        Number::from_i64_narrow(self.0).into()
    }
}
