//! Accumulators as expressions: over the elements of one array, or over several operands
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#accumulators--in-other-stages->).

mod avg;
mod max;
mod median;
mod min;
pub(super) mod percentile;
mod std_dev_pop;
mod std_dev_samp;
mod sum;

use super::prelude::*;
use crate::aggregate::accumulator::State;

pub(super) const TABLE: &[Operator] = &[
    avg::OPERATOR,
    max::OPERATOR,
    median::OPERATOR,
    min::OPERATOR,
    percentile::OPERATOR,
    std_dev_pop::OPERATOR,
    std_dev_samp::OPERATOR,
    sum::OPERATOR,
];

/// Compiles an accumulator used as an expression.
pub(super) fn parse<S: State + 'static>(
    prototype: S,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    Ok(fold(Accumulating { prototype, operands: compile_operands(argument, context)? }, context))
}

#[derive(Debug)]
struct Accumulating<S> {
    prototype: S,
    operands: Vec<Box<dyn Expression>>,
}

impl<S: State> Expression for Accumulating<S> {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut state = self.prototype.clone();
        if let [only] = self.operands.as_slice() {
            let value = only.evaluate(scope)?;
            match value.as_array() {
                Some(array) => array.values().try_for_each(|item| state.add_raw(item))?,
                None => state.add(value)?,
            }
        } else {
            for operand in &self.operands {
                state.add(operand.evaluate(scope)?)?;
            }
        }
        Ok(state.take())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operands.iter().for_each(|operand| operand.dependencies(out));
    }
}
