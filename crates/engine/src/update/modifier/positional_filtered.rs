//! `$[<identifier>]`: <https://www.mongodb.com/docs/manual/reference/operator/update/positional-filtered/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$[<identifier>]",
    "In a path: the array elements that an array filter accepts.",
    (
        r#"{"_id": 1, "grades": [85, 110]}"#,
        r#"{"q": {}, "u": {"$set": {"grades.$[g]": 100}}, "arrayFilters": [{"g": {"$gt": 100}}]}"#,
        r#"{"_id": 1, "grades": [85, 100]}"#,
    ),
);
