//! `$push`: <https://www.mongodb.com/docs/manual/reference/operator/update/push/>.

use super::Parsing;
use super::array_value;
use super::order::Order;
use super::prelude::*;
use super::push_sort::PushSort;
use crate::value::{ArrayBuilder, Number};

pub(super) const OPERATOR: Operator = operator(
    "$push",
    "Appends values to an array; with $each also $position, $sort and $slice.",
    (
        r#"{"_id": 1, "scores": [3, 9]}"#,
        r#"{"$push": {"scores": {"$each": [7, 1], "$sort": -1, "$slice": 3}}}"#,
        r#"{"_id": 1, "scores": [9, 7, 3]}"#,
    ),
    |argument, parsing| Ok(Rc::new(Push::parse(argument.value, parsing)?)),
);

#[derive(Debug)]
struct Push {
    /// The values to add, as an array.
    values: Vec<u8>,
    position: Option<i64>,
    sort: Option<PushSort>,
    slice: Option<i64>,
}

impl Push {
    fn parse(argument: RawValue<'_>, parsing: &Parsing<'_>) -> Result<Self> {
        let modifiers = argument.as_document().filter(|doc| doc.get("$each").is_some());
        let Some(modifiers) = modifiers else {
            let mut values = ArrayBuilder::new();
            values.push_raw(argument);
            return Ok(Push { values: values.finish(), position: None, sort: None, slice: None });
        };
        let mut push = Push { values: Vec::new(), position: None, sort: None, slice: None };
        for modifier in modifiers.iter() {
            let value = modifier.value;
            match modifier.name() {
                "$each" => {
                    let values = value.as_array().ok_or_else(|| {
                        Error::wrong_type(
                            ErrorCode::BAD_VALUE,
                            "The argument to $each in $push must be an array but it was of type: {type}",
                            value.tag,
                        )
                    })?;
                    push.values = values.as_bytes().to_vec();
                }
                "$slice" => {
                    push.slice = Some(integer(value).ok_or_else(|| {
                        Error::wrong_type(
                            ErrorCode::BAD_VALUE,
                            "The value for $slice must be an integer value but was given type: {type}",
                            value.tag,
                        )
                    })?);
                }
                "$position" => {
                    push.position = Some(integer(value).ok_or_else(|| {
                        Error::wrong_type(
                            ErrorCode::BAD_VALUE,
                            "The value for $position must be an integer value, not of type: {type}",
                            value.tag,
                        )
                    })?);
                }
                "$sort" => push.sort = Some(PushSort::parse(value, Order::of(parsing))?),
                other => return Err(Error::bad_value(format!("Unrecognized clause in $push: {other}"))),
            }
        }
        Ok(push)
    }

    fn values(&self) -> RawDoc<'_> {
        RawDoc::new(&self.values)
    }

    /// Returns the array after the push.
    fn pushed(&self, old: RawDoc<'_>) -> Vec<u8> {
        let mut items: Vec<RawValue<'_>> = old.values().collect();
        let at = match self.position {
            None => items.len(),
            Some(at) => {
                let back = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
                if at < 0 { items.len().saturating_sub(back) } else { items.len().min(back) }
            }
        };
        items.splice(at..at, self.values().values());
        if let Some(sort) = &self.sort {
            sort.sort(&mut items);
        }
        if let Some(slice) = self.slice {
            let keep = usize::try_from(slice.unsigned_abs()).unwrap_or(usize::MAX).min(items.len());
            if slice < 0 {
                items.drain(..items.len() - keep);
            } else {
                items.truncate(keep);
            }
        }
        let mut out = ArrayBuilder::new();
        for item in items {
            out.push_raw(item);
        }
        out.finish()
    }
}

fn integer(value: RawValue<'_>) -> Option<i64> {
    value.as_number().and_then(Number::to_i64_exact)
}

impl Modifier for Push {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let Some(array) = value.as_array() else {
            return Err(Error::bad_value(format!(
                "The field '{}' must be an array but is of type {} in document {{{}}}",
                site.trail.path(),
                type_name(value.tag),
                site.id()
            )));
        };
        let pushed = self.pushed(array);
        if pushed == array.as_bytes() { Ok(Change::None) } else { Ok(Change::Value(array_value(pushed))) }
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(array_value(self.pushed(RawDoc::empty()))))
    }

    fn appends(&self) -> bool {
        self.position.is_none() && self.sort.is_none() && self.slice.is_none()
    }
}
