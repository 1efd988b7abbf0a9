//! `$_internalExprEq`: `$eq` across all types (see [`internal_order`]).

use std::cmp::Ordering;

use super::internal_order;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$_internalExprEq",
    Place::Field,
    "Matches values equal to the given one.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$_internalExprEq": 20}}"#, "true"),
    |argument| Ok(internal_order::parse(argument, "$_internalExprEq", [Ordering::Equal, Ordering::Equal])),
);
