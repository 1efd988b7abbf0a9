//! `$each`: <https://www.mongodb.com/docs/manual/reference/operator/update/each/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$each",
    "In $push and $addToSet: adds each of several values.",
    (
        r#"{"_id": 1, "a": [1]}"#,
        r#"{"q": {}, "u": {"$push": {"a": {"$each": [2, 3]}}}}"#,
        r#"{"_id": 1, "a": [1, 2, 3]}"#,
    ),
);
