//! `$mul`: <https://www.mongodb.com/docs/manual/reference/operator/update/mul/>.

use super::arithmetic::Arithmetic;
use super::prelude::*;
use crate::value::Number;

pub(super) const OPERATOR: Operator = operator(
    "$mul",
    "Multiplies a field by a number; a missing field becomes 0.",
    (r#"{"_id": 1, "n": 5}"#, r#"{"$mul": {"n": 2, "m": 3}}"#, r#"{"_id": 1, "n": 10, "m": 0}"#),
    |argument, _| {
        // Zero in the operand's type, except where zero times the operand is NaN.
        let alone = |operand| Number::checked_mul(Number::Int32(0), operand).unwrap_or(operand);
        Arithmetic::parse("$mul", "multiply", argument, Number::checked_mul, alone)
    },
);
