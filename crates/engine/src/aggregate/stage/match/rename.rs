//! Rewrites conditions for the input fields that a stage's output fields equal.

use crate::aggregate::stage_prelude::*;
use crate::query::{Leaf, Node};
use crate::value::{ArrayBuilder, Path, tag};

/// A field of a stage's output and the input field that it equals.
pub type Renamed = (String, String);

/// Operators that can't distinguish values that compare equal (as `$type` does 1 and 1.0),
/// nor a missing field from null.
const EQUAL_FOR: &[&str] = &["$eq", "$gt", "$gte", "$lt", "$lte", "$ne", "$in", "$nin"];

/// Whether a condition has the same result for values that compare equal.
pub(super) fn only_compares(condition: RawDoc<'_>) -> bool {
    condition.iter().all(|element| match element.name() {
        "$and" | "$or" | "$nor" => element
            .value
            .as_array()
            .is_some_and(|items| items.values().all(|item| item.as_document().is_some_and(only_compares))),
        name if name.starts_with('$') => false,
        _ => match element.value.as_document() {
            Some(operators) if operators.first().is_some_and(|first| first.name().starts_with('$')) => {
                operators.iter().all(|operator| {
                    EQUAL_FOR.contains(&operator.name())
                        && match operator.value.as_array() {
                            Some(items) => items.values().all(is_ordinary),
                            None => is_ordinary(operator.value),
                        }
                })
            }
            _ => is_ordinary(element.value),
        },
    })
}

/// Whether an operand is neither a regular expression nor a value that compares across types.
fn is_ordinary(value: RawValue<'_>) -> bool {
    !matches!(value.tag, tag::REGEX | tag::MIN_KEY | tag::MAX_KEY | tag::UNDEFINED)
}

/// Renames the fields of a condition; `None` when one can't be renamed.
pub(super) fn rename_node(node: &Node, name: &dyn Fn(&str) -> Option<String>) -> Option<Node> {
    let all = |nodes: &[Node]| nodes.iter().map(|node| rename_node(node, name)).collect::<Option<Vec<_>>>();
    Some(match node {
        Node::And(nodes) => Node::And(all(nodes)?),
        Node::Or(nodes) => Node::Or(all(nodes)?),
        Node::Nor(nodes) => Node::Nor(all(nodes)?),
        Node::Not(inner) => Node::Not(Box::new(rename_node(inner, name)?)),
        Node::Leaf(leaf) => {
            let path = Path::new(&name(leaf.path.as_str())?);
            Node::Leaf(Leaf { path, predicate: leaf.predicate.clone() })
        }
        Node::Document(_) => return None,
    })
}

/// Like [`rename_node`], for a written condition.
pub(super) fn rename_written(
    condition: RawDoc<'_>,
    name: &dyn Fn(&str) -> Option<String>,
) -> Option<Vec<u8>> {
    let mut out = DocBuilder::new();
    for element in condition {
        if let "$and" | "$or" | "$nor" = element.name() {
            let mut items = ArrayBuilder::new();
            for item in element.value.as_array()?.values() {
                items.push_doc(RawDoc::new(&rename_written(item.as_document()?, name)?));
            }
            out.append_array(element.name(), RawDoc::new(&items.finish()));
        } else if element.name().starts_with('$') {
            return None;
        } else {
            out.append_raw(&name(element.name())?, element.value);
        }
    }
    Some(out.finish())
}
