//! `$alwaysFalse`: the constant filter of drivers and of the server's rewrites.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$alwaysFalse",
    Place::Document,
    "Matches no document.",
    (r#"{"a": 1}"#, r#"{"$alwaysFalse": 1}"#, "false"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    if argument.value.as_number().and_then(Number::to_i64_exact) != Some(1) {
        return Err(Error::failed_to_parse("$alwaysFalse must be an integer value of 1"));
    }
    Ok(Node::Or(Vec::new()))
}
