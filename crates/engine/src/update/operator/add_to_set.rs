//! `$addToSet`: <https://www.mongodb.com/docs/manual/reference/operator/update/addToSet/>.

use super::array_value;
use super::order::Order;
use super::prelude::*;
use super::value_set::ValueSet;
use crate::value::{ArrayBuilder, display_document};

pub(super) const OPERATOR: Operator = operator(
    "$addToSet",
    "Appends values to an array that are not in it yet.",
    (
        r#"{"_id": 1, "tags": ["a", "b"]}"#,
        r#"{"$addToSet": {"tags": {"$each": ["b", "c"]}}}"#,
        r#"{"_id": 1, "tags": ["a", "b", "c"]}"#,
    ),
    |argument, parsing| {
        let order = Order::of(parsing);
        Ok(Rc::new(AddToSet { values: parse(argument.value, &order)?, order }))
    },
);

/// Parses the argument into an array of distinct values.
fn parse(argument: RawValue<'_>, order: &Order) -> Result<Vec<u8>> {
    let each = argument.as_document().and_then(|doc| Some((doc, doc.first()?)));
    let Some((doc, first)) = each.filter(|(_, first)| first.key == b"$each") else {
        let mut values = ArrayBuilder::new();
        values.push_raw(argument);
        return Ok(values.finish());
    };
    let Some(values) = first.value.as_array() else {
        return Err(Error::wrong_type(
            ErrorCode::TYPE_MISMATCH,
            "The argument to $each in $addToSet must be an array but it was of type {type}",
            first.value.tag,
        ));
    };
    if doc.count() > 1 {
        return Err(Error::bad_value(format!(
            "Found unexpected fields after $each in $addToSet: {}",
            display_document(doc)
        )));
    }
    let mut known = ValueSet::new(order);
    Ok(array(values.values().filter(|value| known.add(*value))))
}

fn array<'v>(values: impl Iterator<Item = RawValue<'v>>) -> Vec<u8> {
    let mut out = ArrayBuilder::new();
    values.for_each(|value| {
        out.push_raw(value);
    });
    out.finish()
}

#[derive(Debug)]
struct AddToSet {
    /// The distinct values, as an array.
    values: Vec<u8>,
    order: Order,
}

impl Modifier for AddToSet {
    fn appends(&self) -> bool {
        true
    }

    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let Some(old) = value.as_array() else {
            return Err(Error::bad_value(format!(
                "Cannot apply $addToSet to non-array field. Field named '{}' has non-array type {}",
                site.trail.name,
                type_name(value.tag)
            )));
        };
        let values = RawDoc::new(&self.values);
        let new = match values.nth(1) {
            None => {
                // A single value needs no set.
                let value = values.nth(0).filter(|new| !old.values().any(|v| self.order.equal(v, *new)));
                value.into_iter().collect::<Vec<_>>()
            }
            Some(_) => {
                let known = ValueSet::of(old.values(), &self.order);
                values.values().filter(|value| !known.contains(*value)).collect()
            }
        };
        if new.is_empty() {
            return Ok(Change::None);
        }
        Ok(Change::Value(array_value(array(old.values().chain(new)))))
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(array_value(self.values.clone())))
    }
}
