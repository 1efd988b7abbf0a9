//! Wildcard indexes, used as indexes on the paths of a query
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/>).

use super::FieldBounds;
use super::access::Access;
use super::conjuncts::{is_implied, is_same};
use super::element_match;
use crate::collection::{Index, PATH_FIELD};
use crate::query::operator::Equality;
use crate::query::{Bound, Bounds, Interval, Leaf, Node};
use crate::value::{DocBuilder, EMPTY_DOCUMENT, Path, RawDoc, RawValue, Value, tag};

/// A wildcard index used as an index on one path, with the conditions on that path.
#[derive(Debug)]
pub(super) struct WildcardPathIndex {
    index: Index,
    conjuncts: Vec<Node>,
    /// Conditions that the index can't serve.
    unserved: Vec<Node>,
    /// The paths to scan, when there are several.
    paths: Option<Vec<Interval>>,
}

impl WildcardPathIndex {
    /// Returns the index's use for the conditions.
    pub(super) fn access(&self) -> Option<Access<'_>> {
        self.completed(Access::new(&self.index, &self.conjuncts)?)
    }

    /// Like [`Self::access`], for an index with another collation; `None` when only conditions on strings restrict the
    /// values of its path.
    pub(super) fn access_under_other_collation(&self) -> Option<Access<'_>> {
        let access = Access::under_other_collation(&self.index, &self.conjuncts)?;
        let at = self.index.spec.wildcard_at()?;
        if self.paths.is_none() && access.bound_fields <= at + 1 {
            return None;
        }
        self.completed(access)
    }

    /// Adds the paths to scan, and the conditions that the index can't serve.
    fn completed<'a>(&'a self, mut access: Access<'a>) -> Option<Access<'a>> {
        for node in &self.unserved {
            if !access.residual.iter().any(|other| is_same(other, node)) {
                access.residual.push(node.clone());
            }
        }
        if let Some(paths) = &self.paths {
            let at = self.index.spec.wildcard_at()?;
            let bounds = Bounds { intervals: paths.clone(), exact: true, key_decides: false };
            *access.bounds.fields.get_mut(at)? = FieldBounds::new(PATH_FIELD, bounds, false);
        }
        Some(access)
    }
}

/// Uses the wildcard index for each path that the query restricts to indexed values or tests for existence.
/// If there is no such path, uses the fields before the wildcard.
pub(super) fn on_paths(index: &Index, all: &[Node]) -> Vec<WildcardPathIndex> {
    let mut paths = PathCollector { index, all, known: Vec::new(), out: Vec::new() };
    for node in all {
        if let Node::Leaf(leaf) = node {
            paths.add_restricted(leaf);
        }
    }
    for node in all {
        if let Node::Leaf(leaf) = node {
            paths.add_elements_of(leaf);
        }
    }
    for node in all {
        paths.add_existing(node);
    }
    if paths.out.is_empty()
        && let Some(prefix) = index.for_prefix()
    {
        let texts = Interval::of_type(tag::STRING).unwrap_or_else(Interval::all);
        let ranges = Some(vec![Interval::point(Value::MinKey), texts]);
        paths.out.push(WildcardPathIndex {
            index: prefix,
            conjuncts: all.to_vec(),
            unserved: Vec::new(),
            paths: ranges,
        });
    }
    paths.out
}

/// Collects the paths of a query that a wildcard index can serve.
struct PathCollector<'q> {
    index: &'q Index,
    all: &'q [Node],
    known: Vec<Path>,
    out: Vec<WildcardPathIndex>,
}

impl PathCollector<'_> {
    /// Adds the path of a condition on indexed values.
    fn add_restricted(&mut self, leaf: &Leaf) {
        if !in_wildcard(leaf) || self.known.contains(&leaf.path) {
            return;
        }
        let Some(places) = self.index.entry_paths(&leaf.path) else { return };
        let Some(index) = self.index.for_path(&leaf.path) else { return };
        if let [_] = places.as_slice() {
            return self.add_whole(index, leaf.path.clone());
        }
        // Entries don't show an element's position, so the document is tested on every condition on it.
        let is_condition = |node: &Node| matches!(node, Node::Leaf(own) if std::ptr::eq(own, leaf));
        let on_path = |node: &&Node| reads(node, &leaf.path);
        let mut conjuncts: Vec<Node> =
            self.all.iter().filter(|node| is_condition(node) || !on_path(node)).cloned().collect();
        conjuncts.extend(is_path(&leaf.path));
        let unserved = self.all.iter().filter(|node| on_path(node) && !is_implied(node)).cloned().collect();
        let paths = places.into_iter().map(|place| Interval::point(Value::string(place))).collect();
        self.out.push(WildcardPathIndex { index, conjuncts, unserved, paths: Some(paths) });
        self.known.push(leaf.path.clone());
    }

    /// Adds the paths in a condition on array elements that restrict an element to indexed values.
    fn add_elements_of(&mut self, leaf: &Leaf) {
        for (inner, _, prefix) in element_match::inner_conditions(leaf) {
            let Node::Leaf(leaf) = &inner else { continue };
            let path = element_match::below(&prefix, &leaf.path);
            let known = self.known.contains(&path);
            if leaf.path.as_str().is_empty() || !in_wildcard(leaf) || is_numbered(&path) || known {
                continue;
            }
            if let Some(index) = self.index.for_path(&path) {
                self.add_whole(index, path);
            }
        }
    }

    /// Adds the path of a condition that a value exists or is not null.
    fn add_existing(&mut self, node: &Node) {
        let (leaf, negated) = match node {
            Node::Leaf(leaf) if requires_existence(leaf) || matches_any_object(leaf) => (leaf, false),
            Node::Not(inner) => match &**inner {
                Node::Leaf(leaf) if matches!(leaf.predicate.equals(), Some(Value::Null)) => (leaf, true),
                _ => return,
            },
            _ => return,
        };
        let path = &leaf.path;
        let whole = self.index.spec.wildcard.as_ref().is_some_and(|held| held.holds_all_below(path.as_str()));
        if is_numbered(path) || self.known.contains(path) || !whole {
            return;
        }
        // An existing array may hold nulls, or be empty.
        let usable = |index: &Index| !negated || !index.is_multikey();
        let Some(mut index) = self.index.for_path(path).filter(usable) else { return };
        index.is_expanded = true;
        // Entries of longer paths don't decide other conditions on this path.
        let decided =
            |node: &Node| matches!(node, Node::Leaf(own) if own.path == *path && requires_existence(own));
        let (on_path, mut conjuncts): (Vec<_>, Vec<_>) =
            self.all.iter().cloned().partition(|node| reads(node, path));
        conjuncts.extend(is_path(path));
        let unserved = on_path.into_iter().filter(|node| !decided(node) && !is_implied(node)).collect();
        let text = |end: &str| Value::string(format!("{}{end}", path.as_str()));
        let below = Interval { low: included(text(".")), high: Bound { value: text("/"), inclusive: false } };
        let paths = Some(vec![Interval::point(text("")), below]);
        self.out.push(WildcardPathIndex { index, conjuncts, unserved, paths });
        self.known.push(path.clone());
    }

    /// Adds a path whose entries alone decide all conditions.
    fn add_whole(&mut self, index: Index, path: Path) {
        let mut conjuncts = self.all.to_vec();
        conjuncts.extend(is_path(&path));
        self.out.push(WildcardPathIndex { index, conjuncts, unserved: Vec::new(), paths: None });
        self.known.push(path);
    }
}

/// Whether a part of the path may be an array position.
fn is_numbered(path: &Path) -> bool {
    path.parts().iter().any(|part| part.index.is_some())
}

fn included(value: Value<'static>) -> Bound {
    Bound { value, inclusive: true }
}

/// Returns the condition that an entry belongs to this path.
fn is_path(path: &Path) -> Option<Node> {
    let text = Value::string(path.as_str().to_owned());
    let equality = Equality::new(text.to_raw(&mut Vec::new())).ok()?;
    Some(Leaf::node(&Path::new(PATH_FIELD), equality))
}

/// Whether a condition could restrict the values at a path.
fn reads(node: &Node, path: &Path) -> bool {
    match node {
        Node::Leaf(leaf) => {
            let own = leaf.path.as_str();
            own == path.as_str() || path.as_str().strip_prefix(own).is_some_and(|rest| rest.starts_with('.'))
        }
        Node::Not(inner) => reads(inner, path),
        Node::And(nodes) | Node::Or(nodes) | Node::Nor(nodes) => nodes.iter().any(|node| reads(node, path)),
        Node::Document(_) => false,
    }
}

/// Whether a condition only requires that the value exists: `{ $exists: true }`.
pub(super) fn requires_existence(leaf: &Leaf) -> bool {
    !leaf.predicate.matches(RawValue::MISSING)
        && leaf.predicate.matches(RawValue::NULL)
        && leaf.predicate.bounds().is_some_and(|bounds| bounds.intervals == [Interval::all()])
}

/// Whether a condition matches any embedded document: `{ $type: "object" }`.
fn matches_any_object(leaf: &Leaf) -> bool {
    let mut described = DocBuilder::new();
    leaf.predicate.describe(&mut described);
    RawDoc::new(&described.finish()).operator().is_some_and(|operator| operator.name() == "$type")
        && leaf.predicate.matches(RawValue { tag: tag::DOCUMENT, bytes: EMPTY_DOCUMENT })
}

/// Whether a wildcard index has an entry for every value that matches. It has none for missing values, nor for arrays
/// and documents unless they are empty
/// (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/reference/restrictions/>).
fn in_wildcard(leaf: &Leaf) -> bool {
    let scalar = |value: &Value<'static>| {
        !matches!(
            value,
            Value::Document(_)
                | Value::Array(_)
                | Value::Null
                | Value::Undefined
                | Value::MinKey
                | Value::MaxKey
                | Value::Missing
        )
    };
    // An empty array has the entry `undefined`.
    let empty = |value: &Value<'static>| match value {
        Value::Document(bytes) | Value::Array(bytes) => RawDoc::new(bytes).is_empty(),
        Value::Undefined => leaf.predicate.matches(RawValue { tag: tag::ARRAY, bytes: EMPTY_DOCUMENT }),
        _ => false,
    };
    let within = |interval: &Interval| {
        if empty(&interval.low.value) && empty(&interval.high.value) {
            return interval.is_point();
        }
        scalar(&interval.low.value) && (scalar(&interval.high.value) || !interval.high.inclusive)
    };
    !leaf.predicate.matches(RawValue::MISSING)
        && leaf.predicate.bounds().is_some_and(|bounds| bounds.intervals.iter().all(within))
}
