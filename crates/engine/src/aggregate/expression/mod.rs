//! Aggregation expressions, compiled once and evaluated over raw documents.
//!
//! Each operator is a file `<group>/<name>.rs` with one [`Operator`] entry,
//! listed in its group's table; [`GROUPS`] lists the tables. [`compile`] turns
//! a written expression into a tree of [`Expression`]s. Operators with only constant
//! operands are evaluated while compiling.
//!
//! Values are borrowed from the document wherever possible: evaluating
//! `"$a.b"` copies nothing.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/>.

mod collated;
mod command_variables;
mod compile;
pub(crate) mod explained;
mod field_path;
mod memory_charge;
mod node;
mod operands;
mod operator;
mod prelude;
mod scope;

mod accumulating;
mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod comparison;
mod conditional;
mod constant_faults;
mod conversion;
mod custom;
mod data_size;
mod date;
mod literal;
mod miscellaneous;
mod object;
mod set;
mod string;
mod text;
mod timestamp;
mod trigonometry;
mod variable;

pub(super) use accumulating::percentile::percentile_argument;
pub(super) use array::{check_n_argument, count_of};
pub use command_variables::define_command_variables;
pub use comparison::FieldComparison;
pub use compile::{ParseContext, compile, compile_bare, compile_operands, compile_partial};
pub use constant_faults::ConstantFaults;
pub(super) use date::{TimeUnit, find_time_unit};
pub use field_path::{FieldPath, Found, validate_field_name};
pub use node::{ArrayLiteral, Constant, ObjectLiteral};
pub(crate) use object::Merged;
pub use operator::{Compile, Grouping, Operator, Parse, Simplification};
pub use scope::{ArrayLength, Bindings, Environment, Frame, Scope, key_under};
pub use variable::check_user_variable_name;

use crate::plan::Meta;
use crate::value::Value;
use crate::{Error, Result};

/// A compiled expression.
pub trait Expression {
    /// Evaluates the expression on one document.
    ///
    /// # Errors
    /// The operator's own errors, with the server's code and text.
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>>;

    /// Evaluates an expression that is always a boolean; `None` for other expressions.
    ///
    /// # Errors
    /// Same as [`Self::evaluate`].
    fn evaluate_bool<'a>(&'a self, _scope: &Scope<'_, 'a>) -> Option<Result<bool>> {
        None
    }

    /// Returns the value of a constant.
    fn constant(&self) -> Option<&Value<'static>> {
        None
    }

    /// Returns the path of an expression that just reads a field of the document, so
    /// stages can read the field without [`Self::evaluate`].
    fn field_path(&self) -> Option<&FieldPath> {
        None
    }

    /// Returns the path that the expression copies, in the document or in `_variable`. `_below`, empty or with a
    /// leading dot, is appended. `None` if the expression does more than rename fields.
    fn origin(&self, _variable: Option<VariableId>, _below: &str) -> Option<String> {
        None
    }

    /// Returns the comparison if the expression compares a field with a constant.
    fn comparison(&self) -> Option<FieldComparison> {
        None
    }

    /// Returns expressions; at least one is true whenever this one is.
    fn alternatives(&self) -> &[Box<dyn Expression>] {
        &[]
    }

    /// Returns expressions that are all true whenever this one is.
    fn conjuncts(&self) -> &[Box<dyn Expression>] {
        &[]
    }

    /// Adds the field paths and variables that the expression reads.
    fn dependencies(&self, out: &mut Dependencies);
}

opaque_debug!(Expression);

impl dyn Expression {
    /// Evaluates to whether the value counts as true (see [`Value::truthy`]).
    ///
    /// # Errors
    /// Same as [`Self::evaluate`].
    pub fn truthy<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<bool> {
        self.evaluate_bool(scope).unwrap_or_else(|| Ok(self.evaluate(scope)?.truthy()))
    }
}

/// The fields that an expression reads.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// Dotted paths of the input document, one entry per read.
    pub fields: Vec<String>,
    /// The reads among these that need only an array's length, or only whether its first element exists (see
    /// [`is_first_element`]).
    pub length_only: Vec<String>,
    /// Whether the whole document is needed (`$$ROOT`, `$$CURRENT`).
    pub whole_document: bool,
    /// Ids of the variables read.
    pub variables: Vec<VariableId>,
    /// Whether two evaluations on one document may differ (`$rand`, JavaScript).
    pub volatile: bool,
    /// Metadata that the plan must provide.
    pub metadata: Vec<Meta>,
    /// The error of the first constant part whose evaluation fails, reported
    /// before any document is read.
    pub failure: Option<Error>,
}

/// Whether a path may denote the first element of an array.
pub fn is_first_element(path: &str) -> bool {
    path.ends_with(".0")
}

impl Dependencies {
    /// Returns the dependencies of one expression.
    pub fn of(expression: &dyn Expression) -> Self {
        let mut out = Dependencies::default();
        expression.dependencies(&mut out);
        out
    }

    /// Collects the dependencies of a part, without the variables that the part itself binds.
    pub fn within(&mut self, bound: &[VariableId], collect: impl FnOnce(&mut Self)) {
        let outside = self.variables.len();
        collect(self);
        let inner = self.variables.split_off(outside);
        self.variables.extend(inner.into_iter().filter(|id| !bound.contains(id)));
    }

    /// Whether the value depends only on the document.
    pub fn is_of_document(&self) -> bool {
        self.variables.is_empty() && self.metadata.is_empty() && !self.volatile
    }

    /// Whether the value is always the same: it reads neither document, metadata nor variables, and isn't volatile.
    pub fn is_constant(&self) -> bool {
        let reads = !self.fields.is_empty() || self.whole_document || !self.variables.is_empty();
        !reads && self.metadata.is_empty() && !self.volatile
    }
}

/// Identifies a user variable (`$let`, `$map`, `$lookup`'s `let`) within one compilation.
pub type VariableId = usize;

/// All tables of operators.
pub const GROUPS: &[&[Operator]] = &[
    accumulating::TABLE,
    arithmetic::TABLE,
    array::TABLE,
    bitwise::TABLE,
    boolean::TABLE,
    comparison::TABLE,
    conditional::TABLE,
    conversion::TABLE,
    custom::TABLE,
    data_size::TABLE,
    date::TABLE,
    literal::TABLE,
    miscellaneous::TABLE,
    object::TABLE,
    set::TABLE,
    string::TABLE,
    text::TABLE,
    timestamp::TABLE,
    trigonometry::TABLE,
    variable::TABLE,
];

/// Returns all operators, in table order.
pub fn operators() -> impl Iterator<Item = &'static Operator> {
    GROUPS.iter().copied().flatten()
}

/// Returns the operator with this name (including `$`); `$const` is explain's name of `$literal`.
pub fn find_operator(name: &str) -> Option<&'static Operator> {
    let name = if name == "$const" { "$literal" } else { name };
    operators().find(|operator| operator.help.name == name)
}

#[cfg(test)]
mod tests;
