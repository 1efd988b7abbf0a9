//! Values decoded for comparison: scalars by value, the rest borrowed.

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

/// The ranks of types in the sort order, which are also the first bytes of keys
/// (<https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/>).
pub mod rank {
    /// The least value.
    pub const MIN_KEY: u8 = 1;
    /// Undefined and missing.
    pub const UNDEFINED: u8 = 2;
    /// Null.
    pub const NULL: u8 = 5;
    /// Numbers of all types.
    pub const NUMBER: u8 = 10;
    /// Strings and symbols.
    pub const TEXT: u8 = 15;
    /// Documents.
    pub const DOCUMENT: u8 = 20;
    /// Arrays.
    pub const ARRAY: u8 = 25;
    /// Binary data.
    pub const BINARY: u8 = 30;
    /// ObjectIds.
    pub const OBJECT_ID: u8 = 35;
    /// Booleans.
    pub const BOOL: u8 = 40;
    /// Dates.
    pub const DATE: u8 = 45;
    /// Timestamps.
    pub const TIMESTAMP: u8 = 47;
    /// Regular expressions.
    pub const REGEX: u8 = 50;
    /// DBPointers.
    pub const DB_POINTER: u8 = 55;
    /// Code.
    pub const CODE: u8 = 60;
    /// Code with scope.
    pub const CODE_WITH_SCOPE: u8 = 65;
    /// The greatest value.
    pub const MAX_KEY: u8 = 127;
}

impl View<'_> {
    /// Returns the rank of the value's type in the sort order. Types of equal rank compare by value.
    pub fn rank(&self) -> u8 {
        match self {
            View::MinKey => rank::MIN_KEY,
            View::Missing | View::Undefined => rank::UNDEFINED,
            View::Null => rank::NULL,
            View::Number(_) => rank::NUMBER,
            View::String(_) | View::Symbol(_) => rank::TEXT,
            View::Document(_) => rank::DOCUMENT,
            View::Array(_) => rank::ARRAY,
            View::Binary { .. } => rank::BINARY,
            View::ObjectId(_) => rank::OBJECT_ID,
            View::Bool(_) => rank::BOOL,
            View::Date(_) => rank::DATE,
            View::Timestamp(_) => rank::TIMESTAMP,
            View::Regex { .. } => rank::REGEX,
            View::DbPointer(_) => rank::DB_POINTER,
            View::Code(_) => rank::CODE,
            View::CodeWithScope { .. } => rank::CODE_WITH_SCOPE,
            View::MaxKey => rank::MAX_KEY,
        }
    }

    /// Returns the BSON type byte, see [`tag`].
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
