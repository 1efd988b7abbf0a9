//! Field paths: `"$a.b"`.

use super::prelude::*;

/// A dotted path into the document. It traverses embedded documents and the
/// documents in arrays; a number is never an array position
/// (<https://www.mongodb.com/docs/manual/core/field-paths/>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath {
    text: Box<str>,
    parts: Box<[Box<str>]>,
}

/// The value at a path: a stored value, or the array collected from an array's documents.
#[derive(Clone, Debug)]
pub enum Found<'a> {
    /// A stored value or [`RawValue::MISSING`].
    Stored(RawValue<'a>),
    /// The bytes of a collected array.
    Collected(Vec<u8>),
}

impl<'a> Found<'a> {
    /// Borrows the encoded value.
    pub fn raw(&self) -> RawValue<'_> {
        match self {
            Found::Stored(raw) => *raw,
            Found::Collected(bytes) => RawValue { tag: tag::ARRAY, bytes },
        }
    }

    /// Converts to a [`Value`].
    pub fn into_value(self) -> Value<'a> {
        match self {
            Found::Stored(raw) => raw.into(),
            Found::Collected(bytes) => Value::array(bytes),
        }
    }
}

impl FieldPath {
    /// Validates and splits a dotted path (without the leading `$`).
    ///
    /// # Errors
    /// 40352, 40353, 15998, 16410, 16411 for malformed paths.
    pub fn new(text: &str) -> Result<Self> {
        if text.is_empty() {
            return Err(Error::new(40352, "FieldPath cannot be constructed with empty string"));
        }
        if text.ends_with('.') {
            return Err(Error::new(40353, "FieldPath must not end with a '.'."));
        }
        for part in text.split('.') {
            validate_field_name(part)?;
        }
        Ok(FieldPath { text: text.into(), parts: text.split('.').map(Into::into).collect() })
    }

    /// The path as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The path's components.
    pub fn parts(&self) -> &[Box<str>] {
        &self.parts
    }

    /// Returns the only component unless it is a number, which in a filter may be an array position.
    pub fn single(&self) -> Option<&str> {
        match self.parts() {
            [name] if !name.bytes().all(|byte| byte.is_ascii_digit()) => Some(name),
            _ => None,
        }
    }

    /// Returns the value at the path.
    #[inline]
    pub fn find<'a>(&self, doc: RawDoc<'a>) -> Found<'a> {
        follow(doc, &self.parts)
    }

    /// Returns the value at the path inside another value, such as a variable's.
    pub fn find_in<'a>(&self, value: RawValue<'a>) -> Found<'a> {
        descend(value, &self.parts)
    }
}

fn follow<'a>(mut doc: RawDoc<'a>, parts: &[Box<str>]) -> Found<'a> {
    for (i, part) in parts.iter().enumerate() {
        let Some(value) = doc.get(part) else {
            break;
        };
        let rest = &parts[i + 1..];
        if rest.is_empty() {
            return Found::Stored(value);
        }
        match value.as_document() {
            Some(inner) => doc = inner,
            None => return descend(value, rest),
        }
    }
    Found::Stored(RawValue::MISSING)
}

fn descend<'a>(value: RawValue<'a>, parts: &[Box<str>]) -> Found<'a> {
    if let Some(doc) = value.as_document() {
        return follow(doc, parts);
    }
    let Some(array) = value.as_array() else {
        return Found::Stored(RawValue::MISSING);
    };
    let mut out = ArrayBuilder::new();
    for doc in array.values().filter_map(RawValue::as_document) {
        let found = follow(doc, parts);
        if found.raw().tag != tag::EOO {
            out.push_raw(found.raw());
        }
    }
    Found::Collected(out.finish())
}

/// Validates one component of a path.
///
/// # Errors
/// 15998, 16410, 16411.
pub fn validate_field_name(name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(Error::new(15998, "FieldPath field names may not be empty strings."));
    }
    // Only the fields of DBRefs may start with a dollar.
    if name.starts_with('$') && !crate::value::is_dbref_field(name) {
        return Err(Error::new(
            16410,
            "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
        ));
    }
    if name.contains('\0') {
        return Err(Error::new(16411, "FieldPath field names may not contain '\\0'."));
    }
    Ok(())
}

/// An expression that reads a field path of the document.
#[derive(Debug)]
pub(super) struct Field(pub(super) FieldPath);

impl Expression for Field {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(self.0.find(scope.root).into_value())
    }

    fn field_path(&self) -> Option<&FieldPath> {
        Some(&self.0)
    }

    fn origin(&self, variable: Option<VariableId>, below: &str) -> Option<String> {
        self.0.single().filter(|_| variable.is_none()).map(|field| format!("{field}{below}"))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.fields.push(self.0.as_str().to_owned());
    }
}
