//! `$_internalExprGt`: `$gt` across all types (see [`internal_order`]).

use std::cmp::Ordering;

use super::internal_order;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$_internalExprGt",
    Place::Field,
    "Matches values greater than the given one, of any kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$_internalExprGt": null}}"#, "true"),
    |argument| {
        Ok(internal_order::parse(argument, "$_internalExprGt", [Ordering::Greater, Ordering::Greater]))
    },
);
