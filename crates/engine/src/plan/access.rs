//! Access paths: the part of an index that answers a part of a filter.

use std::rc::Rc;

use super::completeness::holds_in_partial;
use super::conjuncts::{filter_of, is_implied, is_same};
use super::element_match::{EnclosingElemMatches, inner_conditions};
use super::geo;
use super::wildcard::requires_existence;
use super::{Direction, FieldBounds, IndexBounds, SortPattern};
use crate::collection::{Index, KeyField, KeyKind, PATH_FIELD};
use crate::query::{ArrayMode, Bounds, Filter, Interval, Leaf, Node};
use crate::value::{Path, RawValue, Value, tag};

/// One way to use an index: its bounds, and the conditions that the bounds don't decide.
#[derive(Clone, Debug)]
pub(super) struct Access<'a> {
    /// The index.
    pub index: &'a Index,
    /// The bounds to scan.
    pub bounds: IndexBounds,
    /// Conditions that the key alone decides.
    pub key_filter: Vec<Node>,
    /// Conditions that need the document.
    pub residual: Vec<Node>,
    /// Number of leading fields with bounds.
    pub bound_fields: usize,
    /// The conditions that the bounds alone decide.
    pub decided: Vec<bool>,
    /// Whether the index and the query have different collations.
    pub foreign: bool,
}

/// How much of an index a scan may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Only a part: the first field must be restricted.
    Restricted,
    /// Any part, or the whole index.
    Any,
    /// Only a part, restricted by values that contain no string.
    WithoutText,
}

/// A condition usable on one index field.
struct UsableCondition {
    bounds: Bounds,
    /// The position of its conjunct.
    conjunct: usize,
    /// The `$elemMatch`es around the condition. Conditions of one `$elemMatch` hold for the same array
    /// element, so their bounds may be intersected.
    around: EnclosingElemMatches,
    exact: bool,
}

fn all_values() -> Bounds {
    Bounds { intervals: vec![Interval::all()], exact: true, key_decides: true }
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

/// Whether a condition, or the one it negates, matches only arrays, as `$elemMatch` does.
fn matches_arrays_only(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.array_mode() == ArrayMode::WholeOnly,
        Node::Not(inner) => matches_arrays_only(inner),
        _ => false,
    }
}

/// Whether a condition, or the one it negates, compares arrays as whole values.
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

/// Returns bounds that contain every string and regular expression, for such an index.
fn any_string() -> Option<Bounds> {
    let types = [tag::STRING, tag::REGEX].map(Interval::of_type);
    Some(Bounds::inexact(types.into_iter().collect::<Option<Vec<_>>>()?))
}

/// Returns the conditions usable on field `at` of an index, given the conditions `used` on earlier fields.
fn usable_at(
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
fn shared_parts(a: &Path, b: &Path) -> usize {
    a.parts().iter().zip(b.parts()).take_while(|(x, y)| x.name == y.name).count()
}

impl<'a> Access<'a> {
    /// Returns an unbounded scan of the whole index.
    pub(super) fn of_everything(index: &'a Index, conjuncts: &[Node]) -> Self {
        let field = |field: &KeyField| {
            FieldBounds::new(field.path.as_str(), all_values(), field.kind == KeyKind::Descending)
        };
        Access {
            index,
            bounds: IndexBounds { fields: index.spec.fields.iter().map(field).collect(), range: None },
            key_filter: Vec::new(),
            residual: conjuncts.iter().filter(|node| !is_implied(node)).cloned().collect(),
            bound_fields: 0,
            decided: vec![false; conjuncts.len()],
            foreign: true,
        }
    }

    /// Returns the index's use for the conjuncts; `None` when its first field is not restricted.
    pub(super) fn new(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::Restricted)
    }

    /// Like [`Self::new`], but scans the whole index if its first field is not restricted.
    pub(super) fn of_any_extent(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::Any)
    }

    /// Like [`Self::new`], for an index whose collation differs from the query's. It serves only conditions
    /// on values that are not and don't contain strings
    /// (<https://www.mongodb.com/docs/manual/reference/collation/#collation-and-index-use>).
    pub(super) fn under_other_collation(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::WithoutText)
    }

    fn of(index: &'a Index, conjuncts: &[Node], extent: Extent) -> Option<Self> {
        let mut fields = Vec::new();
        // The fields restricted so far, and the `$elemMatch`es that their bounds come from.
        let mut used: Vec<(usize, EnclosingElemMatches)> = Vec::new();
        let mut decided = vec![false; conjuncts.len()];
        let mut bound_fields = 0;
        let mut open = true;
        for (at, field) in index.spec.fields.iter().enumerate() {
            let descending = field.kind == KeyKind::Descending;
            let bounds = if !open {
                None
            } else if field.kind.is_geospatial() {
                geo::field_bounds(conjuncts, index, field)
            } else {
                let usable = usable_at(index, at, conjuncts, &used, extent);
                combine(&usable, index.multikey[at], field, &mut decided).map(|(bounds, around)| {
                    used.push((at, around));
                    bounds
                })
            };
            match bounds {
                Some(bounds) => {
                    if bound_fields == at {
                        bound_fields += 1;
                    }
                    fields.push(FieldBounds::new(field.path.as_str(), bounds, descending));
                }
                None if at == 0 && extent != Extent::Any => return None,
                None => fields.push(FieldBounds::new(field.path.as_str(), all_values(), descending)),
            }
            // After a hashed field without an equality, keys are in no order.
            open &= field.kind.is_ordered() || bound_fields > at;
        }
        let mut access = Access {
            index,
            bounds: IndexBounds { fields, range: None },
            key_filter: Vec::new(),
            residual: Vec::new(),
            bound_fields,
            decided,
            foreign: extent == Extent::WithoutText,
        };
        access.settle(conjuncts, conjuncts.len());
        Some(access)
    }

    /// Sorts the first conditions that the bounds don't decide into key filter and residual.
    pub(super) fn settle(&mut self, conjuncts: &[Node], first: usize) {
        let open = |(node, decided): &(&Node, &bool)| {
            !**decided && !is_implied(node) && !holds_in_partial(self.index, node)
        };
        let open = conjuncts.iter().zip(&self.decided).take(first).filter(open);
        let open = open.map(|(node, _)| self.without_decided(node, conjuncts));
        (self.key_filter, self.residual) = open.partition(|node| self.key_decides(node));
    }

    /// Returns a condition without the implied conditions that the bounds decide.
    fn without_decided(&self, node: &Node, conjuncts: &[Node]) -> Node {
        let Node::Document(predicate) = node else { return node.clone() };
        let is_open = |implied: &&Node| {
            !conjuncts.iter().zip(&self.decided).any(|(other, decided)| *decided && is_same(implied, other))
        };
        let open: Vec<Node> = predicate.implied().iter().filter(is_open).cloned().collect();
        predicate.implying(open).unwrap_or_else(|| node.clone())
    }

    /// Whether a condition can be tested on the index key alone.
    fn key_decides(&self, node: &Node) -> bool {
        match node {
            _ if self.foreign => false,
            Node::Leaf(leaf) if leaf.predicate.reads_characters() && self.index.spec.collation.is_some() => {
                false
            }
            Node::Leaf(leaf) => {
                let field = self.index.spec.fields.iter().position(|f| f.path == leaf.path);
                // If an index has a field and a path inside it, its key decodes to the field alone; to its hash if the
                // field is hashed.
                let overlaps = |other: &Path| {
                    let (one, other) = (leaf.path.as_str(), other.as_str());
                    let below =
                        |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.starts_with('.'));
                    below(one, other) || below(other, one)
                };
                let fields = self.index.spec.fields.iter().zip(&self.index.multikey);
                let mut others = fields.filter(|(other, _)| overlaps(&other.path));
                field.is_some_and(|at| {
                    self.index.multikey[at] == 0
                        && others.all(|(other, arrays)| *arrays == 0 && other.kind.is_ordered())
                        && self.index.spec.fields[at].kind.is_ordered()
                        && leaf.predicate.bounds().is_some_and(|b| b.key_decides)
                })
            }
            Node::Or(children) | Node::And(children) => {
                !children.is_empty() && children.iter().all(|child| self.key_decides(child))
            }
            // Negations are never tested on keys, only by bounds.
            Node::Not(_) | Node::Nor(_) | Node::Document(_) => false,
        }
    }

    /// Returns the scan direction that yields the sort order, if one does.
    pub(super) fn sort_direction(&self, pattern: &SortPattern) -> Option<Direction> {
        if self.foreign || pattern.metadata().next().is_some() {
            return None;
        }
        let mut wanted = pattern.fields.iter().peekable();
        let mut known = None;
        for (at, field) in self.index.spec.fields.iter().enumerate() {
            let Some(sort) = wanted.peek() else { break };
            // All entries with one hash are adjacent, ordered by the fields after it.
            let ordered =
                field.kind.is_ordered() || field.kind == KeyKind::Hashed && self.bounds.fields[at].is_point();
            if !ordered || !self.keeps_order(at, field.path == sort.path, pattern) {
                return None;
            }
            if field.path == sort.path {
                let direction = Direction::of((field.kind == KeyKind::Descending) == sort.descending);
                // A field with a single value fits any order.
                if !self.bounds.fields[at].is_point() && *known.get_or_insert(direction) != direction {
                    return None;
                }
                wanted.next();
            } else if !self.bounds.fields[at].is_point() {
                return None;
            }
        }
        wanted.peek().is_none().then(|| known.unwrap_or_default())
    }

    /// Whether arrays in a field leave the documents in sort order. A sorted field must be unbounded, so
    /// that the scan meets each document first by its least or greatest element. A restricted field must
    /// share no array with a sorted field
    /// (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/#sort-operations>).
    fn keeps_order(&self, at: usize, is_sorted: bool, pattern: &SortPattern) -> bool {
        let (own, fields) = (self.index.multikey[at], &self.index.spec.fields);
        if own == 0 {
            return true;
        }
        if is_sorted {
            return self.bounds.fields[at].is_all();
        }
        let mut others = fields.iter().zip(&self.index.multikey);
        !others.any(|(other, bits)| {
            let is_sorted = pattern.fields.iter().any(|sort| sort.path == other.path);
            is_sorted && {
                let parts = shared_parts(&fields[at].path, &other.path);
                !EnclosingElemMatches::default().fixes_elements(own & *bits, parts)
            }
        })
    }

    /// Splits leading `$in`-like bounds into at most `most` accesses, one per value. Each of their scans is
    /// sorted, so they can be merged.
    pub(super) fn explode(&self, pattern: &SortPattern, most: usize) -> Option<(Vec<Access<'a>>, Direction)> {
        let first = &pattern.fields.first()?.path;
        let leading = self.index.spec.fields.iter().position(|f| f.path == *first)?;
        let lists = &self.bounds.fields[..leading];
        if leading == 0 || !lists.iter().all(FieldBounds::is_points) {
            return None;
        }
        let count = lists.iter().map(FieldBounds::len).product::<usize>();
        if !(2..=most).contains(&count) {
            return None;
        }
        let mut parts = vec![self.clone()];
        for at in 0..leading {
            let split = |part: &Access<'a>| {
                let field = &part.bounds.fields[at];
                let one = |interval: &Interval| {
                    let bounds = Bounds { intervals: vec![interval.clone()], ..field.bounds.clone() };
                    let mut part = part.clone();
                    part.bounds.fields[at] = FieldBounds::new(&field.path, bounds, field.descending);
                    part
                };
                field.bounds.intervals.iter().map(one).collect::<Vec<_>>()
            };
            parts = parts.iter().flat_map(split).collect();
        }
        let direction = parts.first()?.sort_direction(pattern)?;
        Some((parts, direction))
    }

    /// Returns the conditions that need the document, assuming that only paths that `is_shown` rejects
    /// distinguish null from missing. Only conditions that match null depend on that.
    pub(super) fn residual_unless_null<'n>(
        &'n self,
        is_shown: &dyn Fn(&Path) -> bool,
    ) -> impl Iterator<Item = &'n Node> {
        self.residual.iter().filter(move |node| !self.decides_null(node, is_shown))
    }

    /// Whether the bounds decide a condition that matches null and therefore also a missing field.
    fn decides_null(&self, node: &Node, is_shown: &dyn Fn(&Path) -> bool) -> bool {
        let Node::Leaf(leaf) = node else { return false };
        let takes_null =
            |leaf: &Leaf| leaf.predicate.matches(RawValue::NULL) && leaf.predicate.matches(RawValue::MISSING);
        let is_plain =
            |interval: &Interval| interval.is_point() && !matches!(interval.low.value, Value::Array(_));
        let fields = self.index.spec.fields.iter().zip(&self.index.multikey).zip(&self.bounds.fields);
        !self.foreign
            && self.bounds.range.is_none()
            && !is_shown(&leaf.path)
            && !leads_to_array_positions(&leaf.path)
            && takes_null(leaf)
            && leaf.predicate.bounds().is_some_and(|own| {
                own.intervals.iter().all(is_plain)
                    && fields.into_iter().any(|((field, arrays), bounds)| {
                        field.path == leaf.path
                            && *arrays == 0
                            && field.kind.is_ordered()
                            && own.contains(&bounds.bounds)
                    })
            })
    }

    /// Returns the filter to test on keys.
    pub(super) fn key_filter(&self) -> Option<Rc<Filter>> {
        filter_of(&self.key_filter)
    }

    /// Returns the filter to test on documents.
    pub(super) fn residual(&self) -> Option<Rc<Filter>> {
        filter_of(&self.residual)
    }
}

/// Returns the bounds of a field from the conditions on it, and the `$elemMatch`es that they come from. If
/// the field has arrays, different elements may satisfy different conditions, so only conditions of one
/// `$elemMatch` are intersected.
fn combine(
    usable: &[UsableCondition],
    arrays: u64,
    field: &KeyField,
    decided: &mut [bool],
) -> Option<(Bounds, EnclosingElemMatches)> {
    if field.kind == KeyKind::Hashed {
        let Some(chosen) = usable.iter().find(|u| u.bounds.intervals.iter().all(Interval::is_point)) else {
            // A sparse index decides only that the field exists.
            let present = usable.iter().find(|u| u.bounds.intervals == [Interval::all()])?;
            decided[present.conjunct] |= present.exact;
            return Some((Bounds::inexact(vec![Interval::all()]), EnclosingElemMatches::default()));
        };
        let hashed = |interval: &Interval| {
            let hash = crate::value_hash::hash64(interval.low.value.to_raw(&mut Vec::new()));
            Interval::point(Value::Int64(hash))
        };
        let mut intervals: Vec<Interval> = chosen.bounds.intervals.iter().map(hashed).collect();
        crate::value::sort_by(&mut intervals, |a, b| {
            crate::value::compare(a.low.value.view(), b.low.value.view())
        });
        intervals.dedup();
        return Some((
            Bounds { intervals, exact: false, key_decides: false },
            EnclosingElemMatches::default(),
        ));
    }
    if arrays == 0 {
        let mut combined: Option<Bounds> = None;
        for candidate in usable {
            decided[candidate.conjunct] |= candidate.exact;
            combined = Some(match combined {
                None => candidate.bounds.clone(),
                Some(sofar) => sofar.intersect(&candidate.bounds),
            });
        }
        return combined.map(|bounds| (bounds, EnclosingElemMatches::default()));
    }
    // Prefer points to ranges, then fewer intervals, then bounded ones.
    let best = usable.iter().min_by_key(|u| {
        let points = u.bounds.intervals.iter().all(Interval::is_point);
        (!points, u.bounds.intervals.len(), u.bounds.intervals.contains(&Interval::all()))
    })?;
    let (mut bounds, mut around) = (best.bounds.clone(), best.around.clone());
    decided[best.conjunct] |= best.exact;
    for other in usable {
        let common = around.common(&other.around);
        if common.fixes_elements(arrays, field.path.parts().len()) {
            bounds = bounds.intersect(&other.bounds);
            around = common;
        }
    }
    Some((bounds, around))
}
