//! Errors of constant parts of expressions. The server finds them when it optimizes a stage or pipeline, after parsing
//! the whole. So the first one is reported only if parsing finds no error.

use super::{Constant, Expression, ParseContext, compile};
use crate::error::OptimizedPart;
use crate::value::{RawValue, Value};
use crate::{Error, Result};

/// The first error of a constant part found so far.
#[derive(Debug, Default)]
pub struct ConstantFaults(Option<Error>);

impl ConstantFaults {
    /// Keeps an error of a constant part for the end.
    ///
    /// # Errors
    /// Any other error.
    pub fn keep(&mut self, error: Error) -> Result<()> {
        if !error.is_of_constants() {
            return Err(error);
        }
        self.0.get_or_insert(error);
        Ok(())
    }

    /// Compiles an expression. If a constant part of it fails, keeps the error and returns null.
    ///
    /// # Errors
    /// Any other error.
    pub fn compile(
        &mut self,
        value: RawValue<'_>,
        context: &mut ParseContext,
    ) -> Result<Box<dyn Expression>> {
        self.in_place(compile(value, context))
    }

    /// Like [`Self::compile`], given the result of compiling.
    ///
    /// # Errors
    /// Any other error.
    pub fn in_place(&mut self, compiled: Result<Box<dyn Expression>>) -> Result<Box<dyn Expression>> {
        compiled.or_else(|error| {
            self.keep(error)?;
            Ok(Box::new(Constant(Value::Null)))
        })
    }

    /// Keeps an error that the server finds when it optimizes the pipeline. Errors of a projection are returned, since
    /// the server optimizes projections when it parses them.
    ///
    /// # Errors
    /// Any other error.
    pub fn keep_of_pipeline(&mut self, error: Error) -> Result<()> {
        if error.is_found_in(OptimizedPart::Pipeline) { self.keep(error) } else { Err(error) }
    }

    /// Reports the kept error.
    ///
    /// # Errors
    /// The kept error, if any.
    pub fn report(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
