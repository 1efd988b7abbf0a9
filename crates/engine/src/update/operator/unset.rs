//! `$unset`: <https://www.mongodb.com/docs/manual/reference/operator/update/unset/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$unset",
    "Removes a field; an array element becomes null.",
    (r#"{"_id": 1, "a": 1, "b": 2}"#, r#"{"$unset": {"a": ""}}"#, r#"{"_id": 1, "b": 2}"#),
    |_, _| Ok(Rc::new(Unset)),
);

#[derive(Debug)]
struct Unset;

impl Modifier for Unset {
    fn change<'a>(&'a self, _: &Site<'a, '_>, _: RawValue<'a>) -> Result<Change<'a>> {
        Ok(Change::Remove)
    }

    fn needs_viable_path(&self) -> bool {
        false
    }
}
