//! `$trim`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/trim/>.

use super::super::prelude::*;
use super::trimming::{Ends, named, trim};

pub(super) const OPERATOR: Operator = operator(
    "$trim",
    "A string without white space, or other characters, at both ends.",
    (r#"{"a": "  x "}"#, r#"{"$trim": {"input": "$a"}}"#, r#""x""#),
    Compile::Named(&named(|values| trim("$trim", Ends::Both, values))),
);
