//! `$bitsAllClear`: <https://www.mongodb.com/docs/manual/reference/operator/query/bitsAllClear/>.

use super::bits;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitsAllClear",
    Place::Field,
    "Matches numbers and binary data in which all of the given bits are 0.",
    (r#"{"flags": 20}"#, r#"{"flags": {"$bitsAllClear": [2, 4]}}"#, "false"),
    |argument| bits::parse(argument, "$bitsAllClear", bits::Test::AllClear),
);
