//! `$elemMatch`: <https://www.mongodb.com/docs/manual/reference/operator/query/elemMatch/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$elemMatch",
    Place::Field,
    "Matches arrays in which one element satisfies all the conditions.",
    (r#"{"results": [82, 85, 88]}"#, r#"{"results": {"$elemMatch": {"$gte": 80, "$lt": 85}}}"#, "true"),
    parse,
);

/// Compiles `$elemMatch`, also within `$all`.
///
/// # Errors
/// `BadValue`; errors of the conditions.
pub(super) fn parse(argument: &Argument<'_>) -> Result<Node> {
    let condition = expect_document(argument.value, ErrorCode::BAD_VALUE, "$elemMatch needs an Object")?;
    let filter = ElementFilter::parse_at(condition, argument.context, argument.depth + 1)?;
    Ok(argument.leaf(ElemMatch(filter)))
}

#[derive(Debug)]
struct ElemMatch(ElementFilter);

impl ValuePredicate for ElemMatch {
    fn matches(&self, value: RawValue<'_>) -> bool {
        self.matched_element(value).is_some()
    }

    fn array_mode(&self) -> ArrayMode {
        ArrayMode::WholeOnly
    }

    fn bounds(&self) -> Option<Bounds> {
        match &self.0 {
            ElementFilter::Value(node) => {
                let mut bounds = parse::element_bounds(node)?;
                bounds.exact = false;
                bounds.key_decides = false;
                Some(bounds)
            }
            ElementFilter::Document(_) => None,
        }
    }

    fn reads_characters(&self) -> bool {
        matches!(&self.0, ElementFilter::Value(node) if reads_characters(node))
    }

    fn matched_element(&self, value: RawValue<'_>) -> Option<usize> {
        // Operators that can fail are rejected inside `$elemMatch` at compile time.
        value.as_array()?.values().position(|element| self.0.matches_whole(element).unwrap_or(false))
    }

    fn element_filter(&self) -> Option<&Node> {
        match &self.0 {
            ElementFilter::Document(filter) => Some(filter.root()),
            ElementFilter::Value(_) => None,
        }
    }

    fn reason(&self) -> &'static str {
        "array did not satisfy the child predicate"
    }

    fn inverse_reason(&self) -> &'static str {
        "array did satisfy the child predicate"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.document("$elemMatch", |inner| match &self.0 {
            ElementFilter::Document(filter) => filter.clone().in_order().root().describe(inner),
            ElementFilter::Value(node) => node.describe_operators(inner),
        });
    }
}

/// Whether a condition of an element reads the characters of strings.
fn reads_characters(node: &Node) -> bool {
    match node {
        Node::And(inner) | Node::Or(inner) | Node::Nor(inner) => inner.iter().any(reads_characters),
        Node::Not(inner) => reads_characters(inner),
        Node::Leaf(leaf) => leaf.predicate.reads_characters(),
        Node::Document(_) => false,
    }
}
