//! A value decoded for comparison: scalars by value, the rest borrowed.

use super::{Number, RawDoc, tag};

/// A borrowed, decoded BSON value. Strings stay bytes: UTF-8 order is byte order.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// No value at all.
    Missing,
    /// Sorts before everything.
    MinKey,
    /// Deprecated undefined.
    Undefined,
    /// Null.
    Null,
    /// Any of the four numeric types.
    Number(Number),
    /// String bytes.
    String(&'a [u8]),
    /// Deprecated symbol; compares as a string.
    Symbol(&'a [u8]),
    /// Embedded document.
    Document(RawDoc<'a>),
    /// Array.
    Array(RawDoc<'a>),
    /// Binary data.
    Binary {
        /// Subtype byte.
        subtype: u8,
        /// The data.
        bytes: &'a [u8],
    },
    /// ObjectId.
    ObjectId([u8; 12]),
    /// Boolean.
    Bool(bool),
    /// Milliseconds since 1970.
    Date(i64),
    /// Seconds in the high half, increment in the low half.
    Timestamp(u64),
    /// Regular expression.
    Regex {
        /// Pattern bytes.
        pattern: &'a [u8],
        /// Option letters.
        options: &'a [u8],
    },
    /// Deprecated DBPointer: all its bytes.
    DbPointer(&'a [u8]),
    /// JavaScript code.
    Code(&'a [u8]),
    /// JavaScript code with scope.
    CodeWithScope {
        /// The code.
        code: &'a [u8],
        /// Its scope.
        scope: RawDoc<'a>,
    },
    /// Sorts after everything.
    MaxKey,
}

impl View<'_> {
    /// The rank of the value's type in the sort order
    /// (<https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/>);
    /// types of the same rank compare by value.
    pub fn rank(&self) -> u8 {
        match self {
            View::MinKey => 1,
            View::Missing | View::Undefined => 2,
            View::Null => 5,
            View::Number(_) => 10,
            View::String(_) | View::Symbol(_) => 15,
            View::Document(_) => 20,
            View::Array(_) => 25,
            View::Binary { .. } => 30,
            View::ObjectId(_) => 35,
            View::Bool(_) => 40,
            View::Date(_) => 45,
            View::Timestamp(_) => 47,
            View::Regex { .. } => 50,
            View::DbPointer(_) => 55,
            View::Code(_) => 60,
            View::CodeWithScope { .. } => 65,
            View::MaxKey => 127,
        }
    }

    /// The BSON type byte, see [`tag`].
    pub fn tag(&self) -> u8 {
        match self {
            View::Missing => tag::EOO,
            View::MinKey => tag::MIN_KEY,
            View::Undefined => tag::UNDEFINED,
            View::Null => tag::NULL,
            View::Number(number) => number.tag(),
            View::String(_) => tag::STRING,
            View::Symbol(_) => tag::SYMBOL,
            View::Document(_) => tag::DOCUMENT,
            View::Array(_) => tag::ARRAY,
            View::Binary { .. } => tag::BINARY,
            View::ObjectId(_) => tag::OBJECT_ID,
            View::Bool(_) => tag::BOOL,
            View::Date(_) => tag::DATE,
            View::Timestamp(_) => tag::TIMESTAMP,
            View::Regex { .. } => tag::REGEX,
            View::DbPointer(_) => tag::DB_POINTER,
            View::Code(_) => tag::CODE,
            View::CodeWithScope { .. } => tag::CODE_WITH_SCOPE,
            View::MaxKey => tag::MAX_KEY,
        }
    }
}
