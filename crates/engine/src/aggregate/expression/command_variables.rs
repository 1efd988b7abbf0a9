//! The variables of a command's `let`.

use super::{Dependencies, Expression, ParseContext, Scope, check_user_variable_name, compile};
use crate::value::{RawDoc, Value};
use crate::{Error, Result};

/// Evaluates the constant expressions of a command's `let` and defines the variables, for later expressions of the
/// `let` too; returns names and values.
///
/// # Errors
/// Errors of a variable's name or expression, 4890500 when it reads the document.
pub fn define_command_variables(
    given: Option<RawDoc<'_>>,
    context: &mut ParseContext,
) -> Result<Vec<(String, Value<'static>)>> {
    let mut variables = Vec::new();
    for element in given.into_iter().flat_map(RawDoc::iter) {
        check_user_variable_name(element.name())?;
        let expression = compile(element.value, context)?;
        check_reads_no_field(&*expression)?;
        let environment = &context.environment;
        let value = expression.evaluate(&Scope::new(RawDoc::empty(), environment))?.into_owned();
        context.define_constant(element.name(), value.clone());
        variables.push((element.name().to_owned(), value));
    }
    Ok(variables)
}

/// Refuses an expression of a command's `let` that reads the document.
///
/// # Errors
/// 4890500.
fn check_reads_no_field(expression: &dyn Expression) -> Result<()> {
    let read = Dependencies::of(expression);
    if read.fields.is_empty() && read.length_only.is_empty() && !read.whole_document {
        return Ok(());
    }
    Err(Error::new(
        4_890_500,
        "Command let Expression tried to access a field, but this is not allowed because Command let expressions run before the query examines any documents.",
    ))
}
