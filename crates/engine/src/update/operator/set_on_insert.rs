//! `$setOnInsert`: <https://www.mongodb.com/docs/manual/reference/operator/update/setOnInsert/>.

use super::owned;
use super::prelude::*;
use super::set::Set;
use crate::update::Purpose;

pub(super) const OPERATOR: Operator = operator(
    "$setOnInsert",
    "Sets the value of a field when an upsert inserts the document.",
    (
        r#"{"_id": 1, "a": 1}"#,
        r#"{"$set": {"a": 2}, "$setOnInsert": {"made": true}}"#,
        r#"{"_id": 1, "a": 2}"#,
    ),
    |argument, _| Ok(Rc::new(SetOnInsert(Set { value: owned(argument.value) }))),
);

#[derive(Debug)]
struct SetOnInsert(Set);

impl Modifier for SetOnInsert {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        match site.purpose {
            Purpose::Upsert => self.0.change(site, value),
            Purpose::Update => Ok(Change::None),
        }
    }

    fn create<'a>(&'a self, site: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        match site.purpose {
            Purpose::Upsert => self.0.create(site),
            Purpose::Update => Ok(None),
        }
    }

    fn needs_viable_path(&self) -> bool {
        false
    }
}
