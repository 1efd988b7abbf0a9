//! Wildcard indexes as indexes on the paths of a query
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/>).

use super::FieldBounds;
use super::access::{Access, is_implied, is_same};
use super::element_match;
use crate::collection::{Index, PATH_FIELD};
use crate::query::operator::Equality;
use crate::query::{Bound, Bounds, Interval, Leaf, Node};
use crate::value::{DocBuilder, EMPTY_DOCUMENT, Path, RawDoc, RawValue, Value, tag};

/// A wildcard index, used as an index on one path, with the conditions on that path.
#[derive(Debug)]
pub(super) struct WildcardPathIndex {
    index: Index,
    conjuncts: Vec<Node>,
    /// Conditions that the index does not serve.
    beside: Vec<Node>,
    /// The paths to scan, when there are several.
    paths: Option<Vec<Interval>>,
}

impl WildcardPathIndex {
    /// How the index can serve the conditions.
    pub(super) fn access(&self) -> Option<Access<'_>> {
        let mut access = Access::new(&self.index, &self.conjuncts)?;
        for node in &self.beside {
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

/// The wildcard index as an index on each path that the query restricts to values the index
/// holds, or asks for at all; and, when there is none, to the fields before the path.
pub(super) fn on_paths(index: &Index, all: &[Node]) -> Vec<WildcardPathIndex> {
    let mut paths = Paths { index, all, known: Vec::new(), out: Vec::new() };
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
        paths.add_asked_for(node);
    }
    if paths.out.is_empty()
        && let Some(prefix) = index.for_prefix()
    {
        let texts = Interval::of_type(tag::STRING).unwrap_or_else(Interval::all);
        let ranges = Some(vec![Interval::point(Value::MinKey), texts]);
        paths.out.push(WildcardPathIndex {
            index: prefix,
            conjuncts: all.to_vec(),
            beside: Vec::new(),
            paths: ranges,
        });
    }
    paths.out
}

/// A wildcard index as indexes on the paths of a query.
struct Paths<'q> {
    index: &'q Index,
    all: &'q [Node],
    known: Vec<Path>,
    out: Vec<WildcardPathIndex>,
}

impl Paths<'_> {
    /// The path of a condition on values that the index holds.
    fn add_restricted(&mut self, leaf: &Leaf) {
        if !in_wildcard(leaf) || self.known.contains(&leaf.path) {
            return;
        }
        let Some(places) = self.index.entry_paths(&leaf.path) else { return };
        let Some(index) = self.index.for_path(&leaf.path) else { return };
        if let [_] = places.as_slice() {
            return self.add_whole(index, leaf.path.clone());
        }
        // Entries do not show an element's place: every condition on it is tested on the document.
        let is_it = |node: &Node| matches!(node, Node::Leaf(own) if std::ptr::eq(own, leaf));
        let of_it = |node: &&Node| reads(node, &leaf.path);
        let mut conjuncts: Vec<Node> =
            self.all.iter().filter(|node| is_it(node) || !of_it(node)).cloned().collect();
        conjuncts.extend(is_path(&leaf.path));
        let beside = self.all.iter().filter(|node| of_it(node) && !is_implied(node)).cloned().collect();
        let paths = places.into_iter().map(|place| Interval::point(Value::string(place))).collect();
        self.out.push(WildcardPathIndex { index, conjuncts, beside, paths: Some(paths) });
        self.known.push(leaf.path.clone());
    }

    /// The paths below an array of whose elements one has to satisfy conditions on values that the index holds.
    fn add_elements_of(&mut self, leaf: &Leaf) {
        for (inner, _, prefix) in element_match::inside(leaf) {
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

    /// The path of a condition that there is something, or something that is not null.
    fn add_asked_for(&mut self, node: &Node) {
        let (leaf, negated) = match node {
            Node::Leaf(leaf) if asks_for_presence(leaf) || asks_for_documents(leaf) => (leaf, false),
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
        // An array that is there may hold nulls, or nothing.
        let usable = |index: &Index| !negated || !index.is_multikey();
        let Some(mut index) = self.index.for_path(path).filter(usable) else { return };
        index.is_expanded = true;
        // Entries of paths below say nothing of other conditions on this one.
        let decided =
            |node: &Node| matches!(node, Node::Leaf(own) if own.path == *path && asks_for_presence(own));
        let (of_it, mut conjuncts): (Vec<_>, Vec<_>) =
            self.all.iter().cloned().partition(|node| reads(node, path));
        conjuncts.extend(is_path(path));
        let beside = of_it.into_iter().filter(|node| !decided(node) && !is_implied(node)).collect();
        let text = |end: &str| Value::string(format!("{}{end}", path.as_str()));
        let below = Interval { low: included(text(".")), high: Bound { value: text("/"), inclusive: false } };
        let paths = Some(vec![Interval::point(text("")), below]);
        self.out.push(WildcardPathIndex { index, conjuncts, beside, paths });
        self.known.push(path.clone());
    }

    /// Adds a path whose entries decide all conditions.
    fn add_whole(&mut self, index: Index, path: Path) {
        let mut conjuncts = self.all.to_vec();
        conjuncts.extend(is_path(&path));
        self.out.push(WildcardPathIndex { index, conjuncts, beside: Vec::new(), paths: None });
        self.known.push(path);
    }
}

/// Whether a part of a path may be a place in an array.
fn is_numbered(path: &Path) -> bool {
    path.parts().iter().any(|part| part.index.is_some())
}

fn included(value: Value<'static>) -> Bound {
    Bound { value, inclusive: true }
}

/// The condition that an entry is of this path.
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

/// Whether a condition holds of all that is there, whatever it is: `{ $exists: true }`.
pub(super) fn asks_for_presence(leaf: &Leaf) -> bool {
    !leaf.predicate.matches(RawValue::MISSING)
        && leaf.predicate.matches(RawValue::NULL)
        && leaf.predicate.bounds().is_some_and(|bounds| bounds.intervals == [Interval::all()])
}

/// Whether a condition holds of documents whatever they hold: `{ $type: "object" }`.
fn asks_for_documents(leaf: &Leaf) -> bool {
    let mut described = DocBuilder::new();
    leaf.predicate.describe(&mut described);
    RawDoc::new(&described.finish()).operator().is_some_and(|operator| operator.name() == "$type")
        && leaf.predicate.matches(RawValue { tag: tag::DOCUMENT, bytes: EMPTY_DOCUMENT })
}

/// Whether all that satisfies a condition has an entry in a wildcard index, and entries
/// that it can be found by: not missing, no array or document but the empty ones
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
    // An empty array has the entry of `undefined`.
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
