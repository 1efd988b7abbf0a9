//! `$pop`: <https://www.mongodb.com/docs/manual/reference/operator/update/pop/>.

use super::array_value;
use super::prelude::*;
use crate::value::{ArrayBuilder, whole_number};

pub(super) const OPERATOR: Operator = operator(
    "$pop",
    "Removes the last (1) or the first (-1) element of an array.",
    (r#"{"_id": 1, "a": [8, 9, 10]}"#, r#"{"$pop": {"a": -1}}"#, r#"{"_id": 1, "a": [9, 10]}"#),
    |argument, _| Ok(Rc::new(Pop { first: parse(argument)? })),
);

fn parse(argument: &Element<'_>) -> Result<bool> {
    match whole_number(argument.value, &display_argument(argument)).map_err(Error::failed_to_parse)? {
        1 => Ok(false),
        -1 => Ok(true),
        other => Err(Error::failed_to_parse(format!("$pop expects 1 or -1, found: {other}"))),
    }
}

#[derive(Debug)]
struct Pop {
    first: bool,
}

impl Modifier for Pop {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let Some(array) = value.as_array() else {
            return Err(Error::type_mismatch(format!(
                "Path '{}' contains an element of non-array type '{}'",
                site.trail.path(),
                type_name(value.tag)
            )));
        };
        let count = array.count();
        if count == 0 {
            return Ok(Change::None);
        }
        let gone = if self.first { 0 } else { count - 1 };
        let mut out = ArrayBuilder::new();
        for (_, element) in array.values().enumerate().filter(|(at, _)| *at != gone) {
            out.push_raw(element);
        }
        Ok(Change::Value(array_value(out.finish())))
    }
}
