//! The conditions of a filter that can restrict one field of an index.

use super::conjuncts::is_implied;
use super::element_match::{EnclosingElemMatches, inner_conditions};
use super::wildcard::requires_existence;
use crate::collection::{Index, PATH_FIELD};
use crate::query::{ArrayMode, Bounds, Interval, Leaf, Node};
use crate::value::{Path, RawValue, Value, tag};

/// How much of an index a scan may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Only a part: the first field must be restricted.
    Restricted,
    /// Any part, or the whole index.
    Any,
    /// Only a part, restricted by values that contain no string.
    WithoutText,
}

/// A condition usable on one index field.
pub(super) struct UsableCondition {
    pub bounds: Bounds,
    /// The position of its conjunct.
    pub conjunct: usize,
    /// The `$elemMatch`es around the condition. Conditions of one `$elemMatch` hold for the same array
    /// element, so their bounds may be intersected.
    pub around: EnclosingElemMatches,
    /// Whether the bounds alone decide the condition.
    pub exact: bool,
}

/// Whether a condition matches a missing field that the index has no entry for. A path with a number also
/// leads into the documents of an array, but an index contains only the numbered element.
fn matches_unindexed_missing(leaf: &Leaf) -> bool {
    leads_to_array_positions(&leaf.path) && leaf.predicate.matches(RawValue::MISSING)
}

/// Whether a path may lead to an array position.
pub(super) fn leads_to_array_positions(path: &Path) -> bool {
    path.parts().iter().skip(1).any(|part| part.index.is_some())
}

/// An index field that conditions are searched for.
struct IndexField<'p> {
    path: &'p str,
    /// Whether some document has an array at the path or along it.
    multikey: bool,
    /// Whether the index keeps strings under a collation.
    collated: bool,
    /// Whether the path may lead to an array position. An array there is one entry; its elements have none.
    may_be_position: bool,
}

impl IndexField<'_> {
    /// Returns the bounds of a condition on paths below `prefix`, and whether they alone decide it.
    fn bounds(&self, node: &Node, prefix: &str) -> Option<(Bounds, bool)> {
        match node {
            _ if self.may_be_position && matches_arrays_only(node) => None,
            // An `$elemMatch` may also match elements that aren't strings.
            Node::Leaf(leaf)
                if self.collated && leaf.predicate.reads_characters() && !matches_arrays_only(node) =>
            {
                same_path(leaf, prefix, self.path).then(any_string).flatten().map(|bounds| (bounds, false))
            }
            other if self.collated && reads_characters(other) => None,
            other => self.bounds_of(other, prefix),
        }
    }

    /// Like [`Self::bounds`], for a condition that compares strings as the index does.
    fn bounds_of(&self, node: &Node, prefix: &str) -> Option<(Bounds, bool)> {
        match node {
            Node::Leaf(leaf) if matches_unindexed_missing(leaf) => None,
            Node::Not(inner) if matches!(&**inner, Node::Leaf(leaf) if matches_unindexed_missing(leaf)) => {
                None
            }
            Node::Leaf(leaf) if same_path(leaf, prefix, self.path) => {
                let bounds = leaf.predicate.bounds()?;
                // An array at an array position has an entry per element, but a condition compares it as a
                // whole. An array whose elements lack the field has the entry null, but doesn't match null.
                let lacks = leaf.path.parts().len() > 1 && leaf.predicate.matches(RawValue::MISSING);
                let exact =
                    bounds.exact && !(self.multikey && (leads_to_array_positions(&leaf.path) || lacks));
                Some((bounds, exact))
            }
            Node::Not(inner) => {
                if let Node::Leaf(leaf) = &**inner
                    && same_path(leaf, prefix, self.path)
                {
                    if let Some(bounds) = leaf.predicate.negated_bounds() {
                        return Some((bounds, false));
                    }
                    // Without arrays, only values that equal null have the entry null.
                    if !self.multikey && matches!(leaf.predicate.equals(), Some(Value::Null)) {
                        return Some((leaf.predicate.bounds()?.complement(), true));
                    }
                }
                let (bounds, exact) = self.bounds_of(inner, prefix)?;
                // Only values that certainly don't match may be left out.
                exact.then(|| (bounds.complement(), !self.multikey))
            }
            _ => None,
        }
    }

    /// Returns the conditions usable on the field.
    fn usable(&self, conjuncts: &[Node]) -> Vec<UsableCondition> {
        let mut out = Vec::new();
        let has_no_bounds = |node: &Node| self.multikey && (is_implied(node) || compares_whole_arrays(node));
        for (conjunct, node) in conjuncts.iter().enumerate().filter(|(_, node)| !has_no_bounds(node)) {
            if let Some((bounds, exact)) = self.bounds(node, "") {
                out.push(UsableCondition {
                    bounds,
                    conjunct,
                    around: EnclosingElemMatches::default(),
                    exact,
                });
            }
            let Node::Leaf(leaf) = node else { continue };
            if self.may_be_position {
                continue;
            }
            for (inner, around, path) in inner_conditions(leaf) {
                if let Some((bounds, _)) = self.bounds(&inner, path.as_str()) {
                    out.push(UsableCondition { bounds, conjunct, around, exact: false });
                }
            }
        }
        out
    }
}

fn same_path(leaf: &Leaf, prefix: &str, path: &str) -> bool {
    let own = leaf.path.as_str();
    if prefix.is_empty() {
        return own == path;
    }
    if own.is_empty() {
        return prefix == path;
    }
    path.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')) == Some(own)
}

/// Whether a condition, or the condition that it negates, matches only arrays, as `$elemMatch` does.
fn matches_arrays_only(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.array_mode() == ArrayMode::WholeOnly,
        Node::Not(inner) => matches_arrays_only(inner),
        _ => false,
    }
}

/// Whether a condition, or the condition that it negates, compares arrays as whole values.
fn compares_whole_arrays(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.compares_whole_arrays(),
        Node::Not(inner) => compares_whole_arrays(inner),
        _ => false,
    }
}

/// Whether a condition reads characters of strings, which keys under a collation don't contain.
fn reads_characters(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.reads_characters(),
        Node::Not(inner) => reads_characters(inner),
        _ => false,
    }
}

/// Returns bounds that contain every string and regular expression under a collation.
fn any_string() -> Option<Bounds> {
    let types = [tag::STRING, tag::REGEX].map(Interval::of_type);
    Some(Bounds::inexact(types.into_iter().collect::<Option<Vec<_>>>()?))
}

/// Returns the conditions usable on field `at` of an index, given the conditions `used` on earlier fields.
pub(super) fn usable_at(
    index: &Index,
    at: usize,
    conjuncts: &[Node],
    used: &[(usize, EnclosingElemMatches)],
    extent: Extent,
) -> Vec<UsableCondition> {
    let (fields, multikey) = (&index.spec.fields, &index.multikey);
    let field = &fields[at];
    let collated = index.spec.collation.is_some();
    let may_be_position = leads_to_array_positions(&field.path);
    let field_conditions =
        IndexField { path: field.path.as_str(), multikey: multikey[at] != 0, collated, may_be_position };
    let mut usable = field_conditions.usable(conjuncts);
    // The paths in a wildcard index are compared by their bytes, whatever its collation.
    if extent == Extent::WithoutText && field.path.as_str() != PATH_FIELD {
        usable.retain(|candidate| compares_no_text(&candidate.bounds));
    }
    if index.spec.sparse && fields.len() == 1 {
        // Every entry belongs to a document that has the field.
        for candidate in &mut usable {
            let Node::Leaf(leaf) = &conjuncts[candidate.conjunct] else { continue };
            candidate.exact |= requires_existence(leaf);
        }
    }
    // If two fields share an array, both can be restricted only for the same element.
    usable.retain(|candidate| {
        used.iter().all(|(other, around)| {
            let parts = shared_parts(&field.path, &fields[*other].path);
            candidate.around.common(around).fixes_elements(multikey[at] & multikey[*other], parts)
        })
    });
    usable
}

/// Whether no collation changes which values the bounds contain.
fn compares_no_text(bounds: &Bounds) -> bool {
    let holds_text = |value: &Value<'_>| {
        matches!(value, Value::String(_) | Value::Symbol(_) | Value::Document(_) | Value::Array(_))
    };
    bounds.intervals.iter().all(|i| !holds_text(&i.low.value) && !holds_text(&i.high.value))
}

/// Returns the number of leading parts that two paths share.
pub(super) fn shared_parts(a: &Path, b: &Path) -> usize {
    a.parts().iter().zip(b.parts()).take_while(|(x, y)| x.name == y.name).count()
}
