//! `$slice`: <https://www.mongodb.com/docs/manual/reference/operator/update/slice/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$slice",
    "In $push with $each: keeps the first n elements, the last n when negative.",
    (
        r#"{"_id": 1, "a": [1, 2]}"#,
        r#"{"q": {}, "u": {"$push": {"a": {"$each": [3], "$slice": -2}}}}"#,
        r#"{"_id": 1, "a": [2, 3]}"#,
    ),
);
