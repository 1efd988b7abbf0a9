//! Reading and writing plain data as JSON, by hand.
//!
//! The page is downloaded, and derived readers were a fifth of it: each accepts sequences, maps and borrowed
//! texts in a copy of its own. Here a reader takes a parsed value apart, and what it shares with the others is
//! compiled once. Absent fields have their default, others are passed over, and a fault names its place:
//! `tracks.0.title is not a text`.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

pub use serde_json::{Map, Value};

/// A fault of a value, with the path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: String,
    what: &'static str,
}

impl Fault {
    /// A value that is not what it should be; `what` goes on after `is not`.
    pub fn new(what: &'static str) -> Fault {
        Fault { place: String::new(), what }
    }

    /// The same fault, seen from the value around it.
    #[must_use]
    pub fn within(mut self, name: &str) -> Fault {
        let dot = if self.place.is_empty() { "" } else { "." };
        self.place = format!("{name}{dot}{}", self.place);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() { "it" } else { &self.place };
        write!(f, "{place} is not {}", self.what)
    }
}

/// A type that can be read from JSON.
pub trait FromJson: Sized {
    /// Takes a value apart.
    ///
    /// # Errors
    /// When it is not of this shape.
    fn from_json(value: Value) -> Result<Self, Fault>;
}

/// A type that can be written as JSON.
pub trait ToJson {
    /// The value.
    fn to_json(&self) -> Value;
}

/// The fields of an object.
///
/// # Errors
/// When it is none.
pub fn fields(value: Value) -> Result<Map<String, Value>, Fault> {
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(Fault::new("an object")),
    }
}

/// Takes a field out of an object; the default when it is not there.
///
/// # Errors
/// When it is there and is something else.
pub fn field<T: FromJson + Default>(map: &mut Map<String, Value>, name: &str) -> Result<T, Fault> {
    match map.get_mut(name) {
        Some(value) => T::from_json(value.take()).map_err(|fault| fault.within(name)),
        None => Ok(T::default()),
    }
}

impl FromJson for String {
    fn from_json(value: Value) -> Result<String, Fault> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err(Fault::new("a text")),
        }
    }
}

impl FromJson for bool {
    fn from_json(value: Value) -> Result<bool, Fault> {
        value.as_bool().ok_or(Fault::new("true or false"))
    }
}

impl FromJson for f64 {
    fn from_json(value: Value) -> Result<f64, Fault> {
        value.as_f64().ok_or(Fault::new("a number"))
    }
}

impl FromJson for u64 {
    fn from_json(value: Value) -> Result<u64, Fault> {
        value.as_u64().ok_or(Fault::new("a whole number"))
    }
}

impl FromJson for i64 {
    fn from_json(value: Value) -> Result<i64, Fault> {
        value.as_i64().ok_or(Fault::new("a whole number"))
    }
}

impl FromJson for u32 {
    fn from_json(value: Value) -> Result<u32, Fault> {
        u64::from_json(value)?.try_into().map_err(|_| Fault::new("a small whole number"))
    }
}

impl FromJson for Rc<str> {
    fn from_json(value: Value) -> Result<Rc<str>, Fault> {
        String::from_json(value).map(Rc::from)
    }
}

impl FromJson for Value {
    fn from_json(value: Value) -> Result<Value, Fault> {
        Ok(value)
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: Value) -> Result<Option<T>, Fault> {
        if value.is_null() { Ok(None) } else { T::from_json(value).map(Some) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value) -> Result<Vec<T>, Fault> {
        let Value::Array(items) = value else {
            return Err(Fault::new("a list"));
        };
        let mut read = Vec::with_capacity(items.len());
        for item in items {
            read.push(T::from_json(item).map_err(|fault| fault.within(&read.len().to_string()))?);
        }
        Ok(read)
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(value: Value) -> Result<Self, Fault> {
        let mut read = BTreeMap::new();
        for (name, value) in fields(value)? {
            let value = T::from_json(value).map_err(|fault| fault.within(&name))?;
            read.insert(name, value);
        }
        Ok(read)
    }
}

/// Values that `serde_json` converts itself.
macro_rules! plain {
    ($($type:ty)*) => {$(
        impl ToJson for $type {
            fn to_json(&self) -> Value {
                Value::from(self.clone())
            }
        }
    )*};
}
plain! { String bool f64 u32 i64 usize }

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Value {
        self.as_slice().to_json()
    }
}

impl<T: ToJson> ToJson for BTreeMap<String, T> {
    fn to_json(&self) -> Value {
        Value::Object(self.iter().map(|(name, value)| (name.clone(), value.to_json())).collect())
    }
}

impl FromJson for usize {
    fn from_json(value: Value) -> Result<usize, Fault> {
        u64::from_json(value)?.try_into().map_err(|_| Fault::new("a small whole number"))
    }
}

/// A struct whose fields are those of a JSON object, `name: Type = "nameInJson"`, or `name: Type` when the two
/// are the same. All fields are public and have a default.
#[macro_export]
macro_rules! shape {
    ($($(#[$meta:meta])* struct $name:ident { $($(#[$about:meta])* $field:ident: $type:ty $(= $json:literal)?),* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name { $($(#[$about])* pub $field: $type),* }

        impl $crate::json::FromJson for $name {
            fn from_json(value: $crate::json::Value) -> Result<Self, $crate::json::Fault> {
                let mut map = $crate::json::fields(value)?;
                Ok($name { $($field: $crate::json::field(&mut map, $crate::shape!(@name $field $($json)?))?),* })
            }
        }
    )*};
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $json:literal) => { $json };
}

/// Writes a struct as an object of the named fields, `name` or `name = "nameInJson"`.
#[macro_export]
macro_rules! written {
    ($($name:ident { $($field:ident $(= $json:literal)?),* })*) => {$(
        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                let mut map = $crate::json::Map::new();
                $(map.insert($crate::shape!(@name $field $($json)?).to_owned(), $crate::json::ToJson::to_json(&self.$field));)*
                $crate::json::Value::Object(map)
            }
        }
    )*};
}

#[cfg(test)]
#[allow(unreachable_pub)]
mod tests {
    use serde_json::json;

    use super::*;

    shape! {
        /// A shape.
        struct Inner { wide_name: u32 = "wideName" }
        /// Another around it.
        struct Outer { title: String, inner: Vec<Inner>, note: Option<String>, by: BTreeMap<String, f64> }
    }

    written! { Outer { title, note, by } Inner { wide_name = "wideName" } }

    #[test]
    fn a_shape_is_read_and_written() {
        let value = json!({"title": "t", "inner": [{"wideName": 3}], "note": null, "by": {"a": 1.5}});
        let read = Outer::from_json(value).unwrap();
        assert_eq!(read.inner[0].wide_name, 3);
        assert_eq!(read.to_json(), json!({"title": "t", "note": null, "by": {"a": 1.5}}));
        assert_eq!(read.inner[0].to_json(), json!({"wideName": 3}));
    }

    #[test]
    fn absent_fields_have_defaults_and_others_are_passed_over() {
        assert_eq!(Outer::from_json(json!({"more": []})).unwrap(), Outer::default());
    }

    #[test]
    fn a_fault_names_its_place() {
        let fault = |value| Outer::from_json(value).unwrap_err().to_string();
        assert_eq!(fault(json!([])), "it is not an object");
        assert_eq!(fault(json!({"title": 1})), "title is not a text");
        assert_eq!(fault(json!({"inner": [{}, {"wideName": -1}]})), "inner.1.wideName is not a whole number");
        assert_eq!(
            fault(json!({"inner": [{"wideName": 5e9 as u64}]})),
            "inner.0.wideName is not a small whole number"
        );
        assert_eq!(fault(json!({"by": {"a": "x"}})), "by.a is not a number");
    }
}
