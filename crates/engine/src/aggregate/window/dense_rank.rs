//! `$denseRank`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/denseRank/>.

use super::rank::{Numbering, parse};
use super::{WindowOperator, window_operator};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$denseRank",
    "The rank of a document in its partition; ties share a rank, without gaps.",
    (r#"[{"t": 1}, {"t": 2}, {"t": 2}, {"t": 3}]"#, r#"{"$denseRank": {}}"#, "[1, 2, 2, 3]"),
    |argument, window_context, _| parse("$denseRank", Numbering::Dense, argument, window_context),
)
.without_window(&[]);
