//! Parsing of the fields of a command, a stage or a nested document, with the server's errors for unknown,
//! missing and mistyped fields. Operands of expressions have separate rules, in the engine's
//! `aggregate/expression/operands.rs`.

use crate::{Error, ErrorCode, Result};
use crate::{RawDoc, RawValue, View, display_value, tag, type_name};

/// The fields of a command, a stage, or a document inside one.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    name: &'a str,
    body: RawDoc<'a>,
    names: Names,
}

/// A one-word Bloom filter of a document's field names. Commands have few fields, but many are looked up.
#[derive(Clone, Copy, Default)]
pub struct Names(u64);

impl Names {
    fn bit(name: &[u8]) -> u64 {
        // This hash function distinguishes the field names of commands well.
        let first = usize::from(name.first().copied().unwrap_or(0));
        1 << (first.wrapping_add(name.len().wrapping_mul(54)) % 64)
    }

    fn of(body: RawDoc<'_>) -> Self {
        Names(body.iter().fold(0, |bits, element| bits | Self::bit(element.key)))
    }

    fn may_have(self, name: &[u8]) -> bool {
        self.0 & Self::bit(name) != 0
    }

    /// Adds a name. Returns whether it may already be included.
    pub fn add(&mut self, name: &[u8]) -> bool {
        let had = self.may_have(name);
        self.0 |= Self::bit(name);
        had
    }
}

/// Returns the value as a required document.
///
/// # Errors
/// The given code and text. In the text, `{type}` is replaced by the name of the value's type.
pub fn expect_document<'a>(value: RawValue<'a>, code: i32, text: &str) -> Result<RawDoc<'a>> {
    value.as_document().ok_or_else(|| Error::wrong_type(code, text, value.tag))
}

/// Returns the document with an operator's named arguments.
///
/// # Errors
/// The operator's own code, with the common text of such operators.
pub fn expect_specification<'a>(name: &str, value: RawValue<'a>, code: i32) -> Result<RawDoc<'a>> {
    value.as_document().ok_or_else(|| {
        let shown = display_value(value.view());
        Error::new(code, format!("specification must be an object; found {name}: {shown}"))
    })
}

impl<'a> Arguments<'a> {
    /// Wraps the fields of `body`, which messages call `name`.
    pub fn new(name: &'a str, body: RawDoc<'a>) -> Self {
        Arguments { name, body, names: Names::of(body) }
    }

    /// Returns the field, unless it is absent or null.
    pub fn get(&self, field: &str) -> Option<RawValue<'a>> {
        self.field(field).filter(|value| !value.is_nullish())
    }

    /// Returns the field, even if it is null, unless it is absent.
    pub fn field(&self, field: &str) -> Option<RawValue<'a>> {
        if self.names.may_have(field.as_bytes()) { self.body.get(field) } else { None }
    }

    /// Returns all fields.
    pub fn body(&self) -> RawDoc<'a> {
        self.body
    }

    /// Returns the name of the document in messages.
    pub fn structure(&self) -> &'a str {
        self.name
    }

    /// Returns the error 40415 for an unknown field.
    pub fn unknown(&self, field: &str) -> Error {
        Error::unknown_field(self.name, field)
    }

    /// Rejects fields other than these.
    ///
    /// # Errors
    /// 40415.
    pub fn only(&self, known: &[&str]) -> Result<()> {
        match self.body.iter().find(|element| !known.contains(&element.name())) {
            Some(element) => Err(self.unknown(element.name())),
            None => Ok(()),
        }
    }

    /// Returns the error 40414 for a missing required field.
    pub fn missing(&self, field: &str) -> Error {
        Error::missing_field(self.name, field)
    }

    /// Returns a `TypeMismatch` error for a field; see [`Error::wrong_field_type`].
    pub fn wrong_type(&self, field: &str, value: RawValue<'_>, expected: &str) -> Error {
        Error::wrong_field_type(self.name, field, value, expected)
    }

    /// Returns a field that contains a collection's UUID.
    ///
    /// # Errors
    /// Errors of [`Self::no_uuid`].
    pub fn uuid(&self, field: &str) -> Result<Option<&'a [u8]>> {
        let Some(value) = self.get(field) else { return Ok(None) };
        match value.view() {
            View::Binary { subtype: 4, bytes } => Ok(Some(bytes)),
            _ => Err(self.no_uuid(field, value)),
        }
    }

    /// Returns the `TypeMismatch` error for a field that is not a UUID: of another type, or binary data of
    /// another subtype (<https://www.mongodb.com/docs/manual/reference/bson-types/#binary-data>).
    pub fn no_uuid(&self, field: &str, value: RawValue<'_>) -> Error {
        let View::Binary { subtype, .. } = value.view() else {
            return self.wrong_type(field, value, "binData");
        };
        let given = match subtype {
            0 => "general",
            1 => "function",
            2 => "byte(deprecated)",
            3 => "UUID(deprecated)",
            5 => "MD5",
            6 => "encrypt",
            7 => "column",
            8 => "sensitive",
            _ => "Custom",
        };
        Error::type_mismatch(format!(
            "BSON field '{}.{field}' is the wrong binData type '{given}', expected type 'UUID'",
            self.name
        ))
    }

    /// Returns a required field.
    ///
    /// # Errors
    /// 40414 when it is missing.
    pub fn required(&self, field: &str) -> Result<RawValue<'a>> {
        self.field(field).ok_or_else(|| self.missing(field))
    }

    /// Checks that a required field is present and not null.
    ///
    /// # Errors
    /// 40414.
    pub fn given(&self, field: &str) -> Result<()> {
        match self.get(field) {
            Some(_) => Ok(()),
            None => Err(self.missing(field)),
        }
    }

    /// Returns a document.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn document(&self, field: &str) -> Result<Option<RawDoc<'a>>> {
        self.get(field)
            .map(|value| value.as_document().ok_or_else(|| self.wrong_type(field, value, "object")))
            .transpose()
    }

    /// Returns an array.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn array(&self, field: &str) -> Result<Option<RawDoc<'a>>> {
        self.get(field)
            .map(|value| value.as_array().ok_or_else(|| self.wrong_type(field, value, "array")))
            .transpose()
    }

    /// Returns a string.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn string(&self, field: &str) -> Result<Option<&'a str>> {
        self.get(field)
            .map(|value| value.as_str().ok_or_else(|| self.wrong_type(field, value, "string")))
            .transpose()
    }

    /// Returns a boolean, or a number as one; false if absent.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn flag(&self, field: &str) -> Result<bool> {
        match self.get(field) {
            None => Ok(false),
            Some(value) => match value.view() {
                View::Bool(b) => Ok(b),
                View::Number(n) => Ok(!n.is_zero()),
                // 8.0 lists them in this order (https://github.com/danny-avila/LibreChat/issues/10304).
                _ => Err(self.wrong_type(field, value, "double, long, decimal, int, bool")),
            },
        }
    }

    /// Returns a boolean; null counts as absent.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn boolean(&self, field: &str) -> Result<Option<bool>> {
        self.get(field)
            .map(|value| value.as_bool().ok_or_else(|| self.wrong_type(field, value, "bool")))
            .transpose()
    }

    /// Returns a boolean that may be absent, but not null; false if absent.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn optional_boolean(&self, field: &str) -> Result<bool> {
        match self.field(field) {
            None => Ok(false),
            Some(value) if value.tag == tag::BOOL => Ok(value.as_bool() == Some(true)),
            Some(value) => Err(Error::type_mismatch(format!(
                "Field '{field}' should be a boolean value, but found: {}",
                type_name(value.tag)
            ))),
        }
    }

    /// Returns a document that may be absent, but not null.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn owned_document(&self, field: &str) -> Result<Option<RawDoc<'a>>> {
        self.field(field)
            .map(|value| {
                // The server's text lacks the space.
                value.as_document().ok_or_else(|| {
                    Error::type_mismatch(format!("Expected field {field}to be of type object"))
                })
            })
            .transpose()
    }

    /// Returns an integer.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn integer(&self, field: &str) -> Result<Option<i64>> {
        match self.get(field) {
            None => Ok(None),
            Some(value) => match value.as_number() {
                Some(number) => Ok(Some(number.to_i64_clamped())),
                None => Err(self.wrong_type(field, value, "long, int, decimal, double")),
            },
        }
    }

    /// Returns a number.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn number(&self, field: &str) -> Result<Option<f64>> {
        let number = |value: RawValue<'_>| value.as_number().map(crate::Number::to_f64);
        self.get(field)
            .map(|value| {
                number(value).ok_or_else(|| self.wrong_type(field, value, "long, int, decimal, double"))
            })
            .transpose()
    }

    /// Returns a non-negative integer.
    ///
    /// # Errors
    /// `TypeMismatch`; 51024 when negative.
    pub fn count(&self, field: &str) -> Result<Option<u64>> {
        self.at_least(0, field)
    }

    /// Returns an integer of at least `least`.
    ///
    /// # Errors
    /// `TypeMismatch`; 51024 when it is less.
    pub fn at_least(&self, least: u64, field: &str) -> Result<Option<u64>> {
        match self.integer(field)? {
            None => Ok(None),
            Some(n) => u64::try_from(n).ok().filter(|&n| n >= least).map(Some).ok_or_else(|| {
                Error::new(
                    51024,
                    format!("BSON field '{field}' value must be >= {least}, actual value '{n}'"),
                )
            }),
        }
    }

    /// Returns the collection name in the first field.
    ///
    /// # Errors
    /// `InvalidNamespace` for an empty name, `BadValue` for another type.
    pub fn collection_name(&self) -> Result<&'a str> {
        let value = self.body.first().map_or(RawValue::MISSING, |first| first.value);
        match value.as_str() {
            Some(name) => Ok(name),
            None if value.tag == tag::EOO => {
                Err(Error::new(ErrorCode::INVALID_NAMESPACE, "no collection name"))
            }
            None => Err(Error::wrong_type(
                if value.tag == tag::BINARY { ErrorCode::BAD_VALUE } else { ErrorCode::INVALID_NAMESPACE },
                "collection name has invalid type {type}",
                value.tag,
            )),
        }
    }
}
