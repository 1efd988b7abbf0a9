//! `$bitsAnySet`: <https://www.mongodb.com/docs/manual/reference/operator/query/bitsAnySet/>.

use super::bits;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitsAnySet",
    Place::Field,
    "Matches numbers and binary data in which any of the given bits is 1.",
    (r#"{"flags": 20}"#, r#"{"flags": {"$bitsAnySet": [2, 4]}}"#, "true"),
    |argument| bits::parse(argument, "$bitsAnySet", bits::Test::AnySet),
);
