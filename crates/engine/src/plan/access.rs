//! Access paths: the part of an index that answers a part of a filter.

use std::rc::Rc;

use super::completeness::holds_in_partial;
use super::element_match::{Surrounding, inside};
use super::geo;
use super::wildcard::asks_for_presence;
use super::{Direction, FieldBounds, IndexBounds, SortPattern};
use crate::collection::{Index, KeyField, KeyKind};
use crate::query::{ArrayMode, Bounds, Filter, Interval, Leaf, Node};
use crate::value::{Path, RawValue, Value, tag};

/// One way to use an index: its bounds, and the conditions it leaves over.
#[derive(Clone, Debug)]
pub(super) struct Access<'a> {
    /// The index.
    pub index: &'a Index,
    /// What to walk.
    pub bounds: IndexBounds,
    /// Conditions that the key alone decides.
    pub key_filter: Vec<Node>,
    /// Conditions that need the document.
    pub residual: Vec<Node>,
    /// Number of leading fields with bounds.
    pub bound_fields: usize,
    /// The conditions that the bounds alone decide.
    pub decided: Vec<bool>,
    /// Whether the index orders strings as the query does not.
    pub foreign: bool,
}

/// Which part of an index a scan may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A part of it: its first field is restricted.
    Restricted,
    /// That, or all of it.
    Any,
    /// A part of it, restricted by what is no string.
    WithoutText,
}

/// A condition usable on one index field.
struct Usable {
    bounds: Bounds,
    /// The index of its conjunct.
    conjunct: usize,
    /// Conditions of one `$elemMatch` hold for the same array element and may be combined.
    around: Surrounding,
    exact: bool,
}

fn all_values() -> Bounds {
    Bounds { intervals: vec![Interval::all()], exact: true, key_decides: true }
}

/// Whether a condition holds where a field is missing that the index has no entry for: a path with a number
/// also leads into the documents of an array, and an index has the numbered element alone.
fn misses_entries(leaf: &Leaf) -> bool {
    leads_to_places(&leaf.path) && leaf.predicate.matches(RawValue::MISSING)
}

/// Whether a path may lead to an array position.
pub(super) fn leads_to_places(path: &Path) -> bool {
    path.parts().iter().skip(1).any(|part| part.index.is_some())
}

/// A field of an index, to find conditions on it.
struct Sought<'p> {
    path: &'p str,
    /// Whether some document has an array at the path or along it.
    multikey: bool,
    /// Whether the index keeps strings under a collation.
    collated: bool,
    /// Whether the path may lead to a place of an array. An array there is one entry, and its elements have none.
    placed: bool,
}

impl Sought<'_> {
    /// Bounds of a condition, on paths that begin behind `prefix`, with whether the index alone decides it.
    fn bounds(&self, node: &Node, prefix: &str) -> Option<(Bounds, bool)> {
        match node {
            _ if self.placed && asks_for_arrays(node) => None,
            Node::Leaf(leaf) if self.collated && leaf.predicate.reads_bytes() => {
                same_path(leaf, prefix, self.path).then(any_string).flatten().map(|bounds| (bounds, false))
            }
            other if self.collated && reads_bytes(other) => None,
            other => self.bounds_of(other, prefix),
        }
    }

    /// As [`Self::bounds`], of a condition that compares strings as the index does.
    fn bounds_of(&self, node: &Node, prefix: &str) -> Option<(Bounds, bool)> {
        match node {
            Node::Leaf(leaf) if misses_entries(leaf) => None,
            Node::Not(inner) if matches!(&**inner, Node::Leaf(leaf) if misses_entries(leaf)) => None,
            Node::Leaf(leaf) if same_path(leaf, prefix, self.path) => {
                let bounds = leaf.predicate.bounds()?;
                // An array at a place of an array has an entry for each element, and is one value to a condition. An
                // array without the field has the entry null, and is none.
                let lacks = leaf.path.parts().len() > 1 && leaf.predicate.matches(RawValue::MISSING);
                let exact = bounds.exact && !(self.multikey && (leads_to_places(&leaf.path) || lacks));
                Some((bounds, exact))
            }
            Node::Not(inner) => {
                if let Node::Leaf(leaf) = &**inner
                    && same_path(leaf, prefix, self.path)
                {
                    if let Some(bounds) = leaf.predicate.negated_bounds() {
                        return Some((bounds, false));
                    }
                    // Without arrays, the entry null is of what equals null and of nothing else.
                    if !self.multikey && matches!(leaf.predicate.equals(), Some(Value::Null)) {
                        return Some((leaf.predicate.bounds()?.complement(), true));
                    }
                }
                let (bounds, exact) = self.bounds_of(inner, prefix)?;
                // Only what is excluded for certain may be left out.
                exact.then(|| (bounds.complement(), !self.multikey))
            }
            _ => None,
        }
    }

    /// The conditions usable on the field.
    fn usable(&self, conjuncts: &[Node]) -> Vec<Usable> {
        let mut out = Vec::new();
        let says_nothing = |node: &Node| self.multikey && (is_implied(node) || takes_arrays_whole(node));
        for (conjunct, node) in conjuncts.iter().enumerate().filter(|(_, node)| !says_nothing(node)) {
            if let Some((bounds, exact)) = self.bounds(node, "") {
                out.push(Usable { bounds, conjunct, around: Surrounding::default(), exact });
            }
            let Node::Leaf(leaf) = node else { continue };
            if self.placed {
                continue;
            }
            for (inner, around, path) in inside(leaf) {
                if let Some((bounds, _)) = self.bounds(&inner, path.as_str()) {
                    out.push(Usable { bounds, conjunct, around, exact: false });
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

/// The conjuncts of a node: the children of an `$and`, or the node itself.
pub(super) fn conjuncts(node: &Node) -> Vec<Node> {
    match node {
        Node::And(children) => children.iter().flat_map(conjuncts).collect(),
        other => vec![other.clone()],
    }
}

/// The conjuncts, and what they imply for indexes.
pub(super) fn with_implied(mut conjuncts: Vec<Node>) -> Vec<Node> {
    let implied: Vec<Node> = conjuncts.iter().flat_map(Node::implied).cloned().collect();
    conjuncts.extend(implied);
    conjuncts
}

/// Whether two conditions on paths are the same.
pub(super) fn is_same(one: &Node, other: &Node) -> bool {
    match (one, other) {
        (Node::Leaf(one), Node::Leaf(other)) => Rc::ptr_eq(&one.predicate, &other.predicate),
        _ => false,
    }
}

/// Whether a condition only serves to find bounds.
pub(super) fn is_implied(node: &Node) -> bool {
    matches!(node, Node::Leaf(leaf) if leaf.predicate.is_implied())
}

/// Whether a condition, or what it negates, is on arrays alone, as `$elemMatch` is.
fn asks_for_arrays(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.array_mode() == ArrayMode::WholeOnly,
        Node::Not(inner) => asks_for_arrays(inner),
        _ => false,
    }
}

/// Whether arrays are values to a condition, or to what it negates.
fn takes_arrays_whole(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.takes_arrays_whole(),
        Node::Not(inner) => takes_arrays_whole(inner),
        _ => false,
    }
}

/// Whether a condition reads strings that the keys of an index with a collation do not hold.
fn reads_bytes(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => leaf.predicate.reads_bytes(),
        Node::Not(inner) => reads_bytes(inner),
        _ => false,
    }
}

/// The bounds of those strings in such an index.
fn any_string() -> Option<Bounds> {
    let types = [tag::STRING, tag::REGEX].map(Interval::of_type);
    Some(Bounds::inexact(types.into_iter().collect::<Option<Vec<_>>>()?))
}

/// The conditions usable on a field of an index, when others are `used` on the fields before it.
fn usable_at(
    index: &Index,
    at: usize,
    conjuncts: &[Node],
    used: &[(usize, Surrounding)],
    extent: Extent,
) -> Vec<Usable> {
    let (fields, multikey) = (&index.spec.fields, &index.multikey);
    let field = &fields[at];
    let collated = index.spec.collation.is_some();
    let placed = leads_to_places(&field.path);
    let sought = Sought { path: field.path.as_str(), multikey: multikey[at] != 0, collated, placed };
    let mut usable = sought.usable(conjuncts);
    usable.retain(|candidate| extent != Extent::WithoutText || compares_no_text(&candidate.bounds));
    if index.spec.sparse && fields.len() == 1 {
        // Every entry is of a document that has the field.
        for candidate in &mut usable {
            let Node::Leaf(leaf) = &conjuncts[candidate.conjunct] else { continue };
            candidate.exact |= asks_for_presence(leaf);
        }
    }
    // Of an array that two fields share, both are restricted only for one and the same element.
    usable.retain(|candidate| {
        used.iter().all(|(other, around)| {
            let parts = shared_parts(&field.path, &fields[*other].path);
            candidate.around.common(around).settles(multikey[at] & multikey[*other], parts)
        })
    });
    usable
}

/// Whether no collation changes which values lie in the bounds.
fn compares_no_text(bounds: &Bounds) -> bool {
    let holds_text = |value: &Value<'_>| {
        matches!(value, Value::String(_) | Value::Symbol(_) | Value::Document(_) | Value::Array(_))
    };
    bounds.intervals.iter().all(|i| !holds_text(&i.low.value) && !holds_text(&i.high.value))
}

/// The number of leading parts that two paths share.
fn shared_parts(a: &Path, b: &Path) -> usize {
    a.parts().iter().zip(b.parts()).take_while(|(x, y)| x.name == y.name).count()
}

impl<'a> Access<'a> {
    /// A walk over the whole index that decides nothing.
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

    /// The use of this index for the conjuncts; `None` when its first field is not restricted.
    pub(super) fn new(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::Restricted)
    }

    /// As [`Self::new`], by a walk over all of the index if its first field is not restricted.
    pub(super) fn of_any_extent(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::Any)
    }

    /// As [`Self::new`], of an index with another collation than the query's: it serves conditions on
    /// what is no string and holds none
    /// (<https://www.mongodb.com/docs/manual/reference/collation/#collation-and-index-use>).
    pub(super) fn under_other_collation(index: &'a Index, conjuncts: &[Node]) -> Option<Self> {
        Self::of(index, conjuncts, Extent::WithoutText)
    }

    fn of(index: &'a Index, conjuncts: &[Node], extent: Extent) -> Option<Self> {
        let mut fields = Vec::new();
        // The fields restricted so far, and the `$elemMatch` that their bounds come from.
        let mut used: Vec<(usize, Surrounding)> = Vec::new();
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
            // Behind a hashed field without an equality nothing is in order.
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

    /// Leaves to the key, or to the document, those of the first conditions that the bounds do not decide.
    pub(super) fn settle(&mut self, conjuncts: &[Node], first: usize) {
        let open = |(node, decided): &(&Node, &bool)| {
            !**decided && !is_implied(node) && !holds_in_partial(self.index, node)
        };
        let open = conjuncts.iter().zip(&self.decided).take(first).filter(open);
        let open = open.map(|(node, _)| self.without_decided(node, conjuncts));
        (self.key_filter, self.residual) = open.partition(|node| self.key_decides(node));
    }

    /// A condition, no longer shown to imply what the bounds decide.
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
            Node::Leaf(leaf) if leaf.predicate.reads_bytes() && self.index.spec.collation.is_some() => false,
            Node::Leaf(leaf) => {
                let field = self.index.spec.fields.iter().position(|f| f.path == leaf.path);
                // Of a field and a path inside of it a key is read back as the field alone.
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
                        && others.all(|(_, arrays)| *arrays == 0)
                        && self.index.spec.fields[at].kind.is_ordered()
                        && leaf.predicate.bounds().is_some_and(|b| b.key_decides)
                })
            }
            Node::Or(children) | Node::And(children) => {
                !children.is_empty() && children.iter().all(|child| self.key_decides(child))
            }
            // A negation is tested on keys by bounds only.
            Node::Not(_) | Node::Nor(_) | Node::Document(_) => false,
        }
    }

    /// The direction in which the walk gives the sort order, if it does.
    pub(super) fn sort_direction(&self, pattern: &SortPattern) -> Option<Direction> {
        if self.foreign || pattern.metadata().next().is_some() {
            return None;
        }
        let mut wanted = pattern.fields.iter().peekable();
        let mut known = None;
        for (at, field) in self.index.spec.fields.iter().enumerate() {
            let Some(sort) = wanted.peek() else { break };
            // All entries of a hash stand together, in the order of the fields behind it.
            let ordered =
                field.kind.is_ordered() || field.kind == KeyKind::Hashed && self.bounds.fields[at].is_point();
            if !ordered || !self.keeps_order(at, field.path == sort.path, pattern) {
                return None;
            }
            if field.path == sort.path {
                let direction = Direction::of((field.kind == KeyKind::Descending) == sort.descending);
                // A single value is in any order.
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

    /// Whether the arrays in a field leave the order of documents as it is: a sorted field is walked
    /// as a whole, so that each document comes by its least or greatest element, and a restricted one
    /// is in no array that a sorted field is in
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
                !Surrounding::default().settles(own & *bits, parts)
            }
        })
    }

    /// Splits leading `$in`-like bounds into one access per value, so that each
    /// walk is sorted and they can be merged; at most `most` of them.
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

    /// The conditions that need the document, when only fields other than those in `shown` could
    /// need it: whether a field is null or missing does not show in a key, and matters to no condition.
    pub(super) fn residual_unless_null<'n>(
        &'n self,
        is_shown: &dyn Fn(&Path) -> bool,
    ) -> impl Iterator<Item = &'n Node> {
        self.residual.iter().filter(move |node| !self.decides_null(node, is_shown))
    }

    /// Whether the bounds decide a condition for null, which a field that is missing meets as well.
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
            && !leads_to_places(&leaf.path)
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

    /// The filter to test on keys.
    pub(super) fn key_filter(&self) -> Option<Rc<Filter>> {
        filter_of(&self.key_filter)
    }

    /// The filter to test on documents.
    pub(super) fn residual(&self) -> Option<Rc<Filter>> {
        filter_of(&self.residual)
    }
}

/// A filter of several conditions; `None` for none.
pub(super) fn filter_of(nodes: &[Node]) -> Option<Rc<Filter>> {
    match nodes {
        [] => None,
        [only] => Some(Rc::new(Filter::from_node(only.clone()))),
        many => Some(Rc::new(Filter::from_node(Node::And(many.to_vec())))),
    }
}

/// The bounds of a field from the conditions on it, and the `$elemMatch` they
/// come from. On a field with arrays, different elements may satisfy different
/// conditions, so only those of one `$elemMatch` are intersected.
fn combine(
    usable: &[Usable],
    arrays: u64,
    field: &KeyField,
    decided: &mut [bool],
) -> Option<(Bounds, Surrounding)> {
    if field.kind == KeyKind::Hashed {
        let Some(chosen) = usable.iter().find(|u| u.bounds.intervals.iter().all(Interval::is_point)) else {
            // Of a sparse index, only what the entries leave out is decided.
            let present = usable.iter().find(|u| u.bounds.intervals == [Interval::all()])?;
            decided[present.conjunct] |= present.exact;
            return Some((Bounds::inexact(vec![Interval::all()]), Surrounding::default()));
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
        return Some((Bounds { intervals, exact: false, key_decides: false }, Surrounding::default()));
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
        return combined.map(|bounds| (bounds, Surrounding::default()));
    }
    // The narrowest single condition: a point before a range.
    let best = usable.iter().min_by_key(|u| {
        let points = u.bounds.intervals.iter().all(Interval::is_point);
        (!points, u.bounds.intervals.len(), u.bounds.intervals.contains(&Interval::all()))
    })?;
    let (mut bounds, mut around) = (best.bounds.clone(), best.around.clone());
    decided[best.conjunct] |= best.exact;
    for other in usable {
        let common = around.common(&other.around);
        if common.settles(arrays, field.path.parts().len()) {
            bounds = bounds.intersect(&other.bounds);
            around = common;
        }
    }
    Some((bounds, around))
}
