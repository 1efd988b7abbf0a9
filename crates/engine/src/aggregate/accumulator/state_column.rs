//! The states that an accumulator keeps for the groups of a stage.

use super::super::expression::{Dependencies, Expression, FieldPath, Scope};
use crate::dictionary::{Code, Dictionary, NEEDS_DOCUMENT};
use crate::value::{Copies, DocBuilder, Number, RawDoc, RawValue, Value};
use crate::{Error, ErrorCode, Result};

/// One accumulator of a stage: its argument and a state for every group.
pub trait StateColumn {
    /// Begins another group.
    fn open(&mut self);

    /// Adds this many groups without giving them their keys.
    fn open_many(&mut self, groups: usize) {
        (0..groups).for_each(|_| self.open());
    }

    /// Makes room for groups that are likely to be opened.
    fn expect(&mut self, _groups: usize) {}

    /// Gives the last opened group its key; an empty document when the key is no document.
    /// What an accumulator is set up with (`n`, `initArgs`) is evaluated against it.
    fn set_key(&mut self, _key: RawDoc<'_>) {}

    /// Whether [`Self::set_key`] makes a difference.
    fn reads_key(&self) -> bool {
        false
    }

    /// Takes a document into a group; gives the bytes that the state has grown by.
    ///
    /// # Errors
    /// Errors of the argument and the accumulator.
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

    /// Whether the order in which values are taken in makes no difference, and all of them are by
    /// [`Self::add_codes`] or [`Self::add_constant`].
    fn ignores_order(&self) -> bool {
        false
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
    fn add_codes(
        &mut self,
        _groups: &[u32],
        _codes: CodeSelection<'_>,
        _values: Values<'_>,
    ) -> Result<usize> {
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

    /// The result when it is a number that is known without ending the group.
    fn number(&self, _group: usize) -> Option<Number> {
        None
    }

    /// Puts such numbers of groups, from one on, at a place of documents, as long as they have this type; in how many.
    fn write_numbers(&self, from: usize, tag: u8, at: usize, copies: &mut Copies<'_>) -> usize {
        copies.overwrite_numbers(at, tag, (from..).map(|group| self.number(group)))
    }

    /// Appends the result as [`Self::finish`] gives it, null when there is none.
    ///
    /// # Errors
    /// As [`Self::finish`].
    fn write(&mut self, group: usize, name: &str, scope: &Scope<'_, '_>, out: &mut DocBuilder) -> Result<()> {
        match self.finish(group, scope)? {
            Value::Missing => out.append_null(name),
            value => out.append(name, &value),
        };
        Ok(())
    }

    /// Empties a group.
    fn reset(&mut self, group: usize);

    /// The fields that the argument reads.
    fn dependencies(&self, out: &mut Dependencies);

    /// The document of a group that alone decides, if there is one.
    fn pick(&self) -> Option<Pick> {
        None
    }
}

opaque_debug!(StateColumn);

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

/// A selection of codes of a column.
#[derive(Clone, Copy, Debug)]
pub struct CodeSelection<'c> {
    /// All codes.
    pub codes: &'c [Code],
    /// The positions of the selected codes, in order.
    pub places: &'c [u32],
}

impl CodeSelection<'_> {
    /// The selected code at this position; [`NEEDS_DOCUMENT`] when there is none.
    #[inline]
    pub fn code(self, at: usize) -> Code {
        let place = self.places.get(at).and_then(|&place| self.codes.get(place as usize));
        place.copied().unwrap_or(NEEDS_DOCUMENT)
    }

    /// The codes that are meant.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Code> {
        self.places
            .iter()
            .map(move |&place| self.codes.get(place as usize).copied().unwrap_or(NEEDS_DOCUMENT))
    }
}

/// The values of codes.
#[derive(Clone, Copy, Debug)]
pub struct Values<'d> {
    /// The values.
    pub dictionary: &'d Dictionary,
    /// The same by code, when all are 32-bit integers.
    pub integers: Option<&'d [i32]>,
}

/// An accumulator's argument.
#[derive(Clone, Copy)]
pub enum Argument<'s> {
    /// A dotted path into the document.
    Path(&'s FieldPath),
    /// The same for all documents.
    Constant,
    /// An expression on the document alone, with its identity.
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

/// StateColumns with the names of their results.
pub type StateColumns = Vec<(Box<str>, Box<dyn StateColumn>)>;

/// The same scope for the shorter time that an expression is borrowed.
pub(super) fn narrow<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>) -> Scope<'s, 'b> {
    *scope
}

/// The scope in which an accumulator is set up: the group's key, if it was reported.
pub(super) fn set_up<'s, 'b, 'a: 'b>(scope: &Scope<'s, 'a>, key: Option<&'b Vec<u8>>) -> Scope<'s, 'b> {
    let scope = narrow(scope);
    match key {
        None => scope,
        Some(key) => Scope { root: RawDoc::new(key), ..scope },
    }
}
