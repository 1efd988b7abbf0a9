//! Reading and writing plain data as JSON, by hand.
//!
//! The page is downloaded, and derived readers were a fifth of it: each accepts sequences, maps and borrowed
//! texts in a copy of its own. Here a reader takes a parsed value apart, and what it shares with the others is
//! compiled once. Absent fields have their default, others are passed over, and a fault names its place:
//! `tracks.0.title is not a text`.

mod parse;
mod value;
mod write;

use std::fmt;
use std::rc::Rc;

pub use self::parse::parse;
pub use self::value::{Map, Number, Value};
use sorted_map::SortedMap;

/// Fields of an object that is read as a map. A [`SortedMap`] of many takes long to fill.
const MOST_NAMES: usize = 20_000;

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
fn fields(value: Value) -> Result<Map, Fault> {
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(Fault::new("an object")),
    }
}

/// Reads the fields of an object one after the other. The first fault is kept for the end, so that a struct is read
/// without a branch for each of its fields.
pub struct Fields {
    map: Map,
    fault: Option<Fault>,
}

impl Fields {
    /// The fields of a value, which has to be an object.
    pub fn of(value: Value) -> Fields {
        match fields(value) {
            Ok(map) => Fields { map, fault: None },
            Err(fault) => Fields { map: Map::new(), fault: Some(fault) },
        }
    }

    /// Takes a field out; the default when it is not there or is something else.
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

    /// What was read, if no field was at fault.
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

/// Sets a field of an object that is written.
pub fn put(map: &mut Map, name: &str, value: Value) {
    map.insert(name.to_owned(), value);
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

impl<T: FromJson> FromJson for SortedMap<String, T> {
    fn from_json(value: Value) -> Result<Self, Fault> {
        let mut read = SortedMap::default();
        let fields = fields(value)?;
        if fields.len() > MOST_NAMES {
            return Err(Fault::new("an object of few fields"));
        }
        for (name, value) in fields {
            let value = T::from_json(value).map_err(|fault| fault.within(&name))?;
            read.insert(name, value);
        }
        Ok(read)
    }
}

/// Values that convert themselves.
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
                let mut fields = $crate::json::Fields::of(value);
                let read = $name { $($field: fields.take($crate::shape!(@name $field $($json)?))),* };
                fields.end(read)
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
