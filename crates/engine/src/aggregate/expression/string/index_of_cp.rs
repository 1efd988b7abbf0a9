//! `$indexOfCP`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/indexOfCP/>.

use super::super::prelude::*;
use super::index_of::{found, operands};

pub(super) const OPERATOR: Operator = operator(
    "$indexOfCP",
    "The position in code points of a string in another, -1 if not found.",
    (r#"{"a": "éab"}"#, r#"{"$indexOfCP": ["$a", "b"]}"#, "2"),
    Compile::Variadic { min: 2, max: 4, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let Some(search) = operands("$indexOfCP", (40093, 40094), values)? else {
        return Ok(Value::Null);
    };
    let byte_of = |position: usize| {
        let starts = search.text.char_indices().map(|(at, _)| at);
        starts.chain(std::iter::once(search.text.len())).nth(position)
    };
    let end = search.end.and_then(byte_of).unwrap_or(search.text.len());
    let at = byte_of(search.start).and_then(|start| {
        let at = search.text.get(start..end)?.find(search.part)?;
        Some(search.text.get(..start + at)?.chars().count())
    });
    Ok(found(at))
}
