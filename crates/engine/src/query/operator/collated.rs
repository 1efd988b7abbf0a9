//! Comparisons under a collation: value and operand are folded to collation keys, then compared.

use std::rc::Rc;

use super::super::Leaf;
use super::prelude::*;
use crate::query::FilterContext;
use crate::value::{Collation, Path};

/// Returns the node of a comparison on a path, under the context's collation.
///
/// # Errors
/// Errors of building the predicate.
pub(in crate::query) fn comparison<P: ValuePredicate + 'static>(
    path: &Path,
    context: &FilterContext,
    operand: RawValue<'_>,
    build: impl Fn(RawValue<'_>) -> Result<P>,
) -> Result<Node> {
    let plain = build(operand)?;
    let Some(collation) = context.collation() else { return Ok(Leaf::node(path, plain)) };
    let folded = collation.fold(operand);
    let mut scratch = Vec::new();
    let inner = build(folded.to_raw(&mut scratch))?;
    Ok(Leaf::node(path, Collated { plain, inner, collation: collation.clone() }))
}

#[derive(Debug)]
struct Collated<P> {
    /// The comparison as written.
    plain: P,
    /// The comparison with the folded operand.
    inner: P,
    collation: Rc<Collation>,
}

impl<P: ValuePredicate> ValuePredicate for Collated<P> {
    // The description doesn't include the collation.
    fn is_description_complete(&self) -> bool {
        false
    }

    fn matches(&self, value: RawValue<'_>) -> bool {
        if !matches!(value.tag, tag::STRING | tag::SYMBOL | tag::DOCUMENT | tag::ARRAY) {
            return self.inner.matches(value);
        }
        let mut scratch = Vec::new();
        self.inner.matches(self.collation.fold(value).to_raw(&mut scratch))
    }

    fn array_mode(&self) -> ArrayMode {
        self.plain.array_mode()
    }

    fn bounds(&self) -> Option<Bounds> {
        self.inner.bounds()
    }

    fn equals(&self) -> Option<&Value<'static>> {
        self.plain.equals()
    }

    fn reason(&self) -> &'static str {
        self.plain.reason()
    }

    fn inverse_reason(&self) -> &'static str {
        self.plain.inverse_reason()
    }

    fn debug_text(&self, path: &str) -> Option<String> {
        self.plain.debug_text(path)
    }

    fn describe_negation(&self, out: &mut DocBuilder) -> bool {
        self.plain.describe_negation(out)
    }

    fn describe_given(&self, out: &mut DocBuilder) {
        self.plain.describe_given(out);
    }

    fn describe(&self, out: &mut DocBuilder) {
        self.plain.describe(out);
    }
}
