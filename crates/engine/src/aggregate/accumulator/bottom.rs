//! `$bottom`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bottom/>.

use super::ranked::{Ranking, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$bottom",
    "A value of the last document in a given order.",
    (
        r#"[{"n": 2, "x": "a"}, {"n": 3, "x": "b"}, {"n": 1, "x": "c"}]"#,
        r#"{"$bottom": {"sortBy": {"n": 1}, "output": "$x"}}"#,
        r#""b""#,
    ),
    |argument, context| parse(Ranking { name: "$bottom", bottom: true, many: false }, argument, context),
)
.explained(|operands| operands.expressions(&["output"]).settings(&["sortBy"]));
