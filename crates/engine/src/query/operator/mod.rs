//! The query operators: one per file, listed in [`OPERATORS`].

mod all;
mod always_false;
mod always_true;
mod and;
mod bits;
mod bits_all_clear;
mod bits_all_set;
mod bits_any_clear;
mod bits_any_set;
mod r#box;
mod center;
mod center_sphere;
mod collated;
mod comment;
mod elem_match;
mod eq;
mod exists;
mod expr;
mod geo_intersects;
mod geo_near;
mod geo_shape;
mod geo_within;
mod geometry;
mod gt;
mod gte;
mod r#in;
mod internal_expr_eq;
mod internal_expr_gt;
mod internal_expr_gte;
mod internal_expr_lt;
mod internal_expr_lte;
mod internal_order;
mod json_schema;
mod lt;
mod lte;
mod max_distance;
mod min_distance;
mod mod_;
mod ne;
mod near;
mod near_distance;
mod near_sphere;
mod nin;
mod nor;
mod not;
mod options;
mod or;
mod ordering;
mod polygon;
mod prelude;
mod regex;
mod sample_rate;
mod size;
#[cfg(test)]
mod tests;
mod text;
mod r#type;
mod r#where;
mod within;

pub use self::regex::RegexMatch;
pub(super) use collated::comparison;
pub use eq::Equality;
pub use r#in::Membership;

use super::filter::Role;
use super::{FilterContext, Node};
use crate::Result;
use crate::operator::Help;
use crate::value::{Path, RawDoc, RawValue};

/// An operator's argument, with the context to compile it.
pub struct Argument<'a> {
    /// The argument.
    pub value: RawValue<'a>,
    /// The path that the operator applies to; `None` for operators on the whole document.
    pub path: Option<&'a Path>,
    /// The document that contains the operator: `$options` belongs to `$regex`.
    pub siblings: RawDoc<'a>,
    /// Clock, variables, JavaScript.
    pub context: &'a FilterContext,
    /// The nesting depth.
    pub depth: usize,
}

impl Argument<'_> {
    /// Returns the path as text; empty for operators on the whole document.
    pub fn path_text(&self) -> &str {
        self.path.map_or("", Path::as_str)
    }

    /// Returns a comparison with the argument, under the collation.
    fn comparison<P: super::ValuePredicate + 'static>(
        &self,
        build: impl Fn(RawValue<'_>) -> Result<P>,
    ) -> Result<Node> {
        let empty = Path::new("");
        collated::comparison(self.path.unwrap_or(&empty), self.context, self.value, build)
    }

    /// Returns a leaf with the path and a predicate.
    fn leaf(&self, predicate: impl super::ValuePredicate + 'static) -> Node {
        match self.path {
            Some(path) => super::Leaf::node(path, predicate),
            None => super::Leaf::node(&Path::new(""), predicate),
        }
    }
}

/// Compiles an operator.
pub type Parse = fn(&Argument<'_>) -> Result<Node>;

/// The places where an operator is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the operators of a field: `{ a: { $gt: 5 } }`.
    Field,
    /// Among the fields of a filter: `{ $and: [ … ] }`.
    Document,
    /// Like [`Self::Document`], but not inside `$elemMatch`.
    TopLevel,
}

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Where the operator is valid.
    pub place: Place,
    /// Compiles the operator.
    pub parse: Parse,
    /// The filters that reject the operator, and the error code.
    pub(super) refused: Option<(&'static [Role], i32)>,
}

impl Operator {
    /// Returns the entry with the roles that reject the operator and the error code.
    const fn refused_in(self, roles: &'static [Role], code: i32) -> Operator {
        Operator { refused: Some((roles, code)), ..self }
    }
}

/// Creates a table entry. The example is (document, filter, whether it matches).
const fn operator(
    name: &'static str,
    place: Place,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> Operator {
    Operator { help: Help::new(name, summary, example), place, parse, refused: None }
}

/// Every query operator.
pub const OPERATORS: &[&Operator] = &[
    &eq::OPERATOR,
    &ne::OPERATOR,
    &gt::OPERATOR,
    &gte::OPERATOR,
    &lt::OPERATOR,
    &lte::OPERATOR,
    &r#in::OPERATOR,
    &nin::OPERATOR,
    &and::OPERATOR,
    &or::OPERATOR,
    &nor::OPERATOR,
    &not::OPERATOR,
    &exists::OPERATOR,
    &r#type::OPERATOR,
    &expr::OPERATOR,
    &json_schema::OPERATOR,
    &mod_::OPERATOR,
    &regex::OPERATOR,
    &options::OPERATOR,
    &r#where::OPERATOR,
    &all::OPERATOR,
    &elem_match::OPERATOR,
    &size::OPERATOR,
    &bits_all_clear::OPERATOR,
    &bits_all_set::OPERATOR,
    &bits_any_clear::OPERATOR,
    &bits_any_set::OPERATOR,
    &text::OPERATOR,
    &geo_within::OPERATOR,
    &within::OPERATOR,
    &geo_intersects::OPERATOR,
    &geometry::OPERATOR,
    &r#box::OPERATOR,
    &polygon::OPERATOR,
    &center::OPERATOR,
    &center_sphere::OPERATOR,
    &near::OPERATOR,
    &geo_near::OPERATOR,
    &near_sphere::OPERATOR,
    &max_distance::OPERATOR,
    &min_distance::OPERATOR,
    &comment::OPERATOR,
    &sample_rate::OPERATOR,
    &always_true::OPERATOR,
    &always_false::OPERATOR,
    &internal_expr_eq::OPERATOR,
    &internal_expr_gt::OPERATOR,
    &internal_expr_gte::OPERATOR,
    &internal_expr_lt::OPERATOR,
    &internal_expr_lte::OPERATOR,
];

/// Returns the operator with a name.
pub(super) fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().copied().find(|operator| operator.help.name == name)
}
