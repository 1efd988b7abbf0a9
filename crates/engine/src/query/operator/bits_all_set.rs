//! `$bitsAllSet`: <https://www.mongodb.com/docs/manual/reference/operator/query/bitsAllSet/>.

use super::bits;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitsAllSet",
    Place::Field,
    "Matches numbers and binary data in which all of the given bits are 1.",
    (r#"{"flags": 20}"#, r#"{"flags": {"$bitsAllSet": [2, 4]}}"#, "true"),
    |argument| bits::parse(argument, "$bitsAllSet", bits::Test::AllSet),
);
