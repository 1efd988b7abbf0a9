//! The table entry of an operator.

use super::date::TakePart;
use super::explained::WriteOperands;
use super::{Expression, ParseContext};
use crate::Result;
use crate::operator::Help;
use crate::value::{RawValue, Value};

/// Compiles the argument of an operator.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>>;

/// How an operator's argument is compiled.
#[derive(Clone, Copy)]
pub enum Compile {
    /// A function of exactly one operand.
    Unary(for<'a> fn(Value<'a>) -> Result<Value<'a>>),
    /// A function of one operand that needs only an array's length.
    Counting(for<'a> fn(Value<'a>) -> Result<Value<'a>>),
    /// A function of exactly two operands.
    Binary(for<'a> fn(Value<'a>, Value<'a>) -> Result<Value<'a>>),
    /// A function of `min` to `max` operands.
    Variadic {
        /// Least number of operands.
        min: usize,
        /// Greatest number of operands.
        max: usize,
        /// The function; it may move values out of the operands.
        apply: for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>,
    },
    /// The conversion of one operand to the type with this tag; null stays null. Explain shows it as `$convert`.
    Conversion(u8),
    /// A part of a date, given as `<date>`, `[ <date> ]` or `{ date, timezone }`. Explain shows
    /// the last form.
    DatePart(TakePart),
    /// Anything else.
    Custom(Parse),
}

/// The effect of a command's collation on an operator.
#[derive(Clone, Copy)]
pub enum UnderCollation {
    /// None, or the operator handles the collation itself.
    Nothing,
    /// Operands or their elements are compared; none of them is in the result.
    Compared,
    /// Elements of operands are compared; the result contains some of them.
    Chosen,
}

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub compile: Compile,
    /// The effect of a collation; ignored for [`Compile::Custom`].
    pub collation: UnderCollation,
    /// How explain simplifies constant operands.
    pub simplification: Option<Simplification>,
    /// Writes the named operands for explain.
    pub explained: Option<WriteOperands>,
}

/// How an operator with constant operands is simplified. Explain shows constants as `{ $const: … }`
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>).
#[derive(Clone, Copy)]
pub enum Simplification {
    /// Some of the constants are combined into one.
    Grouped(Grouping),
    /// A constant with this truth value determines the result; the other constants are dropped.
    Decided(bool),
    /// The operator's own simplification of its argument; `None` when nothing changes.
    Own(fn(RawValue<'_>) -> Option<Value<'static>>),
}

/// The constant operands that an operator may combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// The leading constants.
    First,
    /// Neighbouring constants.
    Neighbours,
    /// All constants; the result becomes the last operand.
    Any,
}

impl Operator {
    /// Marks an operator that compares its operands under the collation.
    pub(super) const fn comparing(self) -> Self {
        Operator { collation: UnderCollation::Compared, ..self }
    }

    /// Marks an operator that may combine constants.
    pub(super) const fn grouped(self, grouping: Grouping) -> Self {
        Operator { simplification: Some(Simplification::Grouped(grouping)), ..self }
    }

    /// Marks an operator whose result a constant with this truth value determines.
    pub(super) const fn decided_by(self, truth: bool) -> Self {
        Operator { simplification: Some(Simplification::Decided(truth)), ..self }
    }

    /// Sets the operator's own simplification.
    pub(super) const fn simplified(self, simplify: fn(RawValue<'_>) -> Option<Value<'static>>) -> Self {
        Operator { simplification: Some(Simplification::Own(simplify)), ..self }
    }

    /// Sets how explain writes named operands.
    pub(super) const fn explained(self, write: WriteOperands) -> Self {
        Operator { explained: Some(write), ..self }
    }

    /// Marks an operator that returns elements of its operands, compared under the collation.
    pub(super) const fn choosing(self) -> Self {
        Operator { collation: UnderCollation::Chosen, ..self }
    }
}

/// Creates a table entry; the example is (document, expression, value).
pub(super) const fn operator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    compile: Compile,
) -> Operator {
    Operator {
        help: Help::new(name, summary, example),
        compile,
        collation: UnderCollation::Nothing,
        simplification: None,
        explained: None,
    }
}
