//! `$_internalExprGte`: `$gte` across all types (see [`internal_order`]).

use std::cmp::Ordering;

use super::internal_order;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$_internalExprGte",
    Place::Field,
    "Matches values greater than or equal to the given one, of any kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$_internalExprGte": null}}"#, "true"),
    |argument| Ok(internal_order::parse(argument, "$_internalExprGte", [Ordering::Greater, Ordering::Equal])),
);
