//! The table entry of an operator.

use super::date::TakePart;
use super::explained::WriteOperands;
use super::{Expression, ParseContext};
use crate::Result;
use crate::operator::Help;
use crate::value::{RawValue, Value};

/// Compiles the argument of an operator.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>>;

/// How an operator's argument becomes an expression.
#[derive(Clone, Copy)]
pub enum Compile {
    /// A function of exactly one operand.
    Unary(for<'a> fn(Value<'a>) -> Result<Value<'a>>),
    /// The same, of an array that is needed only for its length.
    Counting(for<'a> fn(Value<'a>) -> Result<Value<'a>>),
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
    /// One operand converted to the type of this tag; null stays null. Explain writes it as `$convert`.
    Conversion(u8),
    /// One part of a date: `<date>`, `[ <date> ]` or `{ date, timezone }`. Explain writes
    /// the last form.
    DatePart(TakePart),
    /// Anything else.
    Custom(Parse),
}

/// The effect of a command's collation on an operator.
#[derive(Clone, Copy)]
pub enum UnderCollation {
    /// Nothing, or what the operator sees to itself.
    Nothing,
    /// They, or elements of theirs, are compared, and none of them is given back.
    Compared,
    /// Their elements are compared, and some of these are given back.
    Chosen,
}

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub compile: Compile,
    /// How operands that the table says how to compile are collated.
    pub collation: UnderCollation,
    /// How constant operands are combined.
    pub simplification: Option<Simplification>,
    /// Writes its named operands for explain.
    pub explained: Option<WriteOperands>,
}

/// How an operator with constant operands is simplified. Explain writes the constants as `{ $const: … }`
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>).
#[derive(Clone, Copy)]
pub enum Simplification {
    /// It combines some of the constants before the other operands.
    Grouped(Grouping),
    /// One of this truth decides it, the others do not count.
    Decided(bool),
    /// What the operator says of its argument; `None` when that stays.
    Own(fn(RawValue<'_>) -> Option<Value<'static>>),
}

/// Operands to which an operator may be applied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// The constants at the beginning.
    First,
    /// Neighbouring constants.
    Neighbours,
    /// All, which come last.
    Any,
}

impl Operator {
    /// Marks an operator that compares its operands under the collation.
    pub(super) const fn comparing(self) -> Self {
        Operator { collation: UnderCollation::Compared, ..self }
    }

    /// Marks an operator whose constants may be combined before its other operands.
    pub(super) const fn grouped(self, grouping: Grouping) -> Self {
        Operator { simplification: Some(Simplification::Grouped(grouping)), ..self }
    }

    /// Marks an operator that a constant of this truth decides.
    pub(super) const fn decided_by(self, truth: bool) -> Self {
        Operator { simplification: Some(Simplification::Decided(truth)), ..self }
    }

    /// Marks an operator that constants turn into another expression.
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

/// A table entry; the example is (document, expression, value).
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
