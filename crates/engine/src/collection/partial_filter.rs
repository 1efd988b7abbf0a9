//! Filters of partial indexes (<https://www.mongodb.com/docs/manual/core/index-partial/>).

use std::rc::Rc;

use super::IndexSpec;
use super::index_spec::cannot;
use crate::aggregate::expression::{Environment, key_under};
use crate::error::Result;
use crate::query::{Filter, FilterContext, Node};
use crate::value::{Collation, DocBuilder, Element, RawDoc, RawValue, tag};

/// Compiles a partial index's filter, with the index's collation.
///
/// # Errors
/// `CannotCreateIndex` (67) for operators that it must not contain; errors of filters.
pub(super) fn parse_partial(given: RawDoc<'_>, collation: Option<Rc<Collation>>) -> Result<Rc<Filter>> {
    let environment = Environment { collation, ..Environment::default() };
    let context = FilterContext::new(Rc::new(environment), None)?.for_update();
    let filter = Filter::parse(given, &context)?;
    check_depth(given, 0)?;
    check(filter.root())?;
    // In the normal form of the queries that are compared with it.
    Ok(Rc::new(filter.optimized(None)))
}

/// Maximum nesting depth of a filter, including the conditions.
const MAX_LEVELS: usize = 4;

/// Checks the nesting depth of `$and` and `$or`. Several conditions in a document form an `$and`.
fn check_depth(filter: RawDoc<'_>, level: usize) -> Result<()> {
    let conditions = |element: Element<'_>| match element.value.as_document() {
        Some(operators) if operators.operator().is_some() => operators.count(),
        _ => 1,
    };
    let level = level + usize::from(filter.iter().map(conditions).sum::<usize>() > 1);
    if level >= MAX_LEVELS {
        return Err(cannot(format!("partialFilterExpression depth may not exceed {MAX_LEVELS}")));
    }
    let logical = filter.iter().filter(|element| matches!(element.name(), "$and" | "$or"));
    let mut branches = logical.filter_map(|element| element.value.as_array()).flat_map(RawDoc::values);
    branches
        .try_for_each(|branch| branch.as_document().map_or(Ok(()), |branch| check_depth(branch, level + 1)))
}

fn check(node: &Node) -> Result<()> {
    let allowed = match node {
        Node::And(children) | Node::Or(children) => return children.iter().try_for_each(check),
        Node::Leaf(leaf) => {
            let mut out = DocBuilder::new();
            leaf.predicate.describe(&mut out);
            RawDoc::new(&out.finish()).first().is_some_and(|operator| {
                matches!(
                    operator.name(),
                    "$eq"
                        | "$exists"
                        | "$gt"
                        | "$gte"
                        | "$lt"
                        | "$lte"
                        | "$type"
                        | "$in"
                        | "$geoWithin"
                        | "$geoIntersects"
                )
            })
        }
        Node::Nor(_) | Node::Not(_) | Node::Document(_) => false,
    };
    if allowed {
        return Ok(());
    }
    Err(cannot(format!("Expression not supported in partial index: {}", node.debug_text())))
}

impl IndexSpec {
    /// Compiles the filter again, under the collection's collation.
    ///
    /// # Errors
    /// Errors of filters.
    pub fn with_filter_collated(mut self) -> Result<Self> {
        let filter = RawDoc::new(&self.document).get("partialFilterExpression");
        if let Some(filter) = filter.and_then(RawValue::as_document) {
            self.partial = Some(parse_partial(filter, self.collation.clone())?);
        }
        Ok(self)
    }

    /// Returns a key of the partial filter that is equal for equivalent filters and collations.
    pub(super) fn filter_key(&self) -> Option<Vec<u8>> {
        let filter = self.partial.as_ref()?.describe();
        Some(key_under(self.collation.as_deref(), RawValue { tag: tag::DOCUMENT, bytes: &filter }))
    }
}
