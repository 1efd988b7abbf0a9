//! The `errInfo` of a rejected write: why a document does not match.
//!
//! Reference: <https://www.mongodb.com/docs/manual/core/schema-validation/handle-invalid-documents/>.

use super::{ArrayMode, Filter, Leaf, Node};
use crate::value::any_value;
use crate::value::{DocBuilder, Path, RawDoc, RawValue};

impl Filter {
    /// Writes why the document does not match.
    pub fn explain_failure(&self, doc: RawDoc<'_>, out: &mut DocBuilder) {
        explain(self.root(), doc, Wanted::Match, out);
    }
}

/// The expected result of a node, which the document did not produce.
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

    /// Whether the node's result differs.
    fn is_violated(self, node: &Node, doc: RawDoc<'_>) -> bool {
        // Evaluation errors have already been raised.
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
        Node::Leaf(leaf) => {
            let mut written = DocBuilder::new();
            leaf.predicate.describe_given(&mut written);
            explain_leaf(leaf, doc, wanted, RawDoc::new(&written.finish()), out);
        }
        Node::Not(child) => {
            let mut written = DocBuilder::new();
            match &**child {
                Node::Leaf(leaf) if leaf.predicate.describe_negation(&mut written) => {
                    explain_leaf(leaf, doc, wanted.inverse(), RawDoc::new(&written.finish()), out);
                }
                other => {
                    out.append_str("operatorName", "$not");
                    out.document("details", |details| explain(other, doc, wanted.inverse(), details));
                }
            }
        }
        Node::Document(predicate) => predicate.explain_failure(doc, wanted == Wanted::NoMatch, out),
    }
}

/// Writes the clauses whose results differ from `wanted`.
fn clauses(name: &str, children: &[Node], doc: RawDoc<'_>, wanted: Wanted, out: &mut DocBuilder) {
    out.append_str("operatorName", name);
    let list = if wanted == Wanted::Match { "clausesNotSatisfied" } else { "clausesSatisfied" };
    out.array(list, |array| {
        for (index, child) in children.iter().enumerate().filter(|(_, child)| wanted.is_violated(child, doc))
        {
            array.document(|clause| {
                clause.append_i32("index", index as i32);
                clause.document("details", |details| explain(child, doc, wanted, details));
            });
        }
    });
}

/// Explains a condition in its written form: `{ $gt: 5 }`.
fn explain_leaf(leaf: &Leaf, doc: RawDoc<'_>, wanted: Wanted, written: RawDoc<'_>, out: &mut DocBuilder) {
    out.append_str("operatorName", written.first().map_or("$eq", |element| element.name()));
    out.document("specifiedAs", |specified| {
        specified.append_doc(leaf.path.as_str(), written);
    });
    let values = considered(&leaf.path, doc);
    let reason = match wanted {
        Wanted::NoMatch => leaf.predicate.inverse_reason(),
        Wanted::Match if values.is_empty() => leaf.predicate.reason_when_missing(),
        Wanted::Match => leaf.predicate.reason(),
    };
    out.append_str("reason", reason);
    append_considered(&values, out);
    if leaf.predicate.shows_types() {
        append_types(&values, out);
    }
}

/// Writes the distinct types of values.
fn append_types(values: &[RawValue<'_>], out: &mut DocBuilder) {
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

/// Returns the values that a condition on a path tests.
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

/// Writes the failure of a condition on a path: its operator, the reason, and the values tested.
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
