//! Why a document does not match: the `errInfo` of a refused write.
//!
//! Reference: <https://www.mongodb.com/docs/manual/core/schema-validation/handle-invalid-documents/>.

use super::traverse::any_value;
use super::{ArrayMode, Filter, Leaf, Node};
use crate::value::{DocBuilder, Path, RawDoc, RawValue};

impl Filter {
    /// Writes why the document does not match.
    pub fn explain_failure(&self, doc: RawDoc<'_>, out: &mut DocBuilder) {
        explain(self.root(), doc, Wanted::Match, out);
    }
}

/// What a node was to do with the document, and did not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Match,
    NoMatch,
}

impl Wanted {
    fn inverse(self) -> Self {
        match self {
            Wanted::Match => Wanted::NoMatch,
            Wanted::NoMatch => Wanted::Match,
        }
    }

    /// Whether the node does something else.
    fn is_missed(self, node: &Node, doc: RawDoc<'_>) -> bool {
        // What cannot be evaluated has raised its error before this is asked.
        node.matches(doc, None).is_ok_and(|matched| matched != (self == Wanted::Match))
    }
}

fn explain(node: &Node, doc: RawDoc<'_>, wanted: Wanted, out: &mut DocBuilder) {
    match node {
        Node::And(children) => clauses("$and", children, doc, wanted, out),
        Node::Or(children) if children.is_empty() => {
            out.append_str("operatorName", "$alwaysFalse");
            out.document("specifiedAs", |specified| {
                specified.append_i32("$alwaysFalse", 1);
            });
            out.append_str("reason", "expression always evaluates to false");
        }
        Node::Or(children) => clauses("$or", children, doc, wanted, out),
        Node::Nor(children) => clauses("$nor", children, doc, wanted.inverse(), out),
        Node::Leaf(leaf) => explain_leaf(leaf, doc, wanted, None, out),
        Node::Not(child) => match &**child {
            Node::Leaf(leaf) if negated_name(&operator_of(leaf)).is_some() => {
                explain_leaf(leaf, doc, wanted.inverse(), negated_name(&operator_of(leaf)), out);
            }
            other => {
                out.append_str("operatorName", "$not");
                out.document("details", |details| explain(other, doc, wanted.inverse(), details));
            }
        },
        Node::Document(predicate) => predicate.explain_failure(doc, wanted == Wanted::NoMatch, out),
    }
}

/// The clauses that did not do what each `wanted`.
fn clauses(name: &str, children: &[Node], doc: RawDoc<'_>, wanted: Wanted, out: &mut DocBuilder) {
    out.append_str("operatorName", name);
    let list = if wanted == Wanted::Match { "clausesNotSatisfied" } else { "clausesSatisfied" };
    out.array(list, |array| {
        for (index, child) in children.iter().enumerate().filter(|(_, child)| wanted.is_missed(child, doc)) {
            array.document(|clause| {
                clause.append_i32("index", index as i32);
                clause.document("details", |details| explain(child, doc, wanted, details));
            });
        }
    });
}

/// A condition as it was written: `{ $gt: 5 }`.
fn given(leaf: &Leaf) -> Vec<u8> {
    let mut written = DocBuilder::new();
    leaf.predicate.describe_given(&mut written);
    written.finish()
}

fn operator_of(leaf: &Leaf) -> String {
    RawDoc::new(&given(leaf)).first().map_or("$eq", |element| element.name()).to_owned()
}

/// What the negation of an operator is called, where it has a name.
fn negated_name(operator: &str) -> Option<&'static str> {
    match operator {
        "$eq" => Some("$ne"),
        "$in" => Some("$nin"),
        "$exists" => Some("$exists"),
        _ => None,
    }
}

fn explain_leaf(
    leaf: &Leaf,
    doc: RawDoc<'_>,
    wanted: Wanted,
    negated: Option<&'static str>,
    out: &mut DocBuilder,
) {
    let written = given(leaf);
    let written = RawDoc::new(&written);
    let operator = operator_of(leaf);
    out.append_str("operatorName", negated.unwrap_or(&operator));
    out.document("specifiedAs", |specified| {
        specified.document(leaf.path.as_str(), |inner| match (negated, written.first()) {
            (Some("$exists"), _) => {
                inner.append_bool("$exists", false);
            }
            (Some(name), Some(element)) => {
                inner.append_raw(name, element.value);
            }
            _ => {
                inner.append_all(written);
            }
        });
    });
    let values = considered(&leaf.path, doc);
    let reason = match wanted {
        Wanted::NoMatch => leaf.predicate.inverse_reason(),
        Wanted::Match if operator == "$exists" => "path does not exist",
        Wanted::Match if values.is_empty() => "field was missing",
        Wanted::Match => leaf.predicate.reason(),
    };
    out.append_str("reason", reason);
    append_considered(&values, out);
    if operator != "$type" {
        return;
    }
    let mut types: Vec<&str> = values.iter().map(|value| crate::value::type_name(value.tag)).collect();
    crate::value::sort(&mut types);
    types.dedup();
    match types.as_slice() {
        [] => {}
        [only] => {
            out.append_str("consideredType", only);
        }
        several => {
            out.array("consideredTypes", |array| {
                several.iter().for_each(|name| {
                    array.push_str(name);
                })
            });
        }
    }
}

/// The values that a condition on a path looks at.
fn considered<'d>(path: &Path, doc: RawDoc<'d>) -> Vec<RawValue<'d>> {
    let mut values: Vec<RawValue<'_>> = Vec::new();
    any_value(doc, path.parts(), ArrayMode::WholeOnly, &mut |value, _| {
        values.push(value);
        false
    });
    values.retain(|value| value.tag != crate::value::tag::EOO);
    values
}

fn append_considered(values: &[RawValue<'_>], out: &mut DocBuilder) {
    match values {
        [] => {}
        [only] => {
            out.append_raw("consideredValue", *only);
        }
        several => {
            out.array("consideredValues", |array| {
                several.iter().for_each(|value| {
                    array.push_raw(*value);
                })
            });
        }
    }
}

/// Writes that a condition on a path failed: its operator, its path, and why unless nothing is there.
pub(super) fn explain_values(
    (operator, path, reason): (&str, &Path, &str),
    doc: RawDoc<'_>,
    specified: impl FnOnce(&mut DocBuilder),
    out: &mut DocBuilder,
) {
    let values = considered(path, doc);
    out.append_str("operatorName", operator).document("specifiedAs", specified);
    out.append_str("reason", if values.is_empty() { "field was missing" } else { reason });
    append_considered(&values, out);
}
