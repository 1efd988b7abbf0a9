//! Accumulators: what `$group`, `$bucket` and `$setWindowFields` compute of many documents.
//!
//! An accumulator keeps one [`State`] per group in a [`Column`], so that a
//! group costs no allocation of its own where the state needs none.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/#accumulators---group---bucket---bucketauto---setwindowfields->.

#[allow(clippy::module_inception, reason = "files are named as the operators are")]
mod accumulator;
mod add_to_set;
mod avg;
mod bottom;
mod bottom_n;
mod count;
mod first;
mod first_n;
mod last;
mod last_n;
mod max;
mod max_n;
mod median;
mod merge_objects;
mod min;
mod min_n;
mod percentile;
mod pick_n;
mod push;
mod ranked;
mod std_dev;
mod std_dev_pop;
mod std_dev_samp;
mod sum;
mod top;
mod top_n;

pub use add_to_set::AddToSet;
pub use avg::Avg;
pub(super) use min::Extreme;
pub use std_dev::StdDev;
pub use sum::Sum;

use super::expression::{Dependencies, Expression, FieldPath, ParseContext, Scope, compile};
use crate::collection::{Code, Dictionary};
use crate::operator::{Example, Help};
use crate::value::{RawDoc, RawValue, Value};
use crate::{Error, ErrorCode, Result};

/// The running state of one group.
pub trait State: Clone {
    /// Whether [`Self::add_sum`] does for 32-bit integers.
    const SUMS: bool = false;

    /// Takes 32-bit integers in, given their sum and how many they are.
    fn add_sum(&mut self, _sum: i64, _count: i64) {}

    /// Takes a value in.
    ///
    /// # Errors
    /// The accumulator's own, for values of a wrong type.
    fn add(&mut self, value: Value<'_>) -> Result<()>;

    /// Takes a stored value in.
    ///
    /// # Errors
    /// As [`Self::add`].
    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        self.add(raw.into())
    }

    /// Takes a 32-bit integer in.
    ///
    /// # Errors
    /// As [`Self::add`].
    fn add_integer(&mut self, value: i32) -> Result<()> {
        self.add(Value::Int32(value))
    }

    /// The result so far.
    fn value(&self) -> Value<'static>;

    /// The result, when the state is not needed any more.
    fn take(&mut self) -> Value<'static> {
        self.value()
    }

    /// Which document alone decides, if it is one.
    const PICK: Option<Pick> = None;

    /// Bytes held beyond the state itself.
    fn memory(&self) -> usize {
        0
    }
}

/// One accumulator of a stage: its argument and a state for every group.
pub trait Column {
    /// Begins another group.
    fn open(&mut self);

    /// Tells the group that was opened last its key, an empty document when that is none.
    /// What an accumulator is set up with (`n`, `initArgs`) is evaluated against it.
    fn set_key(&mut self, _key: RawDoc<'_>) {}

    /// Whether [`Self::set_key`] makes a difference.
    fn reads_key(&self) -> bool {
        false
    }

    /// Takes a document into a group; gives the bytes that the state has grown by.
    ///
    /// # Errors
    /// What the argument and the accumulator raise.
    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize>;

    /// As [`Self::add`], when [`Self::field`] has been read already; never asked of an
    /// accumulator that has none.
    ///
    /// # Errors
    /// As [`Self::add`].
    fn add_raw(&mut self, _group: usize, _raw: RawValue<'_>) -> Result<usize> {
        Err(Error::new(ErrorCode::INTERNAL_ERROR, "this accumulator reads the whole document"))
    }

    /// The top-level field that is the whole argument, if it is one.
    fn field(&self) -> Option<&str> {
        None
    }

    /// The argument as a whole, when many values of it can be taken in at once:
    /// by [`Self::add_codes`] or [`Self::add_constant`].
    fn argument(&self) -> Argument<'_> {
        Argument::Other
    }

    /// Takes many values in, each given by its code, into the group in the same
    /// place; gives the bytes that the states have grown by.
    ///
    /// # Errors
    /// The accumulator's own.
    fn add_codes(&mut self, _groups: &[u32], _codes: &[Code], _values: Values<'_>) -> Result<usize> {
        Ok(0)
    }

    /// Takes the constant argument into many groups, as [`Self::add_codes`] does.
    ///
    /// # Errors
    /// The accumulator's own.
    fn add_constant(&mut self, _groups: &[u32]) -> Result<usize> {
        Ok(0)
    }

    /// The result so far.
    fn value(&self, group: usize) -> Value<'static>;

    /// The result; the group is not used any more.
    fn take(&mut self, group: usize) -> Value<'static> {
        self.value(group)
    }

    /// As [`Self::take`], for accumulators that compute something in the end.
    ///
    /// # Errors
    /// The accumulator's own.
    fn finish(&mut self, group: usize, _scope: &Scope<'_, '_>) -> Result<Value<'static>> {
        Ok(self.take(group))
    }

    /// Empties a group.
    fn reset(&mut self, group: usize);

    /// What the argument reads.
    fn dependencies(&self, out: &mut Dependencies);

    /// Which document of a group alone decides, if it is one.
    fn pick(&self) -> Option<Pick> {
        None
    }
}

opaque_debug!(Column);

/// A document of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The first to come.
    First,
    /// The last to come.
    Last,
    /// The first in the order of this pattern.
    Top(Vec<u8>),
    /// The last in the order of this pattern.
    Bottom(Vec<u8>),
}

/// What codes stand for.
#[derive(Clone, Copy, Debug)]
pub struct Values<'d> {
    /// The values.
    pub dictionary: &'d Dictionary,
    /// The same by code, when all are 32-bit integers.
    pub integers: Option<&'d [i32]>,
}

/// What an accumulator's argument is.
#[derive(Clone, Copy)]
pub enum Argument<'s> {
    /// A dotted path into the document.
    Path(&'s FieldPath),
    /// The same for all documents.
    Constant,
    /// What is computed of the document alone, and what tells it from others.
    Computed(&'s dyn Expression, &'s [u8]),
    /// Anything else.
    Other,
}

impl<'s> Argument<'s> {
    /// What an expression is.
    pub fn of(expression: &'s dyn Expression, identity: Option<&'s [u8]>) -> Self {
        match (expression.field_path(), expression.constant(), identity) {
            (Some(path), ..) => Argument::Path(path),
            (_, Some(_), _) => Argument::Constant,
            (_, _, Some(identity)) if Dependencies::of(expression).is_of_document() => {
                Argument::Computed(expression, identity)
            }
            _ => Argument::Other,
        }
    }
}

/// Columns with the names of their results.
pub type Columns = Vec<(Box<str>, Box<dyn Column>)>;

/// A column whose accumulator takes one value of each document.
#[derive(Debug)]
pub struct Simple<S> {
    argument: Box<dyn Expression>,
    /// What tells the argument from others.
    identity: Option<Box<[u8]>>,
    prototype: S,
    states: Vec<S>,
    /// Sum and number of integers that the states have yet to take in: small, so that those
    /// of many groups stay in the processor's cache.
    sums: Vec<(i64, i64)>,
}

impl<S: State + 'static> Simple<S> {
    /// A column of an accumulator over an expression.
    pub fn new(argument: Box<dyn Expression>, prototype: S) -> Self {
        Simple { argument, identity: None, prototype, states: Vec::new(), sums: Vec::new() }
    }

    /// Takes one integer into each group.
    #[inline]
    fn sum_each<T>(&mut self, groups: &[u32], items: &[T], integer: impl Fn(&T) -> Option<i32>) {
        self.sums.resize(self.states.len(), (0, 0));
        for (&group, item) in groups.iter().zip(items) {
            if let (Some((sum, count)), Some(value)) = (self.sums.get_mut(group as usize), integer(item)) {
                *sum += i64::from(value);
                *count += 1;
            }
        }
    }

    /// Has a group's state take in the integers that it has not yet.
    fn settle(&mut self, group: usize) -> Option<&mut S> {
        let state = self.states.get_mut(group)?;
        if let Some((sum, count)) =
            self.sums.get_mut(group).map(std::mem::take).filter(|(_, count)| *count > 0)
        {
            state.add_sum(sum, count);
        }
        Some(state)
    }

    /// Takes one item into each group; gives the bytes that the states have grown by.
    #[inline]
    fn add_each<T>(
        &mut self,
        groups: &[u32],
        items: &[T],
        mut add: impl FnMut(&mut S, &T) -> Result<()>,
    ) -> Result<usize> {
        let mut grown = 0;
        for (&group, item) in groups.iter().zip(items) {
            if let Some(state) = self.states.get_mut(group as usize) {
                let before = state.memory();
                add(state, item)?;
                grown += state.memory().saturating_sub(before);
            }
        }
        Ok(grown)
    }
}

impl<S: State + 'static> Column for Simple<S> {
    fn open(&mut self) {
        self.states.push(self.prototype.clone());
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        let Some(state) = self.states.get_mut(group) else {
            return Ok(0);
        };
        let before = state.memory();
        match self.argument.field_path() {
            Some(path) => state.add_raw(path.find(scope.root).raw())?,
            None => state.add(self.argument.evaluate(&narrow(scope))?)?,
        }
        Ok(state.memory().saturating_sub(before))
    }

    fn add_raw(&mut self, group: usize, raw: RawValue<'_>) -> Result<usize> {
        let Some(state) = self.states.get_mut(group) else {
            return Ok(0);
        };
        let before = state.memory();
        state.add_raw(raw)?;
        Ok(state.memory().saturating_sub(before))
    }

    fn field(&self) -> Option<&str> {
        match self.argument.field_path()?.parts() {
            [name] => Some(name),
            _ => None,
        }
    }

    fn argument(&self) -> Argument<'_> {
        Argument::of(self.argument.as_ref(), self.identity.as_deref())
    }

    fn add_codes(&mut self, groups: &[u32], codes: &[Code], values: Values<'_>) -> Result<usize> {
        match values.integers {
            Some(integers) if S::SUMS => {
                self.sum_each(groups, codes, |&code| integers.get(code as usize).copied());
                Ok(0)
            }
            Some(integers) => self.add_each(groups, codes, |state, &code| {
                integers.get(code as usize).map_or(Ok(()), |&value| state.add_integer(value))
            }),
            None => self.add_each(groups, codes, |state, &code| state.add_raw(values.dictionary.value(code))),
        }
    }

    fn add_constant(&mut self, groups: &[u32]) -> Result<usize> {
        let Some(value) = self.argument.constant().cloned() else { return Ok(0) };
        match value {
            Value::Int32(n) if S::SUMS => {
                self.sum_each(groups, groups, |_| Some(n));
                Ok(0)
            }
            Value::Int32(n) => self.add_each(groups, groups, |state, _| state.add_integer(n)),
            value => self.add_each(groups, groups, |state, _| state.add(value.borrowed())),
        }
    }

    fn value(&self, group: usize) -> Value<'static> {
        let Some(state) = self.states.get(group) else { return Value::Null };
        match self.sums.get(group) {
            Some(&(sum, count)) if count > 0 => {
                let mut state = state.clone();
                state.add_sum(sum, count);
                state.value()
            }
            _ => state.value(),
        }
    }

    fn take(&mut self, group: usize) -> Value<'static> {
        self.settle(group).map_or(Value::Null, State::take)
    }

    fn reset(&mut self, group: usize) {
        if let Some(sum) = self.sums.get_mut(group) {
            *sum = (0, 0);
        }
        if let Some(state) = self.states.get_mut(group) {
            *state = self.prototype.clone();
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.argument.dependencies(out);
    }

    fn pick(&self) -> Option<Pick> {
        S::PICK
    }
}

/// The same scope for the shorter time that an expression is borrowed.
fn narrow<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>) -> Scope<'s, 'b> {
    *scope
}

/// The scope in which an accumulator is set up: the group's key, if it was told.
fn set_up<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>, key: Option<&'b Vec<u8>>) -> Scope<'s, 'b> {
    let scope = narrow(scope);
    match key {
        None => scope,
        Some(key) => Scope { root: RawDoc::new(key), ..scope },
    }
}

/// Compiles an accumulator's argument.
pub type Parse = fn(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Column>>;

/// An accumulator's table entry. The example's input is an array of documents,
/// its code the accumulator over all of them.
pub struct Accumulator {
    /// Name, summary, tested example.
    pub help: Help,
    /// How the argument is compiled.
    pub parse: Parse,
    /// Whether the argument is a document of named parts, and not an expression.
    pub has_parts: bool,
}

impl Accumulator {
    /// The entry of one whose argument is a document of named parts.
    const fn with_parts(self) -> Self {
        Accumulator { has_parts: true, ..self }
    }
}

/// A table entry.
const fn accumulator(
    name: &'static str,
    summary: &'static str,
    (input, code, output): (&'static str, &'static str, &'static str),
    parse: Parse,
) -> Accumulator {
    let help = Help { name, summary, example: Example { input, code, output } };
    Accumulator { help, parse, has_parts: false }
}

/// Every accumulator.
pub const ACCUMULATORS: &[Accumulator] = &[
    accumulator::ACCUMULATOR,
    add_to_set::ACCUMULATOR,
    avg::ACCUMULATOR,
    bottom::ACCUMULATOR,
    bottom_n::ACCUMULATOR,
    count::ACCUMULATOR,
    first::ACCUMULATOR,
    first_n::ACCUMULATOR,
    last::ACCUMULATOR,
    last_n::ACCUMULATOR,
    max::ACCUMULATOR,
    max_n::ACCUMULATOR,
    median::ACCUMULATOR,
    merge_objects::ACCUMULATOR,
    min::ACCUMULATOR,
    min_n::ACCUMULATOR,
    percentile::ACCUMULATOR,
    push::ACCUMULATOR,
    std_dev_pop::ACCUMULATOR,
    std_dev_samp::ACCUMULATOR,
    sum::ACCUMULATOR,
    top::ACCUMULATOR,
    top_n::ACCUMULATOR,
];

/// The accumulator of this name (with `$`).
pub(super) fn find_accumulator(name: &str) -> Option<&'static Accumulator> {
    ACCUMULATORS.iter().find(|accumulator| accumulator.help.name == name)
}

/// Compiles the argument of an accumulator that takes one value.
fn unary<S: State + 'static>(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
    prototype: S,
) -> Result<Box<dyn Column>> {
    if argument.is_array() {
        return Err(Error::new(40237, format!("The {name} accumulator is a unary operator")));
    }
    let compiled = compile(argument, context)?;
    Ok(Box::new(Simple { identity: context.identity(argument), ..Simple::new(compiled, prototype) }))
}

/// Compiles one field of a `$group`-like specification: `total: { $sum: "$n" }`.
///
/// # Errors
/// 40234, 40235, 40236, 40238 for malformed fields, 15952 for an unknown accumulator.
pub fn parse_field(name: &str, value: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Column>> {
    let Some(doc) = value.as_document().filter(|doc| !doc.is_empty()) else {
        return Err(Error::new(40234, format!("The field '{name}' must be an accumulator object")));
    };
    if name.contains('.') {
        return Err(Error::new(40235, format!("The field name '{name}' cannot contain '.'")));
    }
    if name.starts_with('$') {
        return Err(Error::new(40236, format!("The field name '{name}' cannot be an operator name")));
    }
    parse_accumulator(name, doc, context)
}

fn parse_accumulator(name: &str, doc: RawDoc<'_>, context: &mut ParseContext) -> Result<Box<dyn Column>> {
    let (Some(element), 1) = (doc.first(), doc.count()) else {
        return Err(Error::new(40238, format!("The field '{name}' must specify one accumulator")));
    };
    match find_accumulator(element.name()) {
        Some(accumulator) => (accumulator.parse)(element.value, context),
        None => Err(Error::new(15952, format!("unknown group operator '{}'", element.name()))),
    }
}

#[cfg(test)]
mod tests;
