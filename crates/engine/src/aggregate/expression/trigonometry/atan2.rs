//! `$atan2`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/atan2/>.

use super::super::prelude::*;
use crate::value::angle;

pub(super) const OPERATOR: Operator = operator(
    "$atan2",
    "The angle in radians of the point with these coordinates, y before x.",
    (r#"{"y": 0, "x": 1}"#, r#"{"$atan2": ["$y", "$x"]}"#, "0.0"),
    Compile::Binary(apply),
);

fn apply<'a>(y: Value<'a>, x: Value<'a>) -> Result<Value<'a>> {
    if y.is_nullish() || x.is_nullish() {
        return Ok(Value::Null);
    }
    let first = y.as_number().ok_or_else(|| {
        let (y, x) = (type_name(y.tag()), type_name(x.tag()));
        Error::new(51044, format!("$atan2 only supports numeric types, not {y} and {x}"))
    })?;
    let second = x
        .as_number()
        .ok_or_else(|| Error::wrong_type(51045, "$atan2 only supports numeric types, not {type}", x.tag()))?;
    Ok(angle(first, second).into())
}
