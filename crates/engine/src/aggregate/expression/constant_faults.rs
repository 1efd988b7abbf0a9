//! Faults of constant parts of expressions, which are found when a whole is optimised: after everything in it has
//! been read. So they are reported behind all other faults of a stage or a pipeline, the first of them first.

use super::{Constant, Expression, ParseContext, compile};
use crate::error::OptimizedPart;
use crate::value::{RawValue, Value};
use crate::{Error, Result};

/// The first fault of a constant part in what has been read so far.
#[derive(Debug, Default)]
pub struct ConstantFaults(Option<Error>);

impl ConstantFaults {
    /// Keeps a fault of a constant part for the end.
    ///
    /// # Errors
    /// Any other.
    pub fn keep(&mut self, error: Error) -> Result<()> {
        if !error.is_of_constants() {
            return Err(error);
        }
        self.0.get_or_insert(error);
        Ok(())
    }

    /// Compiles an expression; in place of one with such a fault stands null until the fault is reported.
    ///
    /// # Errors
    /// Any other.
    pub fn compile(
        &mut self,
        value: RawValue<'_>,
        context: &mut ParseContext,
    ) -> Result<Box<dyn Expression>> {
        self.in_place(compile(value, context))
    }

    /// Like [`Self::compile`], of an expression that was compiled.
    ///
    /// # Errors
    /// Any other.
    pub fn in_place(&mut self, compiled: Result<Box<dyn Expression>>) -> Result<Box<dyn Expression>> {
        compiled.or_else(|error| {
            self.keep(error)?;
            Ok(Box::new(Constant(Value::Null)))
        })
    }

    /// Keeps a fault that is found when the pipeline is optimised. A projection is optimised when it is read.
    ///
    /// # Errors
    /// Any other.
    pub fn keep_of_pipeline(&mut self, error: Error) -> Result<()> {
        if error.is_found_in(OptimizedPart::Pipeline) { self.keep(error) } else { Err(error) }
    }

    /// Returns the first fault as an error.
    ///
    /// # Errors
    /// That one.
    pub fn report(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
