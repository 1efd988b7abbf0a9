//! `$documentNumber`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/documentNumber/>.

use super::rank::{Numbering, parse};
use super::{WindowOperator, window_operator};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$documentNumber",
    "The position of a document in its partition, from 1.",
    (r#"[{"t": 1}, {"t": 2}, {"t": 2}, {"t": 3}]"#, r#"{"$documentNumber": {}}"#, "[1, 2, 3, 4]"),
    |argument, window_context, _| parse("$documentNumber", Numbering::Position, argument, window_context),
)
.without_window(&[]);
