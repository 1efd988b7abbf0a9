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
mod debug_text;
mod filter;
mod json_schema;
mod node;
pub mod operator;
mod optimize;
mod parse;
mod searches;
mod simplify;
mod validation_error;

pub use bounds::{Bound, Bounds, Interval, Relation, equality_bounds};
pub use filter::{ElementFilter, Filter, FilterContext, MatchPosition};
use node::Arrays;
pub use node::{Leaf, Node};
pub use parse::is_value_operator;

use crate::geo::{Geospatial, Near};
use crate::text::Search;
pub use crate::value::{ArrayMode, visit_values, visit_values_with_positions};
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// A condition on one value.
pub trait ValuePredicate {
    /// Whether this value satisfies the condition. A path that leads nowhere
    /// is tried once with [`RawValue::MISSING`].
    fn matches(&self, value: RawValue<'_>) -> bool;

    /// Whether two conditions that are described alike hold for the same values.
    fn is_described_fully(&self) -> bool {
        true
    }

    /// How arrays at the end of the path are treated.
    fn array_mode(&self) -> ArrayMode {
        ArrayMode::ElementsAndWhole
    }

    /// Whether of an array that holds no arrays no more is looked at than how many elements it has.
    fn depends_only_on_array_length(&self) -> bool {
        false
    }

    /// Whether an array as a whole may satisfy the condition, and not by its elements only.
    fn may_hold_for_arrays(&self) -> bool {
        true
    }

    /// The values an index on this field must be searched for; `None` when an
    /// index cannot help. See [`Bounds`].
    fn bounds(&self) -> Option<Bounds> {
        None
    }

    /// The values an index must be searched for when the condition is negated and its bounds are not exact;
    /// `None` when an index cannot help.
    fn negated_bounds(&self) -> Option<Bounds> {
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

    /// The value, when the condition is equality with it.
    fn equals(&self) -> Option<&Value<'static>> {
        None
    }

    /// The prefix of every string that satisfies the condition, when it is known.
    fn prefix(&self) -> Option<&str> {
        None
    }

    /// Whether strings are looked at byte by byte under any collation, as patterns do.
    fn reads_bytes(&self) -> bool {
        false
    }

    /// The condition on a place that a geospatial index can answer.
    fn geospatial(&self) -> Option<&Geospatial> {
        None
    }

    /// The search for the nearest places, which only a geospatial index can do.
    fn near(&self) -> Option<&Near> {
        None
    }

    /// The condition on a path as the planner's messages show it, when that is not as others are shown.
    fn debug_text(&self, _path: &str) -> Option<String> {
        None
    }

    /// Why a value that does not match does not, in the words of `errInfo`.
    fn reason(&self) -> &'static str {
        "comparison failed"
    }

    /// Why a value that matches does, where it should not.
    fn inverse_reason(&self) -> &'static str {
        "comparison succeeded"
    }

    /// Why a document without a value at the path does not match.
    fn reason_when_missing(&self) -> &'static str {
        "field was missing"
    }

    /// Whether `errInfo` shows the types of the considered values.
    fn shows_types(&self) -> bool {
        false
    }

    /// Writes the negation of the condition as `errInfo` shows it, if that has a name of its own: `{ $ne: 5 }`;
    /// whether it has.
    fn describe_negation(&self, _out: &mut DocBuilder) -> bool {
        false
    }

    /// Whether no value satisfies the condition.
    fn is_never(&self) -> bool {
        false
    }

    /// Whether another condition of the same query implies this one, so that it only
    /// serves to find bounds; on a path with arrays it says nothing.
    fn is_implied(&self) -> bool {
        false
    }

    /// Whether an array is one value to it, of whose place the keys of its elements say nothing.
    fn takes_arrays_whole(&self) -> bool {
        false
    }

    /// Writes the condition as explain's `parsedQuery` shows it: `{ $gt: 5 }`.
    fn describe(&self, out: &mut DocBuilder);

    /// Writes the condition as it was given, which `errInfo` shows.
    fn describe_given(&self, out: &mut DocBuilder) {
        self.describe(out);
    }
}

opaque_debug!(ValuePredicate);

/// A condition on the whole document: `$expr`, `$where`, `$jsonSchema` …
pub trait DocumentPredicate {
    /// Whether the document satisfies the condition.
    ///
    /// # Errors
    /// Errors of the evaluation, for instance a type error in an expression.
    fn matches(&self, doc: RawDoc<'_>) -> crate::Result<bool>;

    /// Conditions on paths that hold whenever this one does; see [`ValuePredicate::is_implied`].
    fn implied(&self) -> &[Node] {
        &[]
    }

    /// The same condition with other conditions shown as implied; `None` when it implies none.
    fn implying(&self, _implied: Vec<Node>) -> Option<Node> {
        None
    }

    /// Writes the condition as explain's `parsedQuery` shows it, without what it implies.
    fn describe(&self, out: &mut DocBuilder);

    /// The condition's identity, when only the document decides it; its match table may then be
    /// remembered.
    fn identity(&self) -> Option<&[u8]> {
        None
    }

    /// The search for words, which only a text index can do.
    fn text_search(&self) -> Option<&Search> {
        None
    }

    /// Writes why a document that does not match does not, as `errInfo` shows
    /// it; `inverted` when it matches and should not.
    fn explain_failure(&self, _doc: RawDoc<'_>, inverted: bool, out: &mut DocBuilder) {
        let mut written = DocBuilder::new();
        self.describe(&mut written);
        let written = written.finish();
        let written = RawDoc::new(&written);
        if let Some(operator) = written.first() {
            out.append_str("operatorName", operator.name());
        }
        out.append_doc("specifiedAs", written);
        out.append_str("reason", if inverted { "expression did match" } else { "expression did not match" });
    }
}

opaque_debug!(DocumentPredicate);
