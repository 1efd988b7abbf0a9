//! The states of an accumulator, one per group of a stage.

use super::super::expression::{Dependencies, Expression, FieldPath, Scope};
use crate::dictionary::{Code, Dictionary, NEEDS_DOCUMENT};
use crate::value::{Copies, DocBuilder, Number, RawDoc, RawValue, Value};
use crate::{Error, ErrorCode, Result};

/// One accumulator of a stage: its argument and one state per group.
pub trait StateColumn {
    /// Opens a new group.
    fn open(&mut self);

    /// Opens this many groups without setting their keys.
    fn open_many(&mut self, groups: usize) {
        (0..groups).for_each(|_| self.open());
    }

    /// Reserves space for an expected number of further groups.
    fn expect(&mut self, _groups: usize) {}

    /// Sets the key of the last opened group; an empty document when the key isn't a document.
    /// Operands evaluated once per group (`n`, `initArgs`) see it as the current document.
    fn set_key(&mut self, _key: RawDoc<'_>) {}

    /// Whether the accumulator needs [`Self::set_key`].
    fn reads_key(&self) -> bool {
        false
    }

    /// Adds a document to a group; returns by how many bytes the state grew.
    ///
    /// # Errors
    /// Errors of the argument and the accumulator.
    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize>;

    /// Like [`Self::add`], given the value of [`Self::field`]; never called when that is `None`.
    ///
    /// # Errors
    /// Same as [`Self::add`].
    fn add_raw(&mut self, _group: usize, _raw: RawValue<'_>) -> Result<usize> {
        Err(Error::new(ErrorCode::INTERNAL_ERROR, "this accumulator has no single field"))
    }

    /// Returns the top-level field that the argument names, if it is just that.
    fn field(&self) -> Option<&str> {
        None
    }

    /// Whether the result doesn't depend on the input order and every value can be added by
    /// [`Self::add_codes`] or [`Self::add_constant`].
    fn ignores_order(&self) -> bool {
        false
    }

    /// Returns the argument if many values can be added at once, by [`Self::add_codes`] or
    /// [`Self::add_constant`]; else [`Argument::Other`].
    fn argument(&self) -> Argument<'_> {
        Argument::Other
    }

    /// Adds many values, given by their codes: each to the group at the same position of
    /// `_groups`. Returns by how many bytes the states grew.
    ///
    /// # Errors
    /// Errors of the accumulator.
    fn add_codes(
        &mut self,
        _groups: &[u32],
        _codes: CodeSelection<'_>,
        _values: Values<'_>,
    ) -> Result<usize> {
        Ok(0)
    }

    /// Adds the constant argument once per entry of `_groups`, like [`Self::add_codes`].
    ///
    /// # Errors
    /// Errors of the accumulator.
    fn add_constant(&mut self, _groups: &[u32]) -> Result<usize> {
        Ok(0)
    }

    /// Returns a group's result so far.
    fn value(&self, group: usize) -> Value<'static>;

    /// Returns a group's final result; the group isn't used afterwards.
    fn take(&mut self, group: usize) -> Value<'static> {
        self.value(group)
    }

    /// Like [`Self::take`], for accumulators with a final computation.
    ///
    /// # Errors
    /// Errors of the accumulator.
    fn finish(&mut self, group: usize, _scope: &Scope<'_, '_>) -> Result<Value<'static>> {
        Ok(self.take(group))
    }

    /// Returns the result if it is a number that is known without finishing the group.
    fn number(&self, _group: usize) -> Option<Number> {
        None
    }

    /// Overwrites the value at offset `at` of consecutive documents with the [`Self::number`] of consecutive groups,
    /// starting with group `from`. Stops at the first without a number of type `tag`; returns how many were written.
    fn write_numbers(&self, from: usize, tag: u8, at: usize, copies: &mut Copies<'_>) -> usize {
        copies.overwrite_numbers(at, tag, (from..).map(|group| self.number(group)))
    }

    /// Appends the result of [`Self::finish`], null for a missing value.
    ///
    /// # Errors
    /// Same as [`Self::finish`].
    fn write(&mut self, group: usize, name: &str, scope: &Scope<'_, '_>, out: &mut DocBuilder) -> Result<()> {
        match self.finish(group, scope)? {
            Value::Missing => out.append_null(name),
            value => out.append(name, &value),
        };
        Ok(())
    }

    /// Empties a group.
    fn reset(&mut self, group: usize);

    /// Adds the fields that the argument reads.
    fn dependencies(&self, out: &mut Dependencies);

    /// Returns the one document of a group that determines the result, if any.
    fn pick(&self) -> Option<Pick> {
        None
    }
}

opaque_debug!(StateColumn);

/// The choice of one document of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The first in input order.
    First,
    /// The last in input order.
    Last,
    /// The first in the order of this sort pattern.
    Top(Vec<u8>),
    /// The last in the order of this sort pattern.
    Bottom(Vec<u8>),
}

/// A selection of codes of a column.
#[derive(Clone, Copy, Debug)]
pub struct CodeSelection<'c> {
    /// All codes.
    pub codes: &'c [Code],
    /// The positions of the selected codes, in order.
    pub places: &'c [u32],
}

impl CodeSelection<'_> {
    /// Returns the selected code at this position; [`NEEDS_DOCUMENT`] past the end.
    #[inline]
    pub fn code(self, at: usize) -> Code {
        let place = self.places.get(at).and_then(|&place| self.codes.get(place as usize));
        place.copied().unwrap_or(NEEDS_DOCUMENT)
    }

    /// Iterates over the selected codes.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Code> {
        self.places
            .iter()
            .map(move |&place| self.codes.get(place as usize).copied().unwrap_or(NEEDS_DOCUMENT))
    }
}

/// The values that codes stand for.
#[derive(Clone, Copy, Debug)]
pub struct Values<'d> {
    /// The values.
    pub dictionary: &'d Dictionary,
    /// The values by code, when all are 32-bit integers.
    pub integers: Option<&'d [i32]>,
}

/// An accumulator's argument.
#[derive(Clone, Copy)]
pub enum Argument<'s> {
    /// A dotted path into the document.
    Path(&'s FieldPath),
    /// A constant.
    Constant,
    /// An expression that depends on the document alone, with its identity.
    Computed(&'s dyn Expression, &'s [u8]),
    /// Anything else.
    Other,
}

impl<'s> Argument<'s> {
    /// Classifies an expression.
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

/// The accumulators of a stage with the names of their output fields.
pub type StateColumns = Vec<(Box<str>, Box<dyn StateColumn>)>;

/// Shortens a scope's lifetime to that of a borrowed expression.
pub(super) fn narrow<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>) -> Scope<'s, 'b> {
    *scope
}

/// Returns the scope for operands evaluated once per group: the group's key if known, else the current document.
pub(super) fn group_scope<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>, key: Option<&'b Vec<u8>>) -> Scope<'s, 'b> {
    let scope = narrow(scope);
    match key {
        None => scope,
        Some(key) => Scope { root: RawDoc::new(key), ..scope },
    }
}
