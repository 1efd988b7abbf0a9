//! Accumulators over windows.

use super::{Bounds, Partition, WindowFunction};
use crate::Result;
use crate::aggregate::accumulator::StateColumn;
use crate::aggregate::expression::Dependencies;
use crate::value::Value;

/// Creates the window function that recomputes an accumulator when a window's start moves.
pub(in crate::aggregate) fn accumulated(
    column: Box<dyn StateColumn>,
    bounds: Option<Bounds>,
) -> Box<dyn WindowFunction> {
    Box::new(Accumulated { column, bounds: bounds.unwrap_or(Bounds::WHOLE), open: false })
}

#[derive(Debug)]
struct Accumulated {
    column: Box<dyn StateColumn>,
    bounds: Bounds,
    open: bool,
}

impl WindowFunction for Accumulated {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        if !self.open {
            self.column.open();
            self.open = true;
        }
        self.column.reset(0);
        let mut out = Vec::with_capacity(partition.documents.len());
        // The documents in the accumulator; a window that only grows continues from there.
        let mut held = 0..0;
        for window in self.bounds.windows(partition)? {
            if window == held && !out.is_empty() {
                out.push(out.last().cloned().unwrap_or(Value::Null));
                continue;
            }
            if window.start != held.start || window.end < held.end || window.is_empty() {
                self.column.reset(0);
                held = window.start..window.start;
            }
            for at in held.end..window.end {
                self.column.add(0, &partition.scope(at))?;
            }
            held = window;
            out.push(match self.column.value(0) {
                Value::Missing => Value::Null,
                value => value,
            });
        }
        Ok(out)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.column.dependencies(out);
    }
}
