//! JSON values.

use std::fmt;
use std::ops::Index;

use crate::number;

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` and `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Map),
}

/// A number as written, so that no digits are lost until its value is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub(super) String);

impl Number {
    /// Whether it has a fraction or an exponent.
    pub fn is_f64(&self) -> bool {
        self.0.contains(['.', 'e', 'E'])
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    fn as_f64(&self) -> Option<f64> {
        // Up to 15 digits are exact.
        match self.as_i64() {
            Some(whole) if self.0.len() <= 15 => Some(whole as f64),
            _ => number::read(&self.0),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The fields of an object in order. Of duplicate fields, the last is valid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map(pub(super) Vec<(String, Value)>);

impl Map {
    /// Creates an empty map.
    pub fn new() -> Map {
        Map::default()
    }

    /// Returns the value of a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the value of a field for writing.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.0.iter_mut().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Whether the field exists.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Sets a field; a new one is appended.
    pub fn insert(&mut self, name: String, value: Value) {
        match self.get_mut(&name) {
            Some(known) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    /// Returns the number of fields.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the fields.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Iterates over the names.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(name, _)| name)
    }

    /// Iterates over the values.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl IntoIterator for Map {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<(String, Value)> for Map {
    fn from_iter<T: IntoIterator<Item = (String, Value)>>(fields: T) -> Self {
        Map(fields.into_iter().collect())
    }
}

/// The value of an absent field or item.
const NULL: &Value = &Value::Null;

impl Value {
    /// Returns the value of a field, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    /// Returns the value of a field for writing.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        match self {
            Value::Object(map) => map.get_mut(name),
            _ => None,
        }
    }

    /// Takes the value, leaving null.
    pub fn take(&mut self) -> Value {
        std::mem::take(self)
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        self.as_object().is_some()
    }

    /// Returns the boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the array.
    pub fn as_array(&self) -> Option<&Vec<Value>> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the object.
    pub fn as_object(&self) -> Option<&Map> {
        match self {
            Value::Object(map) => Some(map),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the number.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// Returns the integer.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// Returns the non-negative integer.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.0.parse().ok()
    }
}

impl Index<&str> for Value {
    type Output = Value;

    /// Returns the value of a field, or null.
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(NULL)
    }
}

impl Index<usize> for Value {
    type Output = Value;

    /// Returns the item of an array, or null.
    fn index(&self, at: usize) -> &Value {
        self.as_array().and_then(|items| items.get(at)).unwrap_or(NULL)
    }
}

macro_rules! whole {
    ($($type:ty)*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Value {
                Value::Number(Number(value.to_string()))
            }
        }
    )*};
}
whole! { u32 i64 u64 usize }

impl From<f64> for Value {
    /// Infinity and NaN become null.
    fn from(value: f64) -> Value {
        if value.is_finite() { Value::Number(Number(number::plain(value))) } else { Value::Null }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.to_owned())
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Value {
        items.into_iter().collect()
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, T::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Value {
        Value::Array(items.into_iter().map(T::into).collect())
    }
}

/// Converts an array of fields to an object.
impl<const N: usize> From<[(&str, Value); N]> for Value {
    fn from(fields: [(&str, Value); N]) -> Value {
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}
