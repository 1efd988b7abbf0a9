//! The table entry of an operator.

use super::{Expression, ParseContext};
use crate::Result;
use crate::operator::{Example, Help};
use crate::value::{RawValue, Value};

/// Compiles the argument of an operator.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>>;

/// How an operator's argument becomes an expression.
#[derive(Clone, Copy)]
pub enum Compile {
    /// A function of exactly one operand.
    Unary(for<'a> fn(Value<'a>) -> Result<Value<'a>>),
    /// A function of exactly two operands.
    Binary(for<'a> fn(Value<'a>, Value<'a>) -> Result<Value<'a>>),
    /// A function of `min` to `max` operands.
    Variadic {
        /// Least number of operands.
        min: usize,
        /// Greatest number of operands.
        max: usize,
        /// The function; it may take the operands.
        apply: for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>,
    },
    /// A function of named operands, `{ input: …, chars: … }`.
    Named(&'static Named),
    /// Anything else.
    Custom(Parse),
}

/// The named operands of an operator.
#[derive(Clone, Copy)]
pub struct Named {
    /// Names; the required ones marked.
    pub fields: &'static [(&'static str, bool)],
    /// Code and text when the argument is no document; `{op}` and `{type}` are filled in.
    pub not_object: (i32, &'static str),
    /// Code and text for an unknown name; `{op}` and `{name}` are filled in.
    pub unknown: (i32, &'static str),
    /// Code and text for a required name that is not there; `{op}` and `{name}` are filled in.
    pub missing: (i32, &'static str),
    /// The function of the operands in the order of `fields`; what was not
    /// given is [`Value::Missing`].
    pub apply: for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>,
}

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub compile: Compile,
}

/// A table entry; the example is (document, expression, value).
pub(super) const fn operator(
    name: &'static str,
    summary: &'static str,
    (input, code, output): (&'static str, &'static str, &'static str),
    compile: Compile,
) -> Operator {
    Operator { help: Help { name, summary, example: Example { input, code, output } }, compile }
}
