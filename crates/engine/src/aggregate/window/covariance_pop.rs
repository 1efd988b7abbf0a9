//! `$covariancePop`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/covariancePop/>.

use super::covariance::parse;
use super::{WindowOperator, window_operator};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$covariancePop",
    "The covariance of two numbers, of a whole population.",
    (r#"[{"t": 1, "a": 2}, {"t": 3, "a": 4}]"#, r#"{"$covariancePop": ["$t", "$a"]}"#, "[1.0, 1.0]"),
    |argument, window_context, context| parse(false, argument, window_context, context),
);
