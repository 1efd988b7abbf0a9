//! The query language: filters, compiled once per command and evaluated on raw BSON.
//!
//! [`Filter::parse`] compiles a filter document into a tree of [`Node`]s. Logical operators are nodes.
//! Every other operator is a [`ValuePredicate`], evaluated on the values at a path, or a
//! [`DocumentPredicate`], evaluated on the whole document. Each is in a file with its name and listed in
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

/// A predicate on the value at a path.
pub trait ValuePredicate {
    /// Whether this value satisfies the predicate. For a path that leads nowhere it is called once with
    /// [`RawValue::MISSING`].
    fn matches(&self, value: RawValue<'_>) -> bool;

    /// Whether the description determines the predicate: equal descriptions match equal values.
    fn is_description_complete(&self) -> bool {
        true
    }

    /// Returns how arrays at the end of the path are tested.
    fn array_mode(&self) -> ArrayMode {
        ArrayMode::ElementsAndWhole
    }

    /// Whether, for arrays without nested arrays, the predicate depends only on the array's length.
    fn depends_only_on_array_length(&self) -> bool {
        false
    }

    /// Whether an array as a whole may satisfy the predicate, rather than only its elements.
    fn may_match_whole_array(&self) -> bool {
        true
    }

    /// Returns the index bounds that contain every matching value; `None` when an index can't help. See
    /// [`Bounds`].
    fn bounds(&self) -> Option<Bounds> {
        None
    }

    /// Returns the index bounds of the negated predicate, used when [`Self::bounds`] is not exact; `None`
    /// when an index can't help.
    fn negated_bounds(&self) -> Option<Bounds> {
        None
    }

    /// For `$elemMatch`: returns the position of the first matching element, for the positional operator.
    fn matched_element(&self, _value: RawValue<'_>) -> Option<usize> {
        None
    }

    /// For `$elemMatch` on documents: returns the filter that one element must satisfy, from which the
    /// planner derives bounds on longer paths.
    fn element_filter(&self) -> Option<&Node> {
        None
    }

    /// Returns the operand, if the predicate is an equality.
    fn equals(&self) -> Option<&Value<'static>> {
        None
    }

    /// Returns the known prefix of every string that matches.
    fn prefix(&self) -> Option<&str> {
        None
    }

    /// Whether the predicate reads the characters of strings under any collation, as patterns do.
    fn reads_characters(&self) -> bool {
        false
    }

    /// Returns the geospatial condition, which a geospatial index can answer.
    fn geospatial(&self) -> Option<&Geospatial> {
        None
    }

    /// Returns the search for nearest places, which requires a geospatial index.
    fn near(&self) -> Option<&Near> {
        None
    }

    /// Formats the condition for the planner's messages, if it differs from the general form.
    fn debug_text(&self, _path: &str) -> Option<String> {
        None
    }

    /// Returns the `errInfo` reason of a value that does not match.
    fn reason(&self) -> &'static str {
        "comparison failed"
    }

    /// Returns the `errInfo` reason of a value that matches but should not.
    fn inverse_reason(&self) -> &'static str {
        "comparison succeeded"
    }

    /// Returns the `errInfo` reason of a document without a value at the path.
    fn reason_when_missing(&self) -> &'static str {
        "field was missing"
    }

    /// Whether `errInfo` shows the types of the considered values.
    fn shows_types(&self) -> bool {
        false
    }

    /// Writes the negated predicate as `errInfo` shows it, if it has its own operator: `{ $ne: 5 }`.
    /// Returns whether it has one.
    fn describe_negation(&self, _out: &mut DocBuilder) -> bool {
        false
    }

    /// Whether no value satisfies the predicate.
    fn is_never(&self) -> bool {
        false
    }

    /// Whether another condition of the query implies this one, so that it only serves to find bounds. On a
    /// path with arrays it must be ignored.
    fn is_implied(&self) -> bool {
        false
    }

    /// Whether the predicate compares an array as a single value, so that its elements' keys don't locate
    /// it.
    fn compares_whole_arrays(&self) -> bool {
        false
    }

    /// Writes the predicate as explain's `parsedQuery` shows it: `{ $gt: 5 }`.
    fn describe(&self, out: &mut DocBuilder);

    /// Writes the predicate as written, for `errInfo`.
    fn describe_given(&self, out: &mut DocBuilder) {
        self.describe(out);
    }
}

opaque_debug!(ValuePredicate);

/// A predicate on the whole document: `$expr`, `$where`, `$jsonSchema` …
pub trait DocumentPredicate {
    /// Whether the document satisfies the condition.
    ///
    /// # Errors
    /// Errors of the evaluation, for instance a type error in an expression.
    fn matches(&self, doc: RawDoc<'_>) -> crate::Result<bool>;

    /// Returns the conditions on paths that this predicate implies. See [`ValuePredicate::is_implied`].
    fn implied(&self) -> &[Node] {
        &[]
    }

    /// Returns the same predicate with other implied conditions; `None` when it implies none.
    fn implying(&self, _implied: Vec<Node>) -> Option<Node> {
        None
    }

    /// Writes the predicate as explain's `parsedQuery` shows it, without implied conditions.
    fn describe(&self, out: &mut DocBuilder);

    /// Returns a cache key if the result depends only on the document, so that its match table may be
    /// cached.
    fn identity(&self) -> Option<&[u8]> {
        None
    }

    /// Returns the text search, which requires a text index.
    fn text_search(&self) -> Option<&Search> {
        None
    }

    /// Writes why a document fails, as `errInfo` shows it. `inverted` if it matches but should not.
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
