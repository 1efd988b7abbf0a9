//! Values as text: what conversions to strings give, and how messages show values.

use std::fmt::Write;

use super::calendar;
use crate::value::{Number, RawDoc, Value, View};

/// A number as the server writes it: doubles with at most 16 significant digits.
pub(super) fn number(number: Number) -> String {
    match number {
        Number::Int32(n) => n.to_string(),
        Number::Int64(n) => n.to_string(),
        Number::Double(n) => double(n),
        Number::Decimal(n) => n.to_text(),
    }
}

/// C's `%.16g`.
pub(super) fn double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    crate::value::general(value, 16)
}

/// A value as messages about computed values show it: documents without inner
/// spaces, doubles with six digits, dates in full.
pub(super) fn shown(value: &Value<'_>) -> String {
    let mut out = String::new();
    write_shown(&mut out, value.view());
    out
}

fn write_shown(out: &mut String, value: View<'_>) {
    let text = match value {
        View::Missing => "MISSING".to_owned(),
        View::Number(Number::Double(n)) if !n.is_finite() => match n.is_nan() {
            true => "nan".to_owned(),
            false => if n > 0.0 { "inf" } else { "-inf" }.to_owned(),
        },
        View::Number(Number::Double(n)) => crate::value::general(n, 6),
        View::String(text) => format!("\"{}\"", String::from_utf8_lossy(text)),
        View::Symbol(text) => format!("Symbol(\"{}\")", String::from_utf8_lossy(text)),
        View::Code(text) => format!("Code(\"{}\")", String::from_utf8_lossy(text)),
        View::Date(millis) => calendar::iso_date(millis),
        View::ObjectId(id) => id.iter().fold(String::new(), |mut out, byte| {
            // Writing to a string cannot fail.
            let _ = write!(out, "{byte:02x}");
            out
        }),
        View::Document(doc) => return write_fields(out, doc, true),
        View::Array(array) => return write_fields(out, array, false),
        other => crate::value::display_value(other),
    };
    out.push_str(&text);
}

fn write_fields(out: &mut String, doc: RawDoc<'_>, named: bool) {
    let (open, close) = if named { ('{', '}') } else { ('[', ']') };
    out.push(open);
    for (at, element) in doc.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        if named {
            out.push_str(element.name());
            out.push_str(": ");
        }
        write_shown(out, element.value.view());
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_have_sixteen_digits() {
        for (value, text) in [
            (1.0, "1"),
            (2.5, "2.5"),
            (0.1, "0.1"),
            (1e21, "1e+21"),
            (1e-7, "1e-07"),
            (123456789.125, "123456789.125"),
            (1e15, "1000000000000000"),
            (-0.0, "-0"),
        ] {
            assert_eq!(double(value), text);
        }
    }
}
