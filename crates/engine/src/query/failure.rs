//! Why a document does not match: the `errInfo` of a refused write.
//!
//! Reference: <https://www.mongodb.com/docs/manual/core/schema-validation/handle-invalid-documents/>.

use super::traverse::any_value;
use super::{ArrayMode, Filter, Leaf, Node};
use crate::value::{DocBuilder, RawDoc, RawValue};

impl Filter {
    /// Writes why the document does not match.
    pub fn explain_failure(&self, doc: RawDoc<'_>, out: &mut DocBuilder) {
        explain(self.root(), doc, out);
    }
}

fn fails(node: &Node, doc: RawDoc<'_>) -> bool {
    // What cannot be evaluated has raised its error before this is asked.
    !node.matches(doc, None).unwrap_or(true)
}

fn explain(node: &Node, doc: RawDoc<'_>, out: &mut DocBuilder) {
    match node {
        Node::And(children) => clauses("$and", children, doc, out, fails),
        Node::Or(children) => clauses("$or", children, doc, out, fails),
        Node::Nor(children) => clauses("$nor", children, doc, out, |child, doc| !fails(child, doc)),
        Node::Leaf(leaf) => explain_leaf(leaf, doc, out, None),
        Node::Not(child) => match &**child {
            Node::Leaf(leaf) => explain_leaf(leaf, doc, out, Some(())),
            _ => {
                out.append_str("operatorName", "$not");
                out.append_str("reason", "child expression matched");
            }
        },
        Node::Document(predicate) => predicate.explain_failure(doc, out),
    }
}

fn clauses(
    name: &str,
    children: &[Node],
    doc: RawDoc<'_>,
    out: &mut DocBuilder,
    is_broken: fn(&Node, RawDoc<'_>) -> bool,
) {
    out.append_str("operatorName", name);
    out.array("clausesNotSatisfied", |array| {
        for (index, child) in children.iter().enumerate().filter(|(_, child)| is_broken(child, doc)) {
            array.document(|clause| {
                clause.append_i32("index", index as i32);
                clause.document("details", |details| explain(child, doc, details));
            });
        }
    });
}

fn explain_leaf(leaf: &Leaf, doc: RawDoc<'_>, out: &mut DocBuilder, negated: Option<()>) {
    let mut written = DocBuilder::new();
    leaf.predicate.describe_given(&mut written);
    let written = written.finish();
    let written = RawDoc::new(&written);
    let operator = written.first().map_or("$eq", |element| element.name()).to_owned();
    let negated_name = match (negated, operator.as_str()) {
        (None, _) => None,
        (Some(()), "$eq") => Some("$ne"),
        (Some(()), "$in") => Some("$nin"),
        (Some(()), "$exists") => Some("$exists"),
        (Some(()), _) => Some("$not"),
    };
    out.append_str("operatorName", negated_name.unwrap_or(&operator));
    out.document("specifiedAs", |specified| {
        specified.document(leaf.path.as_str(), |inner| match (negated_name, written.first()) {
            (Some("$not"), _) => {
                inner.append_doc("$not", written);
            }
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
    let mut values: Vec<RawValue<'_>> = Vec::new();
    any_value(doc, leaf.path.parts(), ArrayMode::WholeOnly, &mut |value, _| {
        values.push(value);
        false
    });
    values.retain(|value| value.tag != crate::value::tag::EOO);
    if values.is_empty() && negated.is_none() {
        let reason = if operator == "$exists" { "path does not exist" } else { "field was missing" };
        out.append_str("reason", reason);
        return;
    }
    out.append_str(
        "reason",
        match negated_name {
            None => leaf.predicate.reason(),
            Some("$not") => "child expression matched",
            Some(_) => leaf.predicate.inverse_reason(),
        },
    );
    match values.as_slice() {
        [only] => {
            out.append_raw("consideredValue", *only);
        }
        several => {
            out.array("consideredValues", |array| {
                several.iter().for_each(|value| {
                    array.push_raw(*value);
                });
            });
        }
    }
    if operator == "$type"
        && let Some(value) = values.first()
    {
        out.append_str("consideredType", crate::value::type_name(value.tag));
    }
}
