//! `$addToSet`: <https://www.mongodb.com/docs/manual/reference/operator/update/addToSet/>.

use super::array_value;
use super::prelude::*;
use crate::value::{ArrayBuilder, display_document};

pub(super) const OPERATOR: Operator = operator(
    "$addToSet",
    "Appends values to an array that are not in it yet.",
    (
        r#"{"_id": 1, "tags": ["a", "b"]}"#,
        r#"{"$addToSet": {"tags": {"$each": ["b", "c"]}}}"#,
        r#"{"_id": 1, "tags": ["a", "b", "c"]}"#,
    ),
    |argument, _| Ok(Rc::new(AddToSet { values: parse(argument.value)? })),
);

/// The values to add, each once, as an array.
fn parse(argument: RawValue<'_>) -> Result<Vec<u8>> {
    let each = argument.as_document().and_then(|doc| Some((doc, doc.first()?)));
    let Some((doc, first)) = each.filter(|(_, first)| first.key == b"$each") else {
        let mut values = ArrayBuilder::new();
        values.push_raw(argument);
        return Ok(values.finish());
    };
    let Some(values) = first.value.as_array() else {
        return Err(Error::type_mismatch(format!(
            "The argument to $each in $addToSet must be an array but it was of type {}",
            type_name(first.value.tag)
        )));
    };
    if doc.count() > 1 {
        return Err(Error::bad_value(format!(
            "Found unexpected fields after $each in $addToSet: {}",
            display_document(doc)
        )));
    }
    let mut once = Vec::new();
    add_missing(&mut once, values);
    Ok(array(&once))
}

fn add_missing<'v>(to: &mut Vec<RawValue<'v>>, values: RawDoc<'v>) {
    for value in values.values() {
        if !to.iter().any(|known| compare_raw(*known, value).is_eq()) {
            to.push(value);
        }
    }
}

fn array(values: &[RawValue<'_>]) -> Vec<u8> {
    let mut out = ArrayBuilder::new();
    values.iter().for_each(|value| {
        out.push_raw(*value);
    });
    out.finish()
}

#[derive(Debug)]
struct AddToSet {
    values: Vec<u8>,
}

impl Modifier for AddToSet {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let Some(old) = value.as_array() else {
            return Err(Error::bad_value(format!(
                "Cannot apply $addToSet to non-array field. Field named '{}' has non-array type {}",
                site.trail.name,
                type_name(value.tag)
            )));
        };
        let mut values: Vec<RawValue<'_>> = old.values().collect();
        let before = values.len();
        add_missing(&mut values, RawDoc::new(&self.values));
        if values.len() == before {
            return Ok(Change::None);
        }
        Ok(Change::Value(array_value(array(&values))))
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(array_value(self.values.clone())))
    }
}
