//! `$regexFindAll`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/regexFindAll/>.

use super::super::prelude::*;
use super::regex;

pub(super) const OPERATOR: Operator = operator(
    "$regexFindAll",
    "All matches of a regular expression, with their positions and groups.",
    (
        r#"{"a": "a1b2"}"#,
        r#"{"$regexFindAll": {"input": "$a", "regex": "\\d"}}"#,
        r#"[{"match": "1", "idx": 1, "captures": []}, {"match": "2", "idx": 3, "captures": []}]"#,
    ),
    Compile::Custom(|argument, context| regex::parse("$regexFindAll", find_all, argument, context)),
)
.explained(|operands| operands.expressions(&["input", "regex", "options"]));

fn find_all(regex: &crate::regex::Regex, text: Option<&str>) -> Result<Value<'static>> {
    let mut out = ArrayBuilder::new();
    let mut start = 0;
    // An empty match at the end counts only for an empty text.
    while let Some(text) = text.filter(|text| start < text.len() || start == 0) {
        let Some(captures) = regex.captures_from(text, start)? else { break };
        let Some(whole) = captures.first().cloned().flatten() else { break };
        out.push_doc(RawDoc::new(&regex::describe(text, &captures)));
        check_size(out.byte_len())?;
        // After an empty match, the search continues at the next character.
        let after = |at: usize| at + text.get(at..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
        let next = if whole.is_empty() { after(whole.end) } else { whole.end };
        // A match that ends where the search began must not repeat forever.
        start = if next > start { next } else { after(start) };
    }
    Ok(Value::array(out.finish()))
}
