//! `$all`: <https://www.mongodb.com/docs/manual/reference/operator/query/all/>.

use std::rc::Rc;

use super::super::validation_error::explain_values;
use super::prelude::*;
use super::{Equality, RegexMatch, elem_match};
use crate::value::Path;

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
    // `$all` of an empty list matches nothing.
    let node = if nodes.is_empty() { Node::Or(Vec::new()) } else { Node::And(nodes) };
    let explains = argument.context.explains_failures() && argument.context.at_document();
    let Some(path) = argument.path.filter(|_| explains) else { return Ok(node) };
    Ok(Node::Document(Rc::new(AllOf { node, path: path.clone(), list: argument.value.bytes.into() })))
}

/// `$all` in a validator: `errInfo` shows the whole list when a document fails.
#[derive(Debug)]
struct AllOf {
    node: Node,
    path: Path,
    list: Box<[u8]>,
}

impl DocumentPredicate for AllOf {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        self.node.matches(doc, None)
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.document(self.path.as_str(), |out| {
            out.append_array("$all", RawDoc::new(&self.list));
        });
    }

    fn explain_failure(&self, doc: RawDoc<'_>, inverted: bool, out: &mut DocBuilder) {
        let reason = match inverted {
            true => "array did contain all specified values",
            false => "array did not contain all specified values",
        };
        explain_values(("$all", &self.path, reason), doc, |out| self.describe(out), out);
    }
}
