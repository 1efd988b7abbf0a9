//! Extended JSON as the page shows it: parsed into a tree whose leaves are text in the shell's notation
//! (`ObjectId("…")`, `ISODate("…")`, `NumberLong("5")`). Reads both forms, canonical and relaxed.
//!
//! Source: <https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md>

use protocol::json::{Map, Value as Json};

/// A value of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A document, fields in order.
    Document(Vec<(String, Value)>),
    /// An array.
    Array(Vec<Value>),
    /// Anything else.
    Leaf(Leaf),
}

/// A value without parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// BSON's name of the type, as in `$type`.
    pub kind: &'static str,
    /// The value in the shell's notation.
    pub text: String,
}

impl Value {
    /// Parses a text. The error is a sentence for the reader.
    pub fn parse(text: &str) -> Result<Value, String> {
        let json: Json = protocol::json::parse(text).map_err(|e| format!("not valid extended JSON: {e}"))?;
        Ok(Value::from(&json))
    }

    /// The value on one line of at most about `limit` characters, for table cells and closed branches.
    pub fn summary(&self, limit: usize) -> String {
        let mut out = String::new();
        self.write_summary(&mut out, limit);
        if out.chars().count() > limit {
            out = out.chars().take(limit.saturating_sub(1)).collect();
            out.push('…');
        }
        out
    }

    fn write_summary(&self, out: &mut String, limit: usize) {
        match self {
            Value::Leaf(leaf) => out.push_str(&leaf.text),
            Value::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if out.len() > limit {
                        break;
                    }
                    out.push_str(if i == 0 { "" } else { ", " });
                    item.write_summary(out, limit);
                }
                out.push(']');
            }
            Value::Document(fields) => {
                out.push('{');
                for (i, (name, value)) in fields.iter().enumerate() {
                    if out.len() > limit {
                        break;
                    }
                    out.push_str(if i == 0 { " " } else { ", " });
                    out.push_str(name);
                    out.push_str(": ");
                    value.write_summary(out, limit);
                }
                out.push_str(if fields.is_empty() { "}" } else { " }" });
            }
        }
    }

    /// A top-level field of a document.
    pub fn field(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Document(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

impl From<&Json> for Value {
    fn from(json: &Json) -> Value {
        match json {
            Json::Null => leaf("null", "null"),
            Json::Bool(b) => leaf("bool", b.to_string()),
            Json::Number(n) => leaf(if n.is_f64() { "double" } else { "int" }, n.to_string()),
            Json::String(s) => leaf("string", quoted(s)),
            Json::Array(items) => Value::Array(items.iter().map(Value::from).collect()),
            Json::Object(map) => wrapped(map).unwrap_or_else(|| {
                Value::Document(map.iter().map(|(k, v)| (k.clone(), Value::from(v))).collect())
            }),
        }
    }
}

fn leaf(kind: &'static str, text: impl Into<String>) -> Value {
    Value::Leaf(Leaf { kind, text: text.into() })
}

/// A text in double quotes, escaped as in JSON.
pub fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// Parses a type wrapper such as `{"$oid": "…"}`; `None` for an ordinary document.
fn wrapped(map: &Map) -> Option<Value> {
    let (key, inner) = map.iter().next()?;
    let text = inner.as_str();
    Some(match (key.as_str(), map.len()) {
        ("$oid", 1) => leaf("objectId", format!("ObjectId({})", quoted(text?))),
        ("$numberInt", 1) => leaf("int", text?),
        ("$numberLong", 1) => leaf("long", format!("NumberLong({})", quoted(text?))),
        ("$numberDouble", 1) => leaf("double", text?),
        ("$numberDecimal", 1) => leaf("decimal", format!("NumberDecimal({})", quoted(text?))),
        ("$date", 1) => leaf("date", format!("ISODate({})", quoted(&date(inner)?))),
        ("$uuid", 1) => leaf("binData", format!("UUID({})", quoted(text?))),
        ("$binary", 1) => {
            let parts = inner.as_object()?;
            let (base64, subtype) = (parts.get("base64")?.as_str()?, parts.get("subType")?.as_str()?);
            leaf("binData", format!("Binary({}, {})", quoted(base64), quoted(subtype)))
        }
        ("$timestamp", 1) => {
            let parts = inner.as_object()?;
            leaf("timestamp", format!("Timestamp({}, {})", parts.get("t")?, parts.get("i")?))
        }
        ("$regularExpression", 1) => {
            let parts = inner.as_object()?;
            let (pattern, options) = (parts.get("pattern")?.as_str()?, parts.get("options")?.as_str()?);
            leaf("regex", format!("/{pattern}/{options}"))
        }
        ("$dbPointer", 1) => {
            let parts = inner.as_object()?;
            let id = parts.get("$id")?.as_object()?.get("$oid")?.as_str()?;
            leaf("dbPointer", format!("DBPointer({}, {})", quoted(parts.get("$ref")?.as_str()?), quoted(id)))
        }
        ("$code", _) => leaf("javascript", format!("Code({})", quoted(text?))),
        ("$symbol", 1) => leaf("symbol", format!("Symbol({})", quoted(text?))),
        ("$minKey", 1) => leaf("minKey", "MinKey()"),
        ("$maxKey", 1) => leaf("maxKey", "MaxKey()"),
        ("$undefined", 1) => leaf("undefined", "undefined"),
        _ => return None,
    })
}

/// `{"$date": …}`: the relaxed form is ISO text, the canonical one milliseconds.
fn date(inner: &Json) -> Option<String> {
    if let Some(text) = inner.as_str() {
        return Some(text.to_owned());
    }
    let millis: i64 = inner.as_object()?.get("$numberLong")?.as_str()?.parse().ok()?;
    Some(iso(millis))
}

/// Milliseconds since 1970 as ISO 8601 in UTC.
pub fn iso(millis: i64) -> String {
    let (day, rest) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    let (y, m, d) = civil(day);
    let (h, min, s, ms) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000);
    let fraction = if ms == 0 { String::new() } else { format!(".{ms:03}") };
    format!("{y:04}-{m:02}-{d:02}T{h:02}:{min:02}:{s:02}{fraction}Z")
}

/// Converts days since 1970 to year, month and day of the proleptic Gregorian calendar. Years start in March, so that
/// the leap day is the last of a year, and are grouped in eras of 400 years, which all have 146,097 days.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        Value::parse(json).unwrap().summary(200)
    }

    #[test]
    fn types_show_in_the_shells_notation() {
        assert_eq!(
            text(r#"{"_id":{"$oid":"507f191e810c19729de860ea"}}"#),
            r#"{ _id: ObjectId("507f191e810c19729de860ea") }"#
        );
        assert_eq!(
            text(r#"{"a":{"$numberInt":"5"},"b":{"$numberLong":"6"}}"#),
            r#"{ a: 5, b: NumberLong("6") }"#
        );
        assert_eq!(text(r#"{"$regularExpression":{"pattern":"^a","options":"i"}}"#), "/^a/i");
        assert_eq!(text(r#"[null,true,"x\"y",1.5,[]]"#), r#"[null, true, "x\"y", 1.5, []]"#);
    }

    #[test]
    fn dates_of_both_forms_agree() {
        assert_eq!(
            text(r#"{"$date":{"$numberLong":"1350302400000"}}"#),
            r#"ISODate("2012-10-15T12:00:00Z")"#
        );
        assert_eq!(text(r#"{"$date":"2012-10-15T12:00:00Z"}"#), r#"ISODate("2012-10-15T12:00:00Z")"#);
        assert_eq!(iso(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(iso(951_782_400_000), "2000-02-29T00:00:00Z");
    }

    #[test]
    fn a_document_that_only_looks_like_a_wrapper_stays_a_document() {
        assert!(matches!(Value::parse(r#"{"$oid":5}"#).unwrap(), Value::Document(_)));
        assert!(matches!(Value::parse(r#"{"$numberInt":"1","x":1}"#).unwrap(), Value::Document(_)));
    }

    #[test]
    fn fields_keep_their_order() {
        let Value::Document(fields) = Value::parse(r#"{"z":1,"a":2,"m":3}"#).unwrap() else { panic!() };
        assert_eq!(fields.iter().map(|(k, _)| k.as_str()).collect::<Vec<_>>(), ["z", "a", "m"]);
    }

    #[test]
    fn a_long_value_is_truncated_at_the_limit() {
        let long = format!("[{}]", vec!["\"abc\""; 500].join(","));
        assert_eq!(Value::parse(&long).unwrap().summary(40).chars().count(), 40);
    }
}
