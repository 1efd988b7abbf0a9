//! The argument forms shared by operators: operand lists and named operands.

use super::check_user_variable_name;
use super::prelude::*;

/// Returns the error for a wrong number of operands.
fn arity_error(name: &str, expected: usize, given: usize) -> Error {
    Error::new(
        16020,
        format!("Expression {name} takes exactly {expected} arguments. {given} were passed in."),
    )
}

/// Compiles exactly `N` operands.
pub(super) fn exactly<const N: usize>(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<[Box<dyn Expression>; N]> {
    let operands = compile_operands(argument, context)?;
    operands.try_into().map_err(|given: Vec<_>| arity_error(name, N, given.len()))
}

/// Compiles `min` to `max` operands.
pub(super) fn between(
    name: &str,
    argument: RawValue<'_>,
    min: usize,
    max: usize,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Expression>>> {
    let operands = compile_operands(argument, context)?;
    let given = operands.len();
    if (min..=max).contains(&given) {
        return Ok(operands);
    }
    if min == max {
        return Err(arity_error(name, min, given));
    }
    Err(Error::new(
        28667,
        format!(
            "Expression {name} takes at least {min} arguments, and at most {max}, but {given} were passed in."
        ),
    ))
}

/// An operator's named operands, not yet compiled.
pub(super) struct NamedOperands<'a> {
    doc: RawDoc<'a>,
}

impl<'a> NamedOperands<'a> {
    /// Checks the names. The operator's own code and text are raised when the
    /// argument isn't a document (placeholders `{op}` and `{type}`) and for an
    /// unknown name (`{op}`, `{name}`).
    pub(super) fn check(
        operator: &str,
        argument: RawValue<'a>,
        fields: &[&str],
        not_object: (i32, &str),
        unknown: (i32, &str),
    ) -> Result<Self> {
        let Some(doc) = argument.as_document() else {
            let text = not_object.1.replace("{op}", operator);
            return Err(Error::wrong_type(not_object.0, &text, argument.tag));
        };
        for element in doc {
            let name = element.name();
            if !fields.contains(&name) {
                let text = unknown.1.replace("{op}", operator).replace("{name}", name);
                return Err(Error::new(unknown.0, text));
            }
        }
        Ok(NamedOperands { doc })
    }

    /// Checks that operands are present; each has its own error code.
    pub(super) fn require(&self, operands: &[(&str, i32)], text: &dyn Fn(&str) -> String) -> Result<()> {
        match operands.iter().find(|(name, _)| self.doc.get(name).is_none()) {
            Some((name, code)) => Err(Error::new(*code, text(name))),
            None => Ok(()),
        }
    }

    /// Returns the operand as written.
    pub(super) fn raw(&self, name: &str) -> Option<RawValue<'a>> {
        self.doc.get(name)
    }

    /// Returns the name of the variable for the array's elements: `as`, by default `this`.
    ///
    /// # Errors
    /// Same as [`check_user_variable_name`].
    pub(super) fn element_name(&self) -> Result<&'a str> {
        let name = match self.doc.get("as") {
            None => "this",
            // A value that isn't a string counts as an empty name, which is refused.
            Some(name) => name.as_str().unwrap_or_default(),
        };
        check_user_variable_name(name)?;
        Ok(name)
    }

    /// Compiles one operand; an absent one is a constant missing value.
    pub(super) fn compile(&self, name: &str, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
        match self.doc.get(name) {
            Some(value) => compile_partial(value, context),
            None => Ok(Box::new(Constant(Value::Missing))),
        }
    }

    /// Compiles one operand; `None` if absent.
    pub(super) fn compile_optional(
        &self,
        name: &str,
        context: &mut ParseContext,
    ) -> Result<Option<Box<dyn Expression>>> {
        self.doc.get(name).map(|value| compile_partial(value, context)).transpose()
    }
}
