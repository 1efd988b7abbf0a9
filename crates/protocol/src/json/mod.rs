//! Hand-written conversion of plain data from and to JSON.
//!
//! The page is downloaded, and derived readers were a fifth of it: each contains separate code for
//! sequences, maps and borrowed strings. Here a reader converts a parsed value, and shared code is compiled
//! once. Absent fields have their default, unknown ones are ignored, and a fault contains its path:
//! `tracks.0.title is not a string`.

mod parse;
mod value;
mod write;

use std::fmt;
use std::rc::Rc;

pub use self::parse::parse;
pub use self::value::{Map, Number, Value};
use sorted_map::SortedMap;

/// Maximum number of fields in an object that is read as a map, since filling a [`SortedMap`] takes
/// quadratic time.
const MAX_MAP_FIELDS: usize = 20_000;

/// A fault in a value, with its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: String,
    what: &'static str,
}

impl Fault {
    /// Creates the fault of a value; `what` follows `is not`.
    pub fn new(what: &'static str) -> Fault {
        Fault { place: String::new(), what }
    }

    /// Prepends a name to the fault's path.
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
    /// Converts a JSON value.
    ///
    /// # Errors
    /// The value has another shape.
    fn from_json(value: Value) -> Result<Self, Fault>;
}

/// A type that can be written as JSON.
pub trait ToJson {
    /// Converts to a JSON value.
    fn to_json(&self) -> Value;
}

/// Returns the fields of an object.
///
/// # Errors
/// The value is not an object.
fn fields(value: Value) -> Result<Map, Fault> {
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(Fault::new("an object")),
    }
}

/// Reads the fields of an object one by one. Stores the first fault, so that reading a struct needs no
/// branch per field.
pub struct Fields {
    map: Map,
    fault: Option<Fault>,
}

impl Fields {
    /// Creates the reader of a value, which must be an object.
    pub fn of(value: Value) -> Fields {
        match fields(value) {
            Ok(map) => Fields { map, fault: None },
            Err(fault) => Fields { map: Map::new(), fault: Some(fault) },
        }
    }

    /// Removes and converts a field; returns the default if it is absent or invalid.
    pub fn take<T: FromJson + Default>(&mut self, name: &str) -> T {
        match self.value(name).map(T::from_json) {
            Some(Ok(read)) => return read,
            Some(Err(fault)) => self.failed(name, fault),
            None => {}
        }
        T::default()
    }

    fn value(&mut self, name: &str) -> Option<Value> {
        self.map.get_mut(name).map(Value::take)
    }

    fn failed(&mut self, name: &str, fault: Fault) {
        self.fault.get_or_insert_with(|| fault.within(name));
    }

    /// Returns `read`, unless a field was invalid.
    ///
    /// # Errors
    /// The first fault.
    pub fn end<T>(self, read: T) -> Result<T, Fault> {
        match self.fault {
            None => Ok(read),
            Some(fault) => Err(fault),
        }
    }
}

/// Sets a field of an object.
pub fn put(map: &mut Map, name: &str, value: Value) {
    map.insert(name.to_owned(), value);
}

impl FromJson for String {
    fn from_json(value: Value) -> Result<String, Fault> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err(Fault::new("a string")),
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

impl<T: FromJson> FromJson for SortedMap<String, T> {
    fn from_json(value: Value) -> Result<Self, Fault> {
        let mut read = SortedMap::default();
        let fields = fields(value)?;
        if fields.len() > MAX_MAP_FIELDS {
            return Err(Fault::new("an object of few fields"));
        }
        for (name, value) in fields {
            let value = T::from_json(value).map_err(|fault| fault.within(&name))?;
            read.insert(name, value);
        }
        Ok(read)
    }
}

/// Implements [`ToJson`] for types that convert to a value.
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

impl<T: ToJson> ToJson for SortedMap<String, T> {
    fn to_json(&self) -> Value {
        Value::Object(self.iter().map(|(name, value)| (name.clone(), value.to_json())).collect())
    }
}

impl FromJson for usize {
    fn from_json(value: Value) -> Result<usize, Fault> {
        u64::from_json(value)?.try_into().map_err(|_| Fault::new("a small whole number"))
    }
}

/// Defines a struct read from a JSON object, with fields `name: Type = "nameInJson"`, or `name: Type` if
/// the names are equal. All fields are public and have a default.
#[macro_export]
macro_rules! shape {
    ($($(#[$meta:meta])* struct $name:ident { $($(#[$about:meta])* $field:ident: $type:ty $(= $json:literal)?),* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name { $($(#[$about])* pub $field: $type),* }

        impl $crate::json::FromJson for $name {
            fn from_json(value: $crate::json::Value) -> Result<Self, $crate::json::Fault> {
                let mut fields = $crate::json::Fields::of(value);
                let read = $name { $($field: fields.take($crate::shape!(@name $field $($json)?))),* };
                fields.end(read)
            }
        }
    )*};
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $json:literal) => { $json };
}

/// Implements writing a struct as an object with fields `name` or `name = "nameInJson"`.
#[macro_export]
macro_rules! written {
    ($($name:ident { $($field:ident $(= $json:literal)?),* })*) => {$(
        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                let mut map = $crate::json::Map::new();
                $($crate::json::put(&mut map, $crate::shape!(@name $field $($json)?), $crate::json::ToJson::to_json(&self.$field));)*
                $crate::json::Value::Object(map)
            }
        }
    )*};
}

#[cfg(test)]
#[allow(unreachable_pub)]
mod tests {
    use super::*;

    macro_rules! json {
        ($($json:tt)*) => { parse(&serde_json::json!($($json)*).to_string()).unwrap() };
    }

    shape! {
        /// A shape.
        struct Inner { wide_name: u32 = "wideName" }
        /// Another around it.
        struct Outer { title: String, inner: Vec<Inner>, note: Option<String>, by: SortedMap<String, f64> }
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
    fn absent_fields_have_defaults_and_unknown_ones_are_ignored() {
        assert_eq!(Outer::from_json(json!({"more": []})).unwrap(), Outer::default());
    }

    #[test]
    fn faults_contain_their_path() {
        let fault = |value| Outer::from_json(value).unwrap_err().to_string();
        assert_eq!(fault(json!([])), "it is not an object");
        assert_eq!(fault(json!({"title": 1})), "title is not a string");
        assert_eq!(fault(json!({"inner": [{}, {"wideName": -1}]})), "inner.1.wideName is not a whole number");
        assert_eq!(
            fault(json!({"inner": [{"wideName": 5e9 as u64}]})),
            "inner.0.wideName is not a small whole number"
        );
        assert_eq!(fault(json!({"by": {"a": "x"}})), "by.a is not a number");
    }
}
