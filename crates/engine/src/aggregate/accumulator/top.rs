//! `$top`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/top/>.

use super::ranked::{Ranking, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$top",
    "A value of the first document in a given order.",
    (
        r#"[{"n": 2, "x": "a"}, {"n": 3, "x": "b"}, {"n": 1, "x": "c"}]"#,
        r#"{"$top": {"sortBy": {"n": 1}, "output": "$x"}}"#,
        r#""c""#,
    ),
    |argument, context| parse(Ranking { name: "$top", bottom: false, many: false }, argument, context),
)
.explained(|operands| operands.expressions(&["output"]).settings(&["sortBy"]));
