//! `$sort`: <https://www.mongodb.com/docs/manual/reference/operator/update/sort/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$sort",
    "In $push with $each: sorts the array, by whole elements or by their fields.",
    (
        r#"{"_id": 1, "a": [{"n": 3}, {"n": 1}]}"#,
        r#"{"q": {}, "u": {"$push": {"a": {"$each": [{"n": 2}], "$sort": {"n": 1}}}}}"#,
        r#"{"_id": 1, "a": [{"n": 1}, {"n": 2}, {"n": 3}]}"#,
    ),
);
