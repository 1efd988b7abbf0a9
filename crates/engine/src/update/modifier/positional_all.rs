//! `$[]`: <https://www.mongodb.com/docs/manual/reference/operator/update/positional-all/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$[]",
    "In a path: all elements of an array.",
    (
        r#"{"_id": 1, "grades": [85, 80]}"#,
        r#"{"q": {}, "u": {"$inc": {"grades.$[]": 1}}}"#,
        r#"{"_id": 1, "grades": [86, 81]}"#,
    ),
);
