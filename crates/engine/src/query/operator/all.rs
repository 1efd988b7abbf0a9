//! `$all`: <https://www.mongodb.com/docs/manual/reference/operator/query/all/>.

use super::prelude::*;
use super::{Equality, RegexMatch, elem_match};

pub(super) const OPERATOR: Operator = operator(
    "$all",
    Place::Field,
    "Matches arrays that contain every one of the given values.",
    (r#"{"tags": ["a", "b", "c"]}"#, r#"{"tags": {"$all": ["c", "a"]}}"#, "true"),
    parse,
);

fn is_elem_match(value: RawValue<'_>) -> bool {
    value.as_document().and_then(RawDoc::first).is_some_and(|element| element.name() == "$elemMatch")
}

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let Some(array) = argument.value.as_array() else {
        return Err(Error::bad_value("$all needs an array"));
    };
    let mut nodes = Vec::with_capacity(array.count());
    let of_elem_match = array.values().next().is_some_and(is_elem_match);
    for value in array.values() {
        if of_elem_match {
            let inner = value.as_document().and_then(|doc| doc.get("$elemMatch"));
            let Some(inner) = inner.filter(|_| is_elem_match(value)) else {
                return Err(Error::bad_value("$all/$elemMatch has to be consistent"));
            };
            nodes.push(elem_match::parse(&Argument { value: inner, ..*argument })?);
        } else if value.tag == tag::REGEX {
            nodes.push(argument.leaf(RegexMatch::from_value(value)?));
        } else if value.as_document().is_some_and(parse::is_operator_document) {
            return Err(Error::bad_value("no $ expressions in $all"));
        } else {
            nodes.push(Argument { value, ..*argument }.comparison(Equality::new)?);
        }
    }
    // No array contains every one of no values, by definition of the operator.
    Ok(if nodes.is_empty() { Node::Or(Vec::new()) } else { Node::And(nodes) })
}
