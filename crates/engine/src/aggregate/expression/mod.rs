//! Aggregation expressions, compiled once and evaluated over raw documents.
//!
//! Each operator is a file `<group>/<name>.rs` with one [`Operator`] entry,
//! listed in its group's table; [`GROUPS`] lists the tables. [`compile`] turns
//! an expression as written into a tree of [`Expression`]s. Operands that are
//! all constant are evaluated while compiling.
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
    /// The value for one document.
    ///
    /// # Errors
    /// The operator's own errors, with the server's code and text.
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>>;

    /// The value of what is always true or false.
    ///
    /// # Errors
    /// Same as [`Self::evaluate`].
    fn verdict<'a>(&'a self, _scope: &Scope<'_, 'a>) -> Option<Result<bool>> {
        None
    }

    /// The value when it does not depend on the document or on variables.
    fn constant(&self) -> Option<&Value<'static>> {
        None
    }

    /// The path when this reads a field of the document and nothing else, so
    /// that stages can read it without going through [`Self::evaluate`].
    fn field_path(&self) -> Option<&FieldPath> {
        None
    }

    /// The path that this has its value from: from the document, or with `variable` from that one. `below` is appended,
    /// empty or with a leading dot. `None` where this does more than rename fields.
    fn origin(&self, _variable: Option<VariableId>, _below: &str) -> Option<String> {
        None
    }

    /// The comparison of a field with a constant that this is.
    fn comparison(&self) -> Option<FieldComparison> {
        None
    }

    /// Expressions; at least one is true whenever this is.
    fn alternatives(&self) -> &[Box<dyn Expression>] {
        &[]
    }

    /// Expressions that are all true whenever this is.
    fn conjuncts(&self) -> &[Box<dyn Expression>] {
        &[]
    }

    /// Reports the field paths and variables this expression reads.
    fn dependencies(&self, out: &mut Dependencies);
}

opaque_debug!(Expression);

impl dyn Expression {
    /// Whether the value counts as true (see [`Value::truthy`]).
    ///
    /// # Errors
    /// Same as [`Self::evaluate`].
    pub fn truthy<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<bool> {
        self.verdict(scope).unwrap_or_else(|| Ok(self.evaluate(scope)?.truthy()))
    }
}

/// The fields that an expression reads.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// Dotted paths of the input document, once for each time they are read.
    pub fields: Vec<String>,
    /// The same, of the times when only the number of an array's elements is read; of a first place (see
    /// [`is_first_place`]) of the times when only is read whether it is there.
    pub counted: Vec<String>,
    /// Whether the whole document is needed (`$$ROOT`, `$$CURRENT`).
    pub whole_document: bool,
    /// Ids of the variables read.
    pub variables: Vec<VariableId>,
    /// Whether two evaluations on one document may differ (`$rand`, JavaScript).
    pub volatile: bool,
    /// Metadata that the plan has to supply.
    pub metadata: Vec<Meta>,
    /// The first constant part that cannot be evaluated: a fault of the
    /// expression itself, reported before any document is read.
    pub failure: Option<Error>,
}

/// Whether a path may lead to the first element of an array.
pub fn is_first_place(path: &str) -> bool {
    path.ends_with(".0")
}

impl Dependencies {
    /// The fields that one expression reads.
    pub fn of(expression: &dyn Expression) -> Self {
        let mut out = Dependencies::default();
        expression.dependencies(&mut out);
        out
    }

    /// Collects from a part in which these variables are bound: they are not
    /// read from outside.
    pub fn within(&mut self, bound: &[VariableId], collect: impl FnOnce(&mut Self)) {
        let outside = self.variables.len();
        collect(self);
        let inner = self.variables.split_off(outside);
        self.variables.extend(inner.into_iter().filter(|id| !bound.contains(id)));
    }

    /// Whether nothing but the document decides.
    pub fn is_of_document(&self) -> bool {
        self.variables.is_empty() && self.metadata.is_empty() && !self.volatile
    }

    /// Whether neither the document, nor what the plan knows about it, nor variables
    /// are read and the value is always the same.
    pub fn is_constant(&self) -> bool {
        let reads = !self.fields.is_empty() || self.whole_document || !self.variables.is_empty();
        !reads && self.metadata.is_empty() && !self.volatile
    }
}

/// Identifies a user variable (`$let`, `$map`, `$lookup`'s `let`) within one compilation.
pub type VariableId = usize;

/// Every table of operators.
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

/// Every operator, in the order of the tables.
pub fn operators() -> impl Iterator<Item = &'static Operator> {
    GROUPS.iter().copied().flatten()
}

/// The operator of this name (with `$`); `$const` is what explain writes for `$literal`.
pub fn find_operator(name: &str) -> Option<&'static Operator> {
    let name = if name == "$const" { "$literal" } else { name };
    operators().find(|operator| operator.help.name == name)
}

#[cfg(test)]
mod tests;
