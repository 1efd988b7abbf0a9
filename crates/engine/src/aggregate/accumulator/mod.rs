//! Accumulators: what `$group`, `$bucket` and `$setWindowFields` compute of many documents.
//!
//! An accumulator keeps one [`State`] per group in a [`StateColumn`], so that a
//! group costs no allocation of its own where the state needs none.
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
use state_column::{narrow, set_up};

use super::expression::ParseContext;
use super::expression::explained::WriteOperands;
use super::window::sliding_state::SlidingState;
use crate::operator::Help;
use crate::value::{RawDoc, RawValue};
use crate::{Error, Result};

/// Compiles an accumulator's argument.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn StateColumn>>;

/// An accumulator's table entry. The example's input is an array of documents,
/// its code the accumulator over all of them.
pub struct Accumulator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub parse: Parse,
    /// For an argument that is a document of named parts and no expression: writes the parts for explain.
    pub explained: Option<WriteOperands>,
    /// How it is computed over windows.
    pub(super) windows: Windows,
}

/// How an accumulator is computed over the windows of `$setWindowFields`.
#[derive(Clone, Copy)]
pub(super) enum Windows {
    /// Not at all.
    Never,
    /// By starting again whenever a window's start moves.
    Anew,
    /// By removing the documents that leave the window.
    Sliding(fn() -> Box<dyn SlidingState>),
}

impl Accumulator {
    /// The entry of one that is no window function.
    const fn not_over_windows(self) -> Self {
        Accumulator { windows: Windows::Never, ..self }
    }

    /// The entry of one that need not begin anew where a window's start moves.
    const fn sliding(self, held: fn() -> Box<dyn SlidingState>) -> Self {
        Accumulator { windows: Windows::Sliding(held), ..self }
    }

    /// Whether it is a window function, too.
    pub const fn is_over_windows(&self) -> bool {
        !matches!(self.windows, Windows::Never)
    }

    /// The entry of one whose argument is a document of named parts, which explain writes like this.
    const fn explained(self, write: WriteOperands) -> Self {
        Accumulator { explained: Some(write), ..self }
    }
}

/// A table entry.
const fn accumulator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> Accumulator {
    let help = Help::new(name, summary, example);
    Accumulator { help, parse, explained: None, windows: Windows::Anew }
}

/// Every accumulator.
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

/// The accumulator of this name (with `$`).
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
        // Whatever the name, even of no accumulator.
        return Err(Error::new(40237, format!("The {} accumulator is a unary operator", element.name())));
    }
    match find_accumulator(element.name()) {
        Some(accumulator) => (accumulator.parse)(element.value, context),
        None => Err(Error::new(15952, format!("unknown group operator '{}'", element.name()))),
    }
}

#[cfg(test)]
mod tests;
