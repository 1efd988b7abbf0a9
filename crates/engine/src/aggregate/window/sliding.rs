//! Accumulators over windows whose start moves. Documents that leave the window are removed from the state, so
//! the argument is evaluated only once per document.

use std::ops::Range;

use super::sliding_state::SlidingState;
use super::{Bounds, Partition, WindowFunction};
use crate::Result;
use crate::aggregate::compensated_sum::SlidingTotal;
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::value::{Number, RawValue, Value};

/// Creates the window function of an accumulator that supports removal.
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

/// Returns the sums of numbers over windows.
pub(super) fn sums(windows: impl Iterator<Item = Range<usize>>, numbers: &[Option<Number>]) -> Vec<Number> {
    let mut held: Range<usize> = 0..0;
    let mut total = SlidingTotal::default();
    let some = |range: Range<usize>| numbers.get(range).unwrap_or_default().iter().flatten();
    let sum = |window: Range<usize>| {
        let step = Step::between(&held, &window);
        if step.resets {
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
    resets: bool,
    added: Range<usize>,
    removed: Range<usize>,
}

impl Step {
    fn between(held: &Range<usize>, window: &Range<usize>) -> Step {
        let resets = window.start < held.start || window.end < held.end || window.start >= held.end;
        let held = if resets { &(window.start..window.start) } else { held };
        Step { resets, added: held.end..window.end, removed: held.start..window.start }
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
            if step.resets {
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
