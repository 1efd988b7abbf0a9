//! `$mergeObjects`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/mergeObjects/>.

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::aggregate::expression::Merged;
use crate::value::Value;

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$mergeObjects",
    "One document with the fields of all; later values replace earlier ones.",
    (r#"[{"d": {"a": 1, "b": 1}}, {"d": {"b": 2}}]"#, r#"{"$mergeObjects": "$d"}"#, r#"{"a": 1, "b": 2}"#),
    |argument, context| unary("$mergeObjects", argument, context, MergeObjects::default()),
)
.not_over_windows();

#[derive(Clone, Debug, Default)]
struct MergeObjects(Merged);

impl State for MergeObjects {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        self.0.add(&value)
    }

    fn value(&self) -> Value<'static> {
        self.0.clone().into_value()
    }

    fn memory(&self) -> usize {
        self.0.size()
    }
}
