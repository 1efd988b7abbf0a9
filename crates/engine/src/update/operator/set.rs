//! `$set`: <https://www.mongodb.com/docs/manual/reference/operator/update/set/>.

use super::owned;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$set",
    "Sets the value of a field.",
    (
        r#"{"_id": 1, "a": 1}"#,
        r#"{"$set": {"a": 2, "b.c": true}}"#,
        r#"{"_id": 1, "a": 2, "b": {"c": true}}"#,
    ),
    |argument, _| Ok(Rc::new(Set { value: owned(argument.value) })),
);

/// Sets a value.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) value: Value<'static>,
}

impl Modifier for Set {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let mut scratch = Vec::new();
        // Compare bytes and types: here 1 and 1.0 are different.
        if self.value.to_raw(&mut scratch) == value {
            return Ok(Change::None);
        }
        Ok(Change::Value(self.value.borrowed()))
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(self.value.borrowed()))
    }
}
