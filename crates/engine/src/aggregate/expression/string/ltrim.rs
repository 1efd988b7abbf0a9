//! `$ltrim`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ltrim/>.

use super::super::prelude::*;
use super::trimming::{Ends, named, trim};

pub(super) const OPERATOR: Operator = operator(
    "$ltrim",
    "A string without white space, or other characters, at the beginning.",
    (r#"{"a": "  x"}"#, r#"{"$ltrim": {"input": "$a"}}"#, r#""x""#),
    Compile::Named(&named(|values| trim("$ltrim", Ends::Left, values))),
);
