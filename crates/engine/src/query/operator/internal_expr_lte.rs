//! `$_internalExprLte`: `$lte` across all types (see [`internal_order`]).

use std::cmp::Ordering;

use super::internal_order;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$_internalExprLte",
    Place::Field,
    "Matches values less than or equal to the given one, of any kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$_internalExprLte": "a"}}"#, "true"),
    |argument| Ok(internal_order::parse(argument, "$_internalExprLte", [Ordering::Less, Ordering::Equal])),
);
