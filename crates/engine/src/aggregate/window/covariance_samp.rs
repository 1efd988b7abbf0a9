//! `$covarianceSamp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/covarianceSamp/>.

use super::covariance::parse;
use super::{WindowOperator, window_operator};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$covarianceSamp",
    "The covariance of two numbers, of a sample.",
    (r#"[{"t": 1, "a": 2}, {"t": 3, "a": 4}]"#, r#"{"$covarianceSamp": ["$t", "$a"]}"#, "[2.0, 2.0]"),
    |argument, window_context, context| parse(true, argument, window_context, context),
);
