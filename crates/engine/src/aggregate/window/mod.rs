//! Window functions: functions that `$setWindowFields` computes over the documents around a document.
//!
//! A function receives a whole sorted partition and returns one value per document.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/>.

mod accumulated;
mod bounds;
mod covariance;
mod covariance_pop;
mod covariance_samp;
mod curve;
mod dense_rank;
mod derivative;
mod document_number;
mod exp_moving_avg;
mod integral;
mod linear_fill;
mod locf;
mod numbers;
mod rank;
mod shift;
mod sliding;
pub(super) mod sliding_state;

pub(super) use accumulated::accumulated;
pub(super) use bounds::Bounds;
pub(super) use sliding::sliding;

use super::document_order::DocumentOrder;
use super::expression::explained::WriteOperands;
use super::expression::{Dependencies, Environment, Expression, FieldPath, ParseContext, Scope};
use crate::operator::Help;
use crate::value::{RawDoc, RawValue, Value};
use crate::{Error, Result};

/// The sorted documents of one partition.
pub(super) struct Partition<'p> {
    /// The documents.
    pub documents: &'p [Vec<u8>],
    /// The documents' sort keys; empty without a sort, or when no function reads them.
    pub keys: &'p [Vec<u8>],
    /// The sort order.
    pub sort: Option<&'p DocumentOrder>,
    /// The command's environment.
    pub environment: &'p Environment,
}

impl<'p> Partition<'p> {
    /// Returns the scope of a document.
    pub(super) fn scope(&self, at: usize) -> Scope<'p, 'p> {
        let document = self.documents.get(at).map_or(RawDoc::empty(), |document| RawDoc::new(document));
        Scope::new(document, self.environment)
    }

    /// Evaluates an expression on each document.
    pub(super) fn evaluate(&self, expression: &dyn Expression) -> Result<Vec<Value<'static>>> {
        (0..self.documents.len())
            .map(|at| {
                let scope = self.scope(at);
                Ok(expression.evaluate(&shorten(&scope))?.into_owned())
            })
            .collect()
    }

    /// Returns a document's value of the first sort field.
    pub(super) fn position(&self, at: usize) -> Value<'static> {
        let path: Option<&FieldPath> = self.sort.and_then(|sort| sort.parts().first()).map(|part| &part.path);
        path.map_or(Value::Missing, |path| path.find(self.scope(at).root).into_value().into_owned())
    }
}

/// Shortens a scope's lifetime to that of a borrowed expression.
pub(super) fn shorten<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>) -> Scope<'s, 'b> {
    *scope
}

/// A window function.
pub(super) trait WindowFunction {
    /// Returns one value per document.
    ///
    /// # Errors
    /// Errors of the arguments, sort values of a wrong type.
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>>;

    /// Adds the fields that the arguments read.
    fn dependencies(&self, out: &mut Dependencies);

    /// Whether the function reads [`Partition::keys`].
    fn reads_keys(&self) -> bool {
        false
    }
}

opaque_debug!(WindowFunction);

/// The compilation context of a window function.
pub(super) struct WindowContext<'p> {
    /// The window, if given.
    pub bounds: Option<Bounds>,
    /// The sort order of the partitions.
    pub sort: Option<&'p DocumentOrder>,
}

/// Compiles a function's argument.
pub(super) type Parse = fn(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>>;

/// A function's table entry. The example's input is an array of documents, which
/// are sorted by `t`; its code is the output field, its output the values.
pub struct WindowOperator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Compiles the argument.
    pub(super) parse: Parse,
    /// For a function without `window`: the named operands, which may be none.
    pub(super) parts_alone: Option<&'static [&'static str]>,
    /// For a function with `window` and named operands: writes the operands for explain.
    pub(super) explained: Option<WriteOperands>,
}

impl WindowOperator {
    /// Marks a function over the whole partition, without `window`, with these named operands.
    const fn without_window(self, parts: &'static [&'static str]) -> Self {
        WindowOperator { parts_alone: Some(parts), ..self }
    }

    /// Sets how explain writes named operands.
    const fn explained(self, write: WriteOperands) -> Self {
        WindowOperator { explained: Some(write), ..self }
    }
}

/// Creates a table entry.
const fn window_operator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> WindowOperator {
    WindowOperator { help: Help::new(name, summary, example), parse, parts_alone: None, explained: None }
}

/// The window functions that aren't accumulators.
pub const WINDOW_FUNCTIONS: &[WindowOperator] = &[
    covariance_pop::OPERATOR,
    covariance_samp::OPERATOR,
    dense_rank::OPERATOR,
    derivative::OPERATOR,
    document_number::OPERATOR,
    exp_moving_avg::OPERATOR,
    integral::OPERATOR,
    linear_fill::OPERATOR,
    locf::OPERATOR,
    rank::OPERATOR,
    shift::OPERATOR,
];

/// Refuses a `window` for a function that doesn't support one.
fn no_window(name: &str, window_context: &WindowContext<'_>) -> Result<()> {
    match window_context.bounds {
        None => Ok(()),
        Some(_) => Err(Error::failed_to_parse(format!("{name} does not accept a 'window' field"))),
    }
}

#[cfg(test)]
mod tests;
