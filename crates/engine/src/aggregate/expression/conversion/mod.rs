//! Type operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#type-expression-operators>).

mod binary;
mod cast;
mod convert;
mod is_number;
mod parse_number;
mod to_bool;
mod to_date;
mod to_decimal;
mod to_double;
mod to_int;
mod to_long;
mod to_object_id;
mod to_string;
mod to_uuid;
mod r#type;

use super::prelude::*;
use binary::{Format, UUID};

pub(super) const TABLE: &[Operator] = &[
    convert::OPERATOR,
    is_number::OPERATOR,
    to_bool::OPERATOR,
    to_date::OPERATOR,
    to_decimal::OPERATOR,
    to_double::OPERATOR,
    to_int::OPERATOR,
    to_long::OPERATOR,
    to_object_id::OPERATOR,
    to_string::OPERATOR,
    to_uuid::OPERATOR,
    r#type::OPERATOR,
];

/// Compiles the only operand of an operator such as `$toInt`.
fn only_operand(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let operands = compile_operands(argument, context)?;
    let given = operands.len();
    let [operand] = <[_; 1]>::try_from(operands)
        .map_err(|_| Error::new(50723, format!("{name} requires a single argument, got {given}")))?;
    Ok(operand)
}

/// Compiles [`Compile::Conversion`].
pub(super) fn compile_conversion(
    name: &'static str,
    to: u8,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let operand = only_operand(name, argument, context)?;
    Ok(fold(Conversion { name, to, operand }, context))
}

/// A conversion without `onError` and `onNull`.
struct Conversion {
    name: &'static str,
    /// The tag of the target type.
    to: u8,
    operand: Box<dyn Expression>,
}

impl std::fmt::Debug for Conversion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple(self.name).field(&self.operand).finish()
    }
}

impl Expression for Conversion {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let value = self.operand.evaluate(scope)?;
        if value.is_nullish() {
            return Ok(Value::Null);
        }
        // Binary data is formatted by its subtype; strings are parsed as UUIDs.
        let format = if self.to == tag::STRING { Format::Auto } else { Format::Uuid };
        convert::converted(value, (self.to, UUID), Some(format))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operand.dependencies(out);
    }
}
