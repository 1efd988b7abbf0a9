//! `$locf`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/locf/>.

use super::{Partition, WindowContext, WindowFunction, WindowOperator, no_window, window_operator};
use crate::Result;
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{RawValue, Value};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$locf",
    "The value itself, or if null, the last one before that is not.",
    (r#"[{"t": 1, "a": 5}, {"t": 2}, {"t": 3, "a": 7}]"#, r#"{"$locf": "$a"}"#, "[5, 5, 7]"),
    parse,
)
.without_window(&[]);

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    no_window("$locf", window_context)?;
    Ok(Box::new(Locf(compile(argument, context)?)))
}

#[derive(Debug)]
struct Locf(Box<dyn Expression>);

impl WindowFunction for Locf {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let mut last = Value::Null;
        let values = partition.evaluate(self.0.as_ref())?;
        Ok(values
            .into_iter()
            .map(|value| {
                if !value.is_nullish() {
                    last = value;
                }
                last.clone()
            })
            .collect())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.dependencies(out);
    }
}
