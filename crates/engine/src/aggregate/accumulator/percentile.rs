//! `$percentile`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/percentile/>.

use super::{Accumulator, Simple, State, StateColumn, accumulator};
use crate::Result;
use crate::aggregate::expression::{ParseContext, compile, percentile_argument};
use crate::aggregate::percentile::Sample;
use crate::value::{RawValue, Value};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$percentile",
    "The values below which given fractions of the numbers fall.",
    (
        r#"[{"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}]"#,
        r#"{"$percentile": {"input": "$n", "p": [0.5, 1], "method": "approximate"}}"#,
        "[2.0, 4.0]",
    ),
    |argument, context| parse("$percentile", argument, context),
)
.explained(|operands| operands.expressions(&["input"]).settings(&["p", "method"]));

/// Compiles `$percentile` or `$median`.
pub(super) fn parse(
    name: &'static str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn StateColumn>> {
    let (input, ranks) = percentile_argument(name, argument, context)?;
    Ok(Box::new(Simple::new(compile(input, context)?, Percentile { sample: Sample::default(), ranks })))
}

#[derive(Clone, Debug)]
struct Percentile {
    sample: Sample,
    /// The requested percentiles. `None`: the median, as a single value.
    ranks: Option<Vec<f64>>,
}

impl State for Percentile {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        self.sample.add(&value);
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        self.sample.clone().answer(self.ranks.as_deref())
    }

    fn memory(&self) -> usize {
        self.sample.memory()
    }
}
