//! `$_internalExprLt`: `$lt` across all types (see [`internal_order`]).

use std::cmp::Ordering;

use super::internal_order;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$_internalExprLt",
    Place::Field,
    "Matches values less than the given one, of any kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$_internalExprLt": "a"}}"#, "true"),
    |argument| Ok(internal_order::parse(argument, "$_internalExprLt", [Ordering::Less, Ordering::Less])),
);
