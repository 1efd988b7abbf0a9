//! `$position`: <https://www.mongodb.com/docs/manual/reference/operator/update/position/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$position",
    "In $push with $each: where the values are put; negative counts from the end.",
    (
        r#"{"_id": 1, "a": [1, 2]}"#,
        r#"{"q": {}, "u": {"$push": {"a": {"$each": [9], "$position": 0}}}}"#,
        r#"{"_id": 1, "a": [9, 1, 2]}"#,
    ),
);
