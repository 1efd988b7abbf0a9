//! `$bottomN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bottomN/>.

use super::ranked::{Ranking, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$bottomN",
    "Values of the last n documents in a given order.",
    (
        r#"[{"n": 2, "x": "a"}, {"n": 3, "x": "b"}, {"n": 1, "x": "c"}]"#,
        r#"{"$bottomN": {"n": 2, "sortBy": {"n": 1}, "output": "$x"}}"#,
        r#"["a", "b"]"#,
    ),
    |argument, context| parse(Ranking { name: "$bottomN", bottom: true, many: true }, argument, context),
)
.explained(|operands| operands.expressions(&["n", "output"]).settings(&["sortBy"]));
