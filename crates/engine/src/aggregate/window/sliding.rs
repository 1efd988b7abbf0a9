//! Accumulators over windows whose start moves: a document that leaves is taken out again, so that no
//! expression is evaluated more than once for a document.

use std::ops::Range;

use super::sliding_state::SlidingState;
use super::{Bounds, Partition, WindowFunction};
use crate::Result;
use crate::aggregate::compensated_sum::SlidingTotal;
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{Number, RawValue, Value};

/// An accumulator over windows whose start moves.
///
/// # Errors
/// Errors of the argument.
pub(in crate::aggregate) fn sliding(
    held: Box<dyn SlidingState>,
    argument: RawValue<'_>,
    bounds: &Bounds,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    let argument = compile(argument, context)?;
    Ok(Box::new(Sliding { argument, held, bounds: bounds.clone() }))
}

/// The sums of numbers over windows.
pub(super) fn sums(windows: impl Iterator<Item = Range<usize>>, numbers: &[Option<Number>]) -> Vec<Number> {
    let mut held: Range<usize> = 0..0;
    let mut total = SlidingTotal::default();
    let some = |range: Range<usize>| numbers.get(range).unwrap_or_default().iter().flatten();
    let sum = |window: Range<usize>| {
        let step = Step::between(&held, &window);
        if step.begins_anew {
            total = SlidingTotal::default();
        }
        some(step.added).for_each(|number| total.add(*number));
        some(step.removed).for_each(|number| total.remove(*number));
        held = window;
        total.value()
    };
    windows.map(sum).collect()
}

/// The step from one window to the next.
struct Step {
    /// Whether the accumulator must reset between the two windows.
    begins_anew: bool,
    added: Range<usize>,
    removed: Range<usize>,
}

impl Step {
    fn between(held: &Range<usize>, window: &Range<usize>) -> Step {
        let begins_anew = window.start < held.start || window.end < held.end || window.start >= held.end;
        let held = if begins_anew { &(window.start..window.start) } else { held };
        Step { begins_anew, added: held.end..window.end, removed: held.start..window.start }
    }
}

struct Sliding {
    argument: Box<dyn Expression>,
    held: Box<dyn SlidingState>,
    bounds: Bounds,
}

impl WindowFunction for Sliding {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let values = partition.evaluate(self.argument.as_ref())?;
        let mut out = Vec::with_capacity(values.len());
        let mut held: Range<usize> = 0..0;
        self.held.clear();
        for window in self.bounds.windows(partition)? {
            let step = Step::between(&held, &window);
            if step.begins_anew {
                self.held.clear();
            }
            step.added.for_each(|at| self.held.add(at, &values, partition.environment));
            step.removed.for_each(|at| self.held.remove(at, &values));
            held = window;
            out.push(self.held.value(&values));
        }
        Ok(out)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.argument.dependencies(out);
    }
}
