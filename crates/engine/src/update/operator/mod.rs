//! Update operators, one per file.

mod add_to_set;
mod arithmetic;
mod bit;
mod current_date;
mod extreme;
mod inc;
mod max;
mod min;
mod mul;
mod order;
mod pop;
mod pull;
mod pull_all;
mod pull_shared;
mod push;
mod push_sort;
mod rename;
mod set;
mod set_on_insert;
mod unset;
mod value_set;

use std::borrow::Cow;
use std::rc::Rc;

use super::Purpose;
use super::path::UpdatePath;
use crate::error::Result;
use crate::operator::Help;
use crate::query::FilterContext;
use crate::value::{Element, RawDoc, RawValue, Value, display_value};

/// The effect of an operator at its path.
pub(super) trait Modifier {
    /// Returns the change of an existing value.
    ///
    /// # Errors
    /// Errors of the operator, with the server's code and text.
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>>;

    /// Returns the value to create where there is none; `None` leaves the document unchanged.
    ///
    /// # Errors
    /// Errors of [`Self::change`].
    fn create<'a>(&'a self, _site: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(None)
    }

    /// Whether a path that can't exist (a field of a number) is an error even if nothing would be created.
    fn needs_viable_path(&self) -> bool {
        true
    }

    /// Whether the operator only appends to an array.
    fn appends(&self) -> bool {
        false
    }
}

opaque_debug!(Modifier);

/// The change of a value.
#[derive(Debug)]
pub(super) enum Change<'a> {
    /// No effect.
    None,
    /// A new value.
    Value(Value<'a>),
    /// Removal. In an array, null replaces the value.
    Remove,
}

/// The place where an operator is applied.
pub(super) struct Site<'a, 's> {
    /// The document before the update.
    pub(super) root: RawDoc<'a>,
    /// The path.
    pub(super) trail: PathChain<'s>,
    /// The purpose of the update.
    pub(super) purpose: Purpose,
}

impl Site<'_, '_> {
    /// Formats the document's id as `_id: 1`, or `no id`.
    pub(super) fn id(&self) -> String {
        self.root.get("_id").map_or_else(|| "no id".to_owned(), |id| display_field("_id", id))
    }
}

/// A path as a linked list on the stack: the last part and its parents.
#[derive(Clone, Copy)]
pub(super) struct PathChain<'s> {
    pub(super) parent: Option<&'s PathChain<'s>>,
    pub(super) name: &'s str,
    /// Whether the part is an element of an existing array.
    pub(super) in_array: bool,
}

impl PathChain<'_> {
    /// Returns the dotted path.
    pub(super) fn path(&self) -> String {
        match self.parent {
            Some(parent) => format!("{}.{}", parent.path(), self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns the first part.
    pub(super) fn first(&self) -> &str {
        self.parent.map_or(self.name, PathChain::first)
    }

    /// Returns the name of the innermost array that the path leads through.
    pub(super) fn array_above(&self) -> Option<&str> {
        if self.in_array { self.parent.map(|array| array.name) } else { self.parent?.array_above() }
    }
}

/// Formats a field as in the server's messages: `a: 1`.
pub(super) fn display_field(name: &str, value: RawValue<'_>) -> String {
    format!("{name}: {}", display_value(value.view()))
}

/// Formats an argument as in the server's messages: `a: 1`.
pub(super) fn display_argument(argument: &Element<'_>) -> String {
    display_field(argument.name(), argument.value)
}

/// The parsing context of an operator's argument.
pub(super) struct Parsing<'p> {
    /// Variables, clock, random numbers.
    pub(super) context: &'p FilterContext,
}

/// An operator and the path it applies to.
pub(super) type Parsed = (UpdatePath, Rc<dyn Modifier>);

/// Compiles one field of an operator's argument.
#[derive(Clone, Copy)]
pub(super) enum Parse {
    /// Compiles the modifier for the path that the field names.
    AtPath(fn(argument: &Element<'_>, parsing: &Parsing<'_>) -> Result<Rc<dyn Modifier>>),
    /// Compiles the modifiers of several paths.
    Paths(fn(argument: &Element<'_>) -> Result<Vec<Parsed>>),
}

/// An operator's table entry.
pub struct Operator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Compiles each field of the argument.
    pub(super) parse: Parse,
}

/// Creates a table entry. The example is (document, update, document).
const fn operator(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: fn(argument: &Element<'_>, parsing: &Parsing<'_>) -> Result<Rc<dyn Modifier>>,
) -> Operator {
    Operator { help: Help::new(name, summary, example), parse: Parse::AtPath(parse) }
}

/// Every update operator.
pub const TABLE: &[Operator] = &[
    add_to_set::OPERATOR,
    bit::OPERATOR,
    current_date::OPERATOR,
    inc::OPERATOR,
    max::OPERATOR,
    min::OPERATOR,
    mul::OPERATOR,
    pop::OPERATOR,
    pull::OPERATOR,
    pull_all::OPERATOR,
    push::OPERATOR,
    rename::OPERATOR,
    set::OPERATOR,
    set_on_insert::OPERATOR,
    unset::OPERATOR,
];

/// Returns the operator with a name (including `$`).
pub fn find_operator(name: &str) -> Option<&'static Operator> {
    TABLE.iter().find(|operator| operator.help.name == name)
}

/// Imports for nearly every operator file.
mod prelude {
    pub(super) use std::rc::Rc;

    pub(super) use super::{Change, Modifier, Operator, Site, display_argument, operator};
    pub(super) use crate::error::{Error, ErrorCode, Result};
    pub(super) use crate::value::{Element, RawDoc, RawValue, Value, type_name};
}

/// Returns a copy of a value of the update.
fn owned(value: RawValue<'_>) -> Value<'static> {
    Value::from(value).into_owned()
}

/// Wraps an array's bytes in a value.
fn array_value<'a>(bytes: Vec<u8>) -> Value<'a> {
    Value::Array(Cow::Owned(bytes))
}
