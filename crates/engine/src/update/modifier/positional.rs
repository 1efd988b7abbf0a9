//! `$`: <https://www.mongodb.com/docs/manual/reference/operator/update/positional/>.

use crate::operator::Help;

pub(super) const MODIFIER: Help = Help::new(
    "$",
    "In a path: the array element that matched the query.",
    (
        r#"{"_id": 1, "grades": [85, 80]}"#,
        r#"{"q": {"grades": 80}, "u": {"$set": {"grades.$": 82}}}"#,
        r#"{"_id": 1, "grades": [85, 82]}"#,
    ),
);
