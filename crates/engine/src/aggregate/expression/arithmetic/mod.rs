//! Arithmetic operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#arithmetic-expression-operators>).

mod abs;
mod add;
mod ceil;
mod divide;
mod exp;
mod floor;
mod ln;
mod log;
mod log10;
mod mod_;
mod multiply;
mod pow;
mod round;
mod rounding;
mod sqrt;
mod subtract;
mod trunc;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[
    abs::OPERATOR,
    add::OPERATOR,
    ceil::OPERATOR,
    divide::OPERATOR,
    exp::OPERATOR,
    floor::OPERATOR,
    ln::OPERATOR,
    log::OPERATOR,
    log10::OPERATOR,
    mod_::OPERATOR,
    multiply::OPERATOR,
    pow::OPERATOR,
    round::OPERATOR,
    sqrt::OPERATOR,
    subtract::OPERATOR,
    trunc::OPERATOR,
];

/// Returns the numeric operand of a unary operator; `None` for null and missing.
pub(super) fn number(name: &str, value: &Value<'_>) -> Result<Option<Number>> {
    if value.is_nullish() {
        return Ok(None);
    }
    match value.as_number() {
        Some(number) => Ok(Some(number)),
        None => Err(Error::new(
            28765,
            format!("{name} only supports numeric types, not {}", type_name(value.tag())),
        )),
    }
}

/// Formats a number as error messages show it.
pub(super) fn display_number(number: Number) -> String {
    shown(&number.into())
}

/// Formats a number outside a function's domain as error messages show it: integers as doubles.
pub(super) fn display_double(number: Number) -> String {
    match number {
        Number::Decimal(_) => display_number(number),
        other => display_number(Number::Double(other.to_f64())),
    }
}
