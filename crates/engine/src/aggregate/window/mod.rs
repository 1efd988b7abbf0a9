//! Window functions: what `$setWindowFields` computes of the documents around a document.
//!
//! A function sees a whole partition in its order and gives one value for
//! each of its documents.
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

/// The documents of one partition, in order.
pub(super) struct Partition<'p> {
    /// The documents.
    pub documents: &'p [Vec<u8>],
    /// Their sort keys; empty ones when nothing is sorted by, or no function reads them.
    pub keys: &'p [Vec<u8>],
    /// What they are sorted by.
    pub sort: Option<&'p DocumentOrder>,
    /// Clock, random numbers, JavaScript.
    pub environment: &'p Environment,
}

impl<'p> Partition<'p> {
    /// The scope of a document.
    pub(super) fn scope(&self, at: usize) -> Scope<'p, 'p> {
        let document = self.documents.get(at).map_or(RawDoc::empty(), |document| RawDoc::new(document));
        Scope::new(document, self.environment)
    }

    /// The value of an expression for each document.
    pub(super) fn evaluate(&self, expression: &dyn Expression) -> Result<Vec<Value<'static>>> {
        (0..self.documents.len())
            .map(|at| {
                let scope = self.scope(at);
                Ok(expression.evaluate(&shorten(&scope))?.into_owned())
            })
            .collect()
    }

    /// What a document is sorted by: the value of the first sort field.
    pub(super) fn position(&self, at: usize) -> Value<'static> {
        let path: Option<&FieldPath> = self.sort.and_then(|sort| sort.parts().first()).map(|part| &part.path);
        path.map_or(Value::Missing, |path| path.find(self.scope(at).root).into_value().into_owned())
    }
}

/// The same scope for the shorter time that an expression is borrowed.
pub(super) fn shorten<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>) -> Scope<'s, 'b> {
    *scope
}

/// One function over windows.
pub(super) trait WindowFunction {
    /// A value for each document.
    ///
    /// # Errors
    /// Errors of the arguments, sort values of a wrong type.
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>>;

    /// The fields that the arguments read.
    fn dependencies(&self, out: &mut Dependencies);

    /// Whether it reads [`Partition::keys`].
    fn reads_keys(&self) -> bool {
        false
    }
}

opaque_debug!(WindowFunction);

/// What a window function is compiled with.
pub(super) struct Setting<'p> {
    /// The window, when one is given.
    pub bounds: Option<Bounds>,
    /// What the partitions are sorted by.
    pub sort: Option<&'p DocumentOrder>,
}

/// Compiles a function's argument.
pub(super) type Parse = fn(
    argument: RawValue<'_>,
    setting: &Setting<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>>;

/// A function's table entry. The example's input is an array of documents that
/// are sorted by `t`, its code the output field, its output the values.
pub struct WindowOperator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub(super) parse: Parse,
    /// For a function without `window`: the named parts of its argument, if any.
    pub(super) parts_alone: Option<&'static [&'static str]>,
    /// For a function with a `window` and named parts: writes the parts for explain.
    pub(super) explained: Option<WriteOperands>,
}

impl WindowOperator {
    /// The same, for the whole partition: its argument, with these parts, is all.
    const fn without_window(self, parts: &'static [&'static str]) -> Self {
        WindowOperator { parts_alone: Some(parts), ..self }
    }

    /// The same, with an argument that is a document of named parts, which explain writes like this.
    const fn explained(self, write: WriteOperands) -> Self {
        WindowOperator { explained: Some(write), ..self }
    }
}

/// A table entry.
const fn window_operator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> WindowOperator {
    WindowOperator { help: Help::new(name, summary, example), parse, parts_alone: None, explained: None }
}

/// The functions that are not accumulators too.
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

/// Refuses a `window` where a function has none.
fn no_window(name: &str, setting: &Setting<'_>) -> Result<()> {
    match setting.bounds {
        None => Ok(()),
        Some(_) => Err(Error::failed_to_parse(format!("{name} does not accept a 'window' field"))),
    }
}

#[cfg(test)]
mod tests;
