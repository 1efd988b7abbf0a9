//! Accumulators that read one value per document, as most do.

use super::super::expression::{Dependencies, Expression, ParseContext, Scope, compile};
use super::state_column::{Argument, CodeSelection, Pick, StateColumn, Values, narrow};
use crate::value::{Copies, Number, PlainKind, PlainNumber, RawValue, Value};
use crate::{Error, Result};

/// The running state of one group.
pub trait State: Clone {
    /// Whether 32-bit integers may be added as a sum, by [`Self::add_sum`].
    const SUMS: bool = false;

    /// Adds `_count` 32-bit integers, given their sum.
    fn add_sum(&mut self, _sum: i64, _count: i64) {}

    /// Returns the result over 32-bit integers alone, given their sum and count (at least one); `None` when that
    /// requires a state.
    fn of_sum(_sum: i64, _count: i64) -> Option<Number> {
        None
    }

    /// Adds a value.
    ///
    /// # Errors
    /// Errors of the accumulator for values of a wrong type.
    fn add(&mut self, value: Value<'_>) -> Result<()>;

    /// Adds an encoded value.
    ///
    /// # Errors
    /// Same as [`Self::add`].
    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        self.add(raw.into())
    }

    /// Whether [`Self::add_plain`] is faster than [`Self::add_raw`].
    const PLAIN: bool = false;

    /// Like [`Self::add_raw`], for a plain number, null or a missing value.
    ///
    /// # Errors
    /// Same as [`Self::add`].
    fn add_plain<'v>(&mut self, _number: PlainNumber, raw: impl Fn() -> RawValue<'v>) -> Result<()> {
        self.add_raw(raw())
    }

    /// Whether [`Self::add_integer`] is faster than [`Self::add_raw`].
    const INTEGERS: bool = false;

    /// Adds a 32-bit integer when [`Self::SUMS`] is false.
    ///
    /// # Errors
    /// Same as [`Self::add`].
    fn add_integer(&mut self, value: i32) -> Result<()> {
        self.add(Value::Int32(value))
    }

    /// Returns the result so far.
    fn value(&self) -> Value<'static>;

    /// Returns the result so far as a number; `None` for an accumulator with other results, and before it has one.
    fn number(&self) -> Option<Number> {
        None
    }

    /// Returns the final result; the state isn't used afterwards.
    fn take(&mut self) -> Value<'static> {
        self.value()
    }

    /// The one document of the group that determines the result, if any.
    const PICK: Option<Pick> = None;

    /// Bytes held beyond the state itself.
    fn memory(&self) -> usize {
        0
    }
}

/// The states of an accumulator that reads one value per document.
#[derive(Debug)]
pub struct Simple<S> {
    argument: Box<dyn Expression>,
    /// The argument's identity: equal for equal expressions.
    identity: Option<Box<[u8]>>,
    prototype: S,
    /// The argument, when it is a constant 32-bit integer.
    integer: Option<i32>,
    /// The number of open groups.
    opened: usize,
    /// The groups' states; empty while [`Self::sums`] and [`Self::times`] suffice.
    states: Vec<S>,
    /// Per group: sum and count of integers not yet added to the state. Entries are small, so many groups fit the
    /// processor's cache.
    sums: Vec<(i64, i64)>,
    /// Per group: how many times [`Self::integer`] is yet to be added to the state.
    times: Vec<u32>,
}

impl<S: State + 'static> Simple<S> {
    /// Creates the states of an accumulator over an expression.
    pub fn new(argument: Box<dyn Expression>, prototype: S) -> Self {
        let integer = match argument.constant() {
            Some(Value::Int32(n)) if S::SUMS => Some(*n),
            _ => None,
        };
        let (states, sums, times) = (Vec::new(), Vec::new(), Vec::new());
        Simple { argument, identity: None, prototype, integer, opened: 0, states, sums, times }
    }

    /// Returns the states of all groups, creating those that don't exist yet.
    #[inline]
    fn states(&mut self) -> &mut [S] {
        if self.states.len() < self.opened {
            self.states.resize(self.opened, self.prototype.clone());
        }
        &mut self.states
    }

    /// Adds one integer per entry of `groups`, given by its code.
    fn sum_each(&mut self, groups: &[u32], codes: CodeSelection<'_>, integers: &[i32]) {
        self.sums.resize(self.opened, (0, 0));
        for (&group, code) in groups.iter().zip(codes.iter()) {
            let sums = self.sums.get_mut(group as usize);
            if let (Some((sum, count)), Some(&value)) = (sums, integers.get(code as usize)) {
                *sum += i64::from(value);
                *count += 1;
            }
        }
    }

    /// Returns sum and count of the integers not yet added to a group's state; `None` without any.
    fn pending(&self, group: usize) -> Option<(i64, i64)> {
        if !S::SUMS {
            return None;
        }
        let sums = match self.integer {
            Some(n) => {
                let times = i64::from(*self.times.get(group)?);
                Some((i64::from(n) * times, times))
            }
            None => self.sums.get(group).copied(),
        };
        sums.filter(|(_, count)| *count > 0)
    }

    /// Returns a copy of a group's state with the pending integers added; `None` without any.
    fn settled(&self, group: usize) -> Option<S> {
        let (sum, count) = self.pending(group)?;
        let mut state = self.states.get(group).unwrap_or(&self.prototype).clone();
        state.add_sum(sum, count);
        Some(state)
    }

    /// Adds one item per entry of `groups`; returns by how many bytes the states grew.
    #[inline]
    fn add_each<T>(
        &mut self,
        groups: &[u32],
        items: impl Iterator<Item = T>,
        mut add: impl FnMut(&mut S, T) -> Result<()>,
    ) -> Result<usize> {
        let mut grown = 0;
        let states = self.states();
        for (&group, item) in groups.iter().zip(items) {
            if let Some(state) = states.get_mut(group as usize) {
                let before = state.memory();
                add(state, item)?;
                grown += state.memory().saturating_sub(before);
            }
        }
        Ok(grown)
    }
}

impl<S: State + 'static> StateColumn for Simple<S> {
    fn open(&mut self) {
        self.opened += 1;
    }

    fn open_many(&mut self, groups: usize) {
        self.opened += groups;
    }

    fn expect(&mut self, groups: usize) {
        if S::SUMS && self.integer.is_some() {
            self.times.reserve(groups);
        } else if S::SUMS {
            self.sums.reserve(groups);
        } else {
            self.states.reserve(groups);
        }
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        if let Some(path) = self.argument.field_path() {
            let found = path.find(scope.root);
            return self.add_raw(group, found.raw());
        }
        self.states();
        let Some(state) = self.states.get_mut(group) else {
            return Ok(0);
        };
        let before = state.memory();
        state.add(self.argument.evaluate(&narrow(scope))?)?;
        Ok(state.memory().saturating_sub(before))
    }

    fn add_raw(&mut self, group: usize, raw: RawValue<'_>) -> Result<usize> {
        let Some(state) = self.states().get_mut(group) else {
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

    fn ignores_order(&self) -> bool {
        S::SUMS || self.argument.constant().is_some()
    }

    fn argument(&self) -> Argument<'_> {
        Argument::of(self.argument.as_ref(), self.identity.as_deref())
    }

    fn add_codes(&mut self, groups: &[u32], codes: CodeSelection<'_>, values: Values<'_>) -> Result<usize> {
        let dictionary = values.dictionary;
        match values.integers {
            Some(integers) if S::SUMS => {
                self.sum_each(groups, codes, integers);
                Ok(0)
            }
            Some(integers) if S::INTEGERS => self.add_each(groups, codes.iter(), |state, code| {
                integers.get(code as usize).map_or(Ok(()), |&value| state.add_integer(value))
            }),
            _ if S::PLAIN && dictionary.is_narrow() => {
                let numbers = dictionary.numbers();
                self.add_each(groups, codes.iter(), |state, code| match numbers.get(code as usize) {
                    Some(&number) if number.kind != PlainKind::Other => {
                        state.add_plain(number, || dictionary.value(code))
                    }
                    _ => state.add_raw(dictionary.value(code)),
                })
            }
            _ => self.add_each(groups, codes.iter(), |state, code| state.add_raw(dictionary.value(code))),
        }
    }

    fn add_constant(&mut self, groups: &[u32]) -> Result<usize> {
        if S::SUMS && self.integer.is_some() {
            self.times.resize(self.opened, 0);
            for &group in groups {
                if let Some(times) = self.times.get_mut(group as usize) {
                    *times += 1;
                }
            }
            return Ok(0);
        }
        let Some(value) = self.argument.constant().cloned() else { return Ok(0) };
        let mut scratch = Vec::new();
        let raw = value.to_raw(&mut scratch);
        groups.iter().try_fold(0, |grown, &group| Ok(grown + self.add_raw(group as usize, raw)?))
    }

    fn value(&self, group: usize) -> Value<'static> {
        self.settled(group)
            .map_or_else(|| self.states.get(group).unwrap_or(&self.prototype).value(), |state| state.value())
    }

    fn take(&mut self, group: usize) -> Value<'static> {
        if let Some(number) = self.number(group) {
            return number.into();
        }
        match self.settled(group) {
            Some(mut state) => state.take(),
            None => self.states.get_mut(group).map_or_else(|| self.prototype.value(), State::take),
        }
    }

    fn number(&self, group: usize) -> Option<Number> {
        match (self.pending(group), self.states.get(group)) {
            (None, Some(state)) => state.number(),
            (Some((sum, count)), None) => S::of_sum(sum, count),
            _ => None,
        }
    }

    fn write_numbers(&self, from: usize, tag: u8, at: usize, copies: &mut Copies<'_>) -> usize {
        if !S::SUMS || !self.states.is_empty() {
            return copies.overwrite_numbers(at, tag, (from..).map(|group| self.number(group)));
        }
        // Fast path for groups that have only sums.
        match self.integer.map(i64::from) {
            Some(n) => {
                let times = self.times.get(from..).unwrap_or_default().iter().map(|times| i64::from(*times));
                copies.overwrite_numbers(
                    at,
                    tag,
                    times.map(|times| S::of_sum(n * times, times).filter(|_| times > 0)),
                )
            }
            None => {
                let sums = self.sums.get(from..).unwrap_or_default().iter();
                copies.overwrite_numbers(
                    at,
                    tag,
                    sums.map(|&(sum, count)| S::of_sum(sum, count).filter(|_| count > 0)),
                )
            }
        }
    }

    fn reset(&mut self, group: usize) {
        if S::SUMS {
            if let Some(sum) = self.sums.get_mut(group) {
                *sum = (0, 0);
            }
            if let Some(times) = self.times.get_mut(group) {
                *times = 0;
            }
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

/// Compiles the argument of an accumulator with one operand.
///
/// # Errors
/// 40237 for an array, and errors of compiling the expression.
pub(super) fn unary<S: State + 'static>(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
    prototype: S,
) -> Result<Box<dyn StateColumn>> {
    if argument.is_array() {
        return Err(Error::new(40237, format!("The {name} accumulator is a unary operator")));
    }
    let compiled = compile(argument, context)?;
    Ok(Box::new(Simple { identity: context.identity(argument), ..Simple::new(compiled, prototype) }))
}
