//! `$not`: <https://www.mongodb.com/docs/manual/reference/operator/query/not/>.

use super::RegexMatch;
use super::prelude::*;
use crate::value::Path;

pub(super) const OPERATOR: Operator = operator(
    "$not",
    Place::Field,
    "Matches documents whose field does not satisfy the operators, or that lack the field.",
    (r#"{"price": 5}"#, r#"{"price": {"$not": {"$gt": 1.99}}}"#, "false"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    if argument.value.tag == tag::REGEX {
        let regex = RegexMatch::from_value(argument.value)?;
        return Ok(Node::Not(Box::new(argument.leaf(regex))));
    }
    let operators =
        expect_document(argument.value, ErrorCode::BAD_VALUE, "$not needs a regex or a document")?;
    if operators.is_empty() {
        return Err(Error::bad_value("$not cannot be empty"));
    }
    let empty = Path::new("");
    let path = argument.path.unwrap_or(&empty);
    let nodes = parse::parse_operators(path, operators, argument.context, argument.depth + 1)?;
    Ok(Node::Not(Box::new(Node::And(nodes))))
}
