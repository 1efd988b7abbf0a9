//! Access paths: the part of an index that answers a part of a filter.

use std::rc::Rc;

use super::completeness::holds_in_partial;
use super::conjuncts::{filter_of, is_implied, is_same};
use super::element_match::EnclosingElemMatches;
use super::geo;
use super::usable_condition::{Extent, UsableCondition, leads_to_array_positions, shared_parts, usable_at};
use super::{Direction, FieldBounds, IndexBounds, SortPattern};
use crate::collection::{Index, KeyField, KeyKind};
use crate::query::{Bounds, Filter, Interval, Leaf, Node};
use crate::value::{Path, RawValue, Value};

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
    pub other_collation: bool,
}

fn all_values() -> Bounds {
    Bounds { intervals: vec![Interval::all()], exact: true, key_decides: true }
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
            other_collation: true,
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
            other_collation: extent == Extent::WithoutText,
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
            _ if self.other_collation => false,
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
        if self.other_collation || pattern.metadata().next().is_some() {
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
        !self.other_collation
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
