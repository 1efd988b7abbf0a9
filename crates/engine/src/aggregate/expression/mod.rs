//! Aggregation expressions, compiled once and evaluated over raw documents.
//!
//! Each operator is a file `<group>/<name>.rs` with one [`Operator`] entry,
//! listed in its group's table.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/>.

use std::cell::RefCell;
use std::fmt::Debug;

use crate::Result;
use crate::operator::Help;
use crate::value::{RawDoc, RawValue, Value};

/// A compiled expression.
pub trait Expression: Debug {
    /// The value for one document.
    ///
    /// # Errors
    /// The operator's own errors, with the server's code and text.
    fn evaluate<'a>(&'a self, scope: &Scope<'a>) -> Result<Value<'a>>;

    /// The value when it does not depend on the document or on variables.
    fn constant(&self) -> Option<&Value<'static>> {
        None
    }

    /// Reports the field paths and variables this expression reads.
    fn dependencies(&self, out: &mut Dependencies);
}

/// What an expression reads.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// Dotted paths of the input document.
    pub fields: Vec<String>,
    /// Whether the whole document is needed (`$$ROOT`, `$$CURRENT`).
    pub whole_document: bool,
    /// Ids of the variables read.
    pub variables: Vec<VariableId>,
    /// Whether two evaluations on one document may differ (`$rand`, JavaScript).
    pub volatile: bool,
}

/// Identifies a user variable (`$let`, `$map`, command `let`) within one compilation.
pub type VariableId = usize;

/// Where an expression is evaluated: document, variables, environment.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// `$$ROOT`; the document field paths start from, unless [`Self::current`] is set.
    pub root: RawDoc<'a>,
    /// `$$CURRENT` when it was rebound to something else than the root.
    pub current: Option<RawValue<'a>>,
    /// The innermost variable.
    pub variables: Option<&'a Frame<'a>>,
    /// What is the same for the whole command.
    pub environment: &'a Environment,
}

/// One bound variable and those around it.
pub struct Frame<'a> {
    /// Which variable.
    pub id: VariableId,
    /// Its value.
    pub value: Value<'a>,
    /// The variables bound outside of it.
    pub parent: Option<&'a Frame<'a>>,
}

/// What is the same for every document of a command.
pub struct Environment {
    /// `$$NOW`, milliseconds since 1970.
    pub now_millis: i64,
    /// State of the seeded generator behind `$rand` and `$sample`.
    pub random: RefCell<u64>,
    /// JavaScript callbacks, when the host offers them.
    pub host: Option<std::rc::Rc<RefCell<dyn crate::Host>>>,
}

/// Compiles the argument of an operator.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>>;

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Compiles the operator's argument.
    pub parse: Parse,
}

/// What is known while compiling: variables in scope.
#[derive(Debug, Default)]
pub struct ParseContext {
    /// Names of the variables in scope, innermost last.
    pub variables: Vec<(String, VariableId)>,
    /// The next unused variable id.
    pub next_variable: VariableId,
}
