//! Accumulators: functions that `$group`, `$bucket` and `$setWindowFields` compute over many documents.
//!
//! An accumulator keeps one [`State`] per group in a [`StateColumn`], so a new
//! group allocates only if its state does.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/#accumulators---group---bucket---bucketauto---setwindowfields->.

#[allow(clippy::module_inception, reason = "files are named as the operators are")]
mod accumulator;
mod add_to_set;
mod avg;
mod bottom;
mod bottom_n;
mod count;
mod first;
mod first_n;
mod group_count;
mod last;
mod last_n;
mod max;
mod max_n;
mod median;
mod merge_objects;
mod min;
mod min_n;
mod percentile;
mod pick_n;
mod push;
mod ranked;
mod simple;
mod state_column;
mod std_dev;
mod std_dev_pop;
mod std_dev_samp;
mod sum;
mod top;
mod top_n;

pub use add_to_set::AddToSet;
pub use avg::Avg;
pub(super) use min::Extreme;
pub use std_dev::StdDev;
pub use sum::Sum;

use simple::unary;
pub use simple::{Simple, State};
pub use state_column::{Argument, CodeSelection, Pick, StateColumn, StateColumns, Values};
use state_column::{group_scope, narrow};

use super::expression::ParseContext;
use super::expression::explained::WriteOperands;
use super::window::sliding_state::SlidingState;
use crate::operator::Help;
use crate::value::{RawDoc, RawValue};
use crate::{Error, Result};

/// Compiles an accumulator's argument.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn StateColumn>>;

/// An accumulator's table entry. The example's input is an array of documents;
/// its code is the accumulator applied to all of them.
pub struct Accumulator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Compiles the argument.
    pub parse: Parse,
    /// Writes the named operands for explain; `None` when the argument is an expression.
    pub explained: Option<WriteOperands>,
    /// How the accumulator is computed over windows.
    pub(super) windows: Windows,
}

/// How an accumulator is computed over the windows of `$setWindowFields`.
#[derive(Clone, Copy)]
pub(super) enum Windows {
    /// The accumulator isn't a window function.
    Never,
    /// By recomputing whenever a window's start moves.
    Recomputed,
    /// By removing the documents that leave the window.
    Sliding(fn() -> Box<dyn SlidingState>),
}

impl Accumulator {
    /// Marks an accumulator that isn't a window function.
    const fn not_over_windows(self) -> Self {
        Accumulator { windows: Windows::Never, ..self }
    }

    /// Marks an accumulator that can remove the documents that leave a window.
    const fn sliding(self, create: fn() -> Box<dyn SlidingState>) -> Self {
        Accumulator { windows: Windows::Sliding(create), ..self }
    }

    /// Whether the accumulator is also a window function.
    pub const fn is_over_windows(&self) -> bool {
        !matches!(self.windows, Windows::Never)
    }

    /// Sets how explain writes an argument that is a document of named operands.
    const fn explained(self, write: WriteOperands) -> Self {
        Accumulator { explained: Some(write), ..self }
    }
}

/// Creates a table entry.
const fn accumulator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> Accumulator {
    let help = Help::new(name, summary, example);
    Accumulator { help, parse, explained: None, windows: Windows::Recomputed }
}

/// All accumulators.
pub const ACCUMULATORS: &[Accumulator] = &[
    accumulator::ACCUMULATOR,
    add_to_set::ACCUMULATOR,
    avg::ACCUMULATOR,
    bottom::ACCUMULATOR,
    bottom_n::ACCUMULATOR,
    count::ACCUMULATOR,
    first::ACCUMULATOR,
    first_n::ACCUMULATOR,
    last::ACCUMULATOR,
    last_n::ACCUMULATOR,
    max::ACCUMULATOR,
    max_n::ACCUMULATOR,
    median::ACCUMULATOR,
    merge_objects::ACCUMULATOR,
    min::ACCUMULATOR,
    min_n::ACCUMULATOR,
    percentile::ACCUMULATOR,
    push::ACCUMULATOR,
    std_dev_pop::ACCUMULATOR,
    std_dev_samp::ACCUMULATOR,
    sum::ACCUMULATOR,
    top::ACCUMULATOR,
    top_n::ACCUMULATOR,
];

/// Returns the accumulator with this name (including `$`).
pub(super) fn find_accumulator(name: &str) -> Option<&'static Accumulator> {
    ACCUMULATORS.iter().find(|accumulator| accumulator.help.name == name)
}

/// Compiles one field of a `$group`-like specification: `total: { $sum: "$n" }`.
///
/// # Errors
/// 40234 to 40238 for malformed fields, 15952 for an unknown accumulator.
pub fn parse_field(
    name: &str,
    value: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn StateColumn>> {
    let Some(doc) = value.as_document().filter(|doc| !doc.is_empty()) else {
        return Err(Error::new(40234, format!("The field '{name}' must be an accumulator object")));
    };
    if name.contains('.') {
        return Err(Error::new(40235, format!("The field name '{name}' cannot contain '.'")));
    }
    if name.starts_with('$') {
        return Err(Error::new(40236, format!("The field name '{name}' cannot be an operator name")));
    }
    parse_accumulator(name, doc, context)
}

fn parse_accumulator(
    name: &str,
    doc: RawDoc<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn StateColumn>> {
    let (Some(element), 1) = (doc.first(), doc.count()) else {
        return Err(Error::new(40238, format!("The field '{name}' must specify one accumulator")));
    };
    if element.value.is_array() {
        // The server reports this even for unknown accumulators.
        return Err(Error::new(40237, format!("The {} accumulator is a unary operator", element.name())));
    }
    match find_accumulator(element.name()) {
        Some(accumulator) => (accumulator.parse)(element.value, context),
        None => Err(Error::new(15952, format!("unknown group operator '{}'", element.name()))),
    }
}

#[cfg(test)]
mod tests;
