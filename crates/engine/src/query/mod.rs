//! The query language: filters compiled once per command and run over raw BSON.
//!
//! [`Filter::parse`] turns a filter document into a tree of [`Node`]s. Logical
//! operators are nodes; every other operator is a [`ValuePredicate`] (tested
//! against the values found at a path) or a [`DocumentPredicate`] (tested
//! against the whole document), each in a file named after it and listed in
//! one table.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/query/>.

mod bounds;

pub use bounds::{Bound, Bounds, Interval};

use std::fmt::Debug;
use std::rc::Rc;

use crate::value::{DocBuilder, Path, RawDoc, RawValue};

/// How a predicate treats an array found at the end of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayMode {
    /// Each element is tried, then the array as a whole (`$eq`, `$gt`, `$regex` …).
    ElementsAndWhole,
    /// Only the array as a whole (`$size`, `$elemMatch`).
    WholeOnly,
}

/// A condition on one value.
pub trait ValuePredicate: Debug {
    /// Whether this value satisfies the condition. A path that leads nowhere
    /// is tried once with [`RawValue::MISSING`].
    fn matches(&self, value: RawValue<'_>) -> bool;

    /// How arrays at the end of the path are treated.
    fn array_mode(&self) -> ArrayMode {
        ArrayMode::ElementsAndWhole
    }

    /// The values an index on this field must be searched for; `None` when an
    /// index cannot help. See [`Bounds`].
    fn bounds(&self) -> Option<Bounds> {
        None
    }

    /// For `$elemMatch`: the position of the first matching element, which the
    /// positional operator uses.
    fn matched_element(&self, _value: RawValue<'_>) -> Option<usize> {
        None
    }

    /// For `$elemMatch` over documents: the filter that one element must satisfy,
    /// so that the planner can derive bounds on the paths below.
    fn element_filter(&self) -> Option<&Node> {
        None
    }

    /// Writes the condition as explain's `parsedQuery` shows it: `{ $gt: 5 }`.
    fn describe(&self, out: &mut DocBuilder);
}

/// A condition on the whole document: `$expr`, `$where`, `$jsonSchema` …
pub trait DocumentPredicate: Debug {
    /// Whether the document satisfies the condition.
    ///
    /// # Errors
    /// What the evaluation raises, for instance a type error in an expression.
    fn matches(&self, doc: RawDoc<'_>) -> crate::Result<bool>;

    /// Writes the condition as explain's `parsedQuery` shows it.
    fn describe(&self, out: &mut DocBuilder);
}

/// One node of a compiled filter.
#[derive(Clone, Debug)]
pub enum Node {
    /// All must hold; empty: always true.
    And(Vec<Node>),
    /// One must hold; empty: always false.
    Or(Vec<Node>),
    /// None may hold.
    Nor(Vec<Node>),
    /// Must not hold.
    Not(Box<Node>),
    /// A condition on the values at a path.
    Leaf(Leaf),
    /// A condition on the whole document.
    Document(Rc<dyn DocumentPredicate>),
}

/// A condition on the values at a path.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Where to look.
    pub path: Path,
    /// What to find there.
    pub predicate: Rc<dyn ValuePredicate>,
}

// STUB-BEGIN
use crate::aggregate::expression::Environment;
/// ctx
#[derive(Clone, Default)]
pub struct FilterContext {}
impl FilterContext {
    /// n
    pub fn new(_e: Rc<Environment>, _v: Option<RawDoc<'_>>) -> crate::Result<Self> {
        Ok(Self {})
    }
}
/// f
#[derive(Clone, Debug)]
pub struct Filter {
    root: Node,
}
/// p
pub struct MatchPosition;
impl Filter {
    /// p
    pub fn parse(_d: RawDoc<'_>, _c: &FilterContext) -> crate::Result<Self> {
        Ok(Filter { root: Node::And(vec![]) })
    }
    /// n
    pub fn from_node(root: Node) -> Self {
        Filter { root }
    }
    /// m
    pub fn matches(&self, _d: RawDoc<'_>) -> crate::Result<bool> {
        Ok(true)
    }
    /// m
    pub fn matches_with_position(&self, _d: RawDoc<'_>) -> crate::Result<Option<MatchPosition>> {
        Ok(None)
    }
    /// r
    pub fn root(&self) -> &Node {
        &self.root
    }
    /// e
    pub fn is_empty(&self) -> bool {
        true
    }
    /// d
    pub fn describe(&self) -> Vec<u8> {
        vec![5, 0, 0, 0, 0]
    }
}
impl Bounds {
    /// c
    pub fn complement(&self) -> Bounds {
        self.clone()
    }
    /// i
    pub fn intersect(&self, _o: &Bounds) -> Bounds {
        self.clone()
    }
    /// i
    pub fn contains(&self, _o: &Bounds) -> bool {
        false
    }
}
