//! `$indexOfBytes`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/indexOfBytes/>.

use super::super::prelude::*;
use super::index_of::{found, operands};

pub(super) const OPERATOR: Operator = operator(
    "$indexOfBytes",
    "The position in bytes of a string in another, -1 if not found.",
    (r#"{"a": "éab"}"#, r#"{"$indexOfBytes": ["$a", "b"]}"#, "3"),
    Compile::Variadic { min: 2, max: 4, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let Some(search) = operands("$indexOfBytes", (40091, 40092), values)? else {
        return Ok(Value::Null);
    };
    let end = search.end.unwrap_or(usize::MAX).min(search.text.len());
    let part = search.text.as_bytes().get(search.start..end);
    let at = part.and_then(|part| memchr::memmem::find(part, search.part.as_bytes()));
    Ok(found(at.map(|at| at + search.start)))
}
