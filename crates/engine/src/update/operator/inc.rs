//! `$inc`: <https://www.mongodb.com/docs/manual/reference/operator/update/inc/>.

use super::arithmetic::Arithmetic;
use super::prelude::*;
use crate::value::Number;

pub(super) const OPERATOR: Operator = operator(
    "$inc",
    "Adds a number to a field.",
    (r#"{"_id": 1, "n": 5}"#, r#"{"$inc": {"n": 2, "m": -1}}"#, r#"{"_id": 1, "n": 7, "m": -1}"#),
    |argument, _| Arithmetic::parse("$inc", "increment", argument, Number::checked_add, |operand| operand),
);
