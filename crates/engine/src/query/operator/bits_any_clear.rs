//! `$bitsAnyClear`: <https://www.mongodb.com/docs/manual/reference/operator/query/bitsAnyClear/>.

use super::bits;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitsAnyClear",
    Place::Field,
    "Matches numbers and binary data in which any of the given bits is 0.",
    (r#"{"flags": 20}"#, r#"{"flags": {"$bitsAnyClear": [2, 4]}}"#, "false"),
    |argument| bits::parse(argument, "$bitsAnyClear", bits::Test::AnyClear),
);
