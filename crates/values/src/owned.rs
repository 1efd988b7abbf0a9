//! A value that is either borrowed from stored bytes or owned.

use std::borrow::Cow;

use super::{Decimal, Number, RawDoc, RawValue, View, tag, write_string};

/// A BSON value, or a missing one. Documents and arrays are BSON bytes. Everything may be borrowed from a
/// record, so that evaluating an expression copies only computed values.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// No value: an absent field.
    Missing,
    /// Sorts before everything.
    MinKey,
    /// Deprecated undefined.
    Undefined,
    /// Null.
    Null,
    /// Boolean.
    Bool(bool),
    /// 32-bit integer.
    Int32(i32),
    /// 64-bit integer.
    Int64(i64),
    /// Binary floating point.
    Double(f64),
    /// Decimal floating point.
    Decimal(Decimal),
    /// String.
    String(Cow<'a, str>),
    /// Deprecated symbol.
    Symbol(Cow<'a, str>),
    /// Embedded document, as its BSON bytes.
    Document(Cow<'a, [u8]>),
    /// Array, as its BSON bytes.
    Array(Cow<'a, [u8]>),
    /// Binary data.
    Binary {
        /// Subtype byte.
        subtype: u8,
        /// The data.
        bytes: Cow<'a, [u8]>,
    },
    /// ObjectId.
    ObjectId([u8; 12]),
    /// Milliseconds since 1970.
    Date(i64),
    /// Seconds in the high half, increment in the low half.
    Timestamp(u64),
    /// Regular expression.
    Regex {
        /// Pattern.
        pattern: Cow<'a, str>,
        /// Option letters.
        options: Cow<'a, str>,
    },
    /// Deprecated DBPointer: all its bytes.
    DbPointer(Cow<'a, [u8]>),
    /// JavaScript code.
    Code(Cow<'a, str>),
    /// JavaScript code with scope: all its bytes.
    CodeWithScope(Cow<'a, [u8]>),
    /// Sorts after everything.
    MaxKey,
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl<'a> From<RawValue<'a>> for Value<'a> {
    fn from(raw: RawValue<'a>) -> Self {
        match raw.view() {
            View::Missing => Value::Missing,
            View::MinKey => Value::MinKey,
            View::Undefined => Value::Undefined,
            View::Null => Value::Null,
            View::Number(number) => number.into(),
            View::String(bytes) => Value::String(text(bytes)),
            View::Symbol(bytes) => Value::Symbol(text(bytes)),
            View::Document(doc) => Value::Document(Cow::Borrowed(doc.as_bytes())),
            View::Array(array) => Value::Array(Cow::Borrowed(array.as_bytes())),
            View::Binary { subtype, bytes } => Value::Binary { subtype, bytes: Cow::Borrowed(bytes) },
            View::ObjectId(id) => Value::ObjectId(id),
            View::Bool(b) => Value::Bool(b),
            View::Date(millis) => Value::Date(millis),
            View::Timestamp(t) => Value::Timestamp(t),
            View::Regex { pattern, options } => {
                Value::Regex { pattern: text(pattern), options: text(options) }
            }
            View::DbPointer(bytes) => Value::DbPointer(Cow::Borrowed(bytes)),
            View::Code(bytes) => Value::Code(text(bytes)),
            View::CodeWithScope { .. } => Value::CodeWithScope(Cow::Borrowed(raw.bytes)),
            View::MaxKey => Value::MaxKey,
        }
    }
}

impl From<Number> for Value<'_> {
    fn from(number: Number) -> Self {
        match number {
            Number::Int32(n) => Value::Int32(n),
            Number::Int64(n) => Value::Int64(n),
            Number::Double(n) => Value::Double(n),
            Number::Decimal(n) => Value::Decimal(n),
        }
    }
}

impl<'a> Value<'a> {
    /// Creates a string.
    pub fn string(value: impl Into<Cow<'a, str>>) -> Self {
        Value::String(value.into())
    }

    /// Creates a document from its bytes.
    pub fn document(bytes: Vec<u8>) -> Self {
        Value::Document(Cow::Owned(bytes))
    }

    /// Creates an array from its bytes.
    pub fn array(bytes: Vec<u8>) -> Self {
        Value::Array(Cow::Owned(bytes))
    }

    /// Creates a UUID.
    pub fn uuid(bytes: [u8; 16]) -> Self {
        Value::Binary { subtype: 4, bytes: bytes.to_vec().into() }
    }

    /// Returns the BSON type byte ([`tag::EOO`] when missing).
    pub fn tag(&self) -> u8 {
        match self {
            Value::Missing => tag::EOO,
            Value::MinKey => tag::MIN_KEY,
            Value::Undefined => tag::UNDEFINED,
            Value::Null => tag::NULL,
            Value::Bool(_) => tag::BOOL,
            Value::Int32(_) => tag::INT32,
            Value::Int64(_) => tag::INT64,
            Value::Double(_) => tag::DOUBLE,
            Value::Decimal(_) => tag::DECIMAL128,
            Value::String(_) => tag::STRING,
            Value::Symbol(_) => tag::SYMBOL,
            Value::Document(_) => tag::DOCUMENT,
            Value::Array(_) => tag::ARRAY,
            Value::Binary { .. } => tag::BINARY,
            Value::ObjectId(_) => tag::OBJECT_ID,
            Value::Date(_) => tag::DATE,
            Value::Timestamp(_) => tag::TIMESTAMP,
            Value::Regex { .. } => tag::REGEX,
            Value::DbPointer(_) => tag::DB_POINTER,
            Value::Code(_) => tag::CODE,
            Value::CodeWithScope(_) => tag::CODE_WITH_SCOPE,
            Value::MaxKey => tag::MAX_KEY,
        }
    }

    /// Returns the value decoded for comparison.
    pub fn view(&self) -> View<'_> {
        match self {
            Value::Missing => View::Missing,
            Value::MinKey => View::MinKey,
            Value::Undefined => View::Undefined,
            Value::Null => View::Null,
            Value::Bool(b) => View::Bool(*b),
            Value::Int32(n) => View::Number(Number::Int32(*n)),
            Value::Int64(n) => View::Number(Number::Int64(*n)),
            Value::Double(n) => View::Number(Number::Double(*n)),
            Value::Decimal(n) => View::Number(Number::Decimal(*n)),
            Value::String(s) => View::String(s.as_bytes()),
            Value::Symbol(s) => View::Symbol(s.as_bytes()),
            Value::Document(bytes) => View::Document(RawDoc::new(bytes)),
            Value::Array(bytes) => View::Array(RawDoc::new(bytes)),
            Value::Binary { subtype, bytes } => View::Binary { subtype: *subtype, bytes },
            Value::ObjectId(id) => View::ObjectId(*id),
            Value::Date(millis) => View::Date(*millis),
            Value::Timestamp(t) => View::Timestamp(*t),
            Value::Regex { pattern, options } => {
                View::Regex { pattern: pattern.as_bytes(), options: options.as_bytes() }
            }
            Value::DbPointer(bytes) => View::DbPointer(bytes),
            Value::Code(s) => View::Code(s.as_bytes()),
            Value::CodeWithScope(bytes) => RawValue { tag: tag::CODE_WITH_SCOPE, bytes }.view(),
            Value::MaxKey => View::MaxKey,
        }
    }

    /// Appends the value's bytes, without type byte and name.
    pub fn write_bytes(&self, out: &mut Vec<u8>) {
        match self {
            Value::Missing | Value::MinKey | Value::MaxKey | Value::Null | Value::Undefined => {}
            Value::Bool(b) => out.push(u8::from(*b)),
            Value::Int32(n) => out.extend_from_slice(&n.to_le_bytes()),
            Value::Int64(n) => out.extend_from_slice(&n.to_le_bytes()),
            Value::Double(n) => out.extend_from_slice(&n.to_le_bytes()),
            Value::Decimal(n) => out.extend_from_slice(&n.to_bits().to_le_bytes()),
            Value::String(s) | Value::Symbol(s) | Value::Code(s) => write_string(out, s.as_bytes()),
            Value::Document(bytes)
            | Value::Array(bytes)
            | Value::DbPointer(bytes)
            | Value::CodeWithScope(bytes) => {
                out.extend_from_slice(bytes);
            }
            Value::Binary { subtype, bytes } => {
                out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                out.push(*subtype);
                out.extend_from_slice(bytes);
            }
            Value::ObjectId(id) => out.extend_from_slice(id),
            Value::Date(millis) => out.extend_from_slice(&millis.to_le_bytes()),
            Value::Timestamp(t) => out.extend_from_slice(&t.to_le_bytes()),
            Value::Regex { pattern, options } => {
                out.extend_from_slice(pattern.as_bytes());
                out.push(0);
                out.extend_from_slice(options.as_bytes());
                out.push(0);
            }
        }
    }

    /// Returns the value as stored bytes, written to `scratch` unless they already exist.
    pub fn to_raw<'s>(&'s self, scratch: &'s mut Vec<u8>) -> RawValue<'s> {
        match self {
            Value::Document(bytes)
            | Value::Array(bytes)
            | Value::DbPointer(bytes)
            | Value::CodeWithScope(bytes) => RawValue { tag: self.tag(), bytes },
            other => {
                scratch.clear();
                other.write_bytes(scratch);
                RawValue { tag: other.tag(), bytes: scratch }
            }
        }
    }

    /// Copies all borrowed data.
    pub fn into_owned(self) -> Value<'static> {
        fn own<'b, T: ?Sized + ToOwned>(cow: Cow<'b, T>) -> Cow<'static, T> {
            Cow::Owned(cow.into_owned())
        }
        match self {
            Value::Missing => Value::Missing,
            Value::MinKey => Value::MinKey,
            Value::Undefined => Value::Undefined,
            Value::Null => Value::Null,
            Value::Bool(b) => Value::Bool(b),
            Value::Int32(n) => Value::Int32(n),
            Value::Int64(n) => Value::Int64(n),
            Value::Double(n) => Value::Double(n),
            Value::Decimal(n) => Value::Decimal(n),
            Value::String(s) => Value::String(own(s)),
            Value::Symbol(s) => Value::Symbol(own(s)),
            Value::Document(b) => Value::Document(own(b)),
            Value::Array(b) => Value::Array(own(b)),
            Value::Binary { subtype, bytes } => Value::Binary { subtype, bytes: own(bytes) },
            Value::ObjectId(id) => Value::ObjectId(id),
            Value::Date(m) => Value::Date(m),
            Value::Timestamp(t) => Value::Timestamp(t),
            Value::Regex { pattern, options } => {
                Value::Regex { pattern: own(pattern), options: own(options) }
            }
            Value::DbPointer(b) => Value::DbPointer(own(b)),
            Value::Code(s) => Value::Code(own(s)),
            Value::CodeWithScope(b) => Value::CodeWithScope(own(b)),
            Value::MaxKey => Value::MaxKey,
        }
    }

    /// Returns the same value, borrowing from this one.
    pub fn borrowed(&self) -> Value<'_> {
        match self {
            Value::String(s) => Value::String(Cow::Borrowed(s)),
            Value::Symbol(s) => Value::Symbol(Cow::Borrowed(s)),
            Value::Document(b) => Value::Document(Cow::Borrowed(b)),
            Value::Array(b) => Value::Array(Cow::Borrowed(b)),
            Value::Binary { subtype, bytes } => {
                Value::Binary { subtype: *subtype, bytes: Cow::Borrowed(bytes) }
            }
            Value::Regex { pattern, options } => {
                Value::Regex { pattern: Cow::Borrowed(pattern), options: Cow::Borrowed(options) }
            }
            Value::DbPointer(b) => Value::DbPointer(Cow::Borrowed(b)),
            Value::Code(s) => Value::Code(Cow::Borrowed(s)),
            Value::CodeWithScope(b) => Value::CodeWithScope(Cow::Borrowed(b)),
            Value::Missing => Value::Missing,
            Value::MinKey => Value::MinKey,
            Value::Undefined => Value::Undefined,
            Value::Null => Value::Null,
            Value::Bool(b) => Value::Bool(*b),
            Value::Int32(n) => Value::Int32(*n),
            Value::Int64(n) => Value::Int64(*n),
            Value::Double(n) => Value::Double(*n),
            Value::Decimal(n) => Value::Decimal(*n),
            Value::ObjectId(id) => Value::ObjectId(*id),
            Value::Date(m) => Value::Date(*m),
            Value::Timestamp(t) => Value::Timestamp(*t),
            Value::MaxKey => Value::MaxKey,
        }
    }

    /// Returns the approximate memory of the value in bytes.
    pub fn memory_size(&self) -> usize {
        let beyond = match self {
            Value::String(s) | Value::Symbol(s) | Value::Code(s) => s.len(),
            Value::Document(b) | Value::Array(b) | Value::DbPointer(b) | Value::CodeWithScope(b) => b.len(),
            Value::Binary { bytes, .. } => bytes.len(),
            Value::Regex { pattern, options } => pattern.len() + options.len(),
            _ => 0,
        };
        size_of::<Self>() + beyond
    }

    /// Returns the number, of any numeric type.
    pub fn as_number(&self) -> Option<Number> {
        match self.view() {
            View::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(s) => Some(s),
            _ => None,
        }
    }

    /// Returns the embedded document.
    pub fn as_document(&self) -> Option<RawDoc<'_>> {
        match self {
            Value::Document(bytes) => Some(RawDoc::new(bytes)),
            _ => None,
        }
    }

    /// Returns the array.
    pub fn as_array(&self) -> Option<RawDoc<'_>> {
        match self {
            Value::Array(bytes) => Some(RawDoc::new(bytes)),
            _ => None,
        }
    }

    /// Whether the value is null, undefined or missing.
    pub fn is_nullish(&self) -> bool {
        matches!(self, Value::Missing | Value::Null | Value::Undefined)
    }

    /// Converts to a boolean as the aggregation language does: false, zero, null, undefined and missing are
    /// false, everything else is true.
    pub fn truthy(&self) -> bool {
        match self.view() {
            View::Missing | View::Undefined | View::Null => false,
            View::Bool(b) => b,
            View::Number(number) => !number.is_zero(),
            _ => true,
        }
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        super::compare(self.view(), other.view()).is_eq()
    }
}
