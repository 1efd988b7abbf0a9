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

use super::node::Unary;
use super::prelude::*;

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

/// Compiles one of the conversions that are named by their type.
pub(super) fn single(
    name: &'static str,
    apply: for<'a> fn(Value<'a>) -> Result<Value<'a>>,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let operands = compile_operands(argument, context)?;
    let given = operands.len();
    let [operand] = <[_; 1]>::try_from(operands)
        .map_err(|_| Error::new(50723, format!("{name} requires a single argument, got {given}")))?;
    Ok(fold(Unary { name, apply, operand }, context))
}
