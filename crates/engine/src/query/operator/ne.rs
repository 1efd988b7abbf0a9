//! `$ne`: <https://www.mongodb.com/docs/manual/reference/operator/query/ne/>.

use super::Equality;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$ne",
    Place::Field,
    "Matches what `$eq` does not: other values, and documents without the field.",
    (r#"{"tags": ["jazz", "age"]}"#, r#"{"tags": {"$ne": "jazz"}}"#, "false"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    if argument.value.tag == tag::REGEX {
        return Err(Error::bad_value("Can't have regex as arg to $ne."));
    }
    Ok(Node::Not(Box::new(argument.comparison(Equality::new)?)))
}
