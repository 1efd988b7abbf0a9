//! `$topN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/topN/>.

use super::ranked::{Ranking, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$topN",
    "Values of the first n documents in a given order.",
    (
        r#"[{"n": 2, "x": "a"}, {"n": 3, "x": "b"}, {"n": 1, "x": "c"}]"#,
        r#"{"$topN": {"n": 2, "sortBy": {"n": 1}, "output": "$x"}}"#,
        r#"["c", "a"]"#,
    ),
    |argument, context| parse(Ranking { name: "$topN", bottom: false, many: true }, argument, context),
)
.explained(|operands| operands.expressions(&["n", "output"]).settings(&["sortBy"]));
