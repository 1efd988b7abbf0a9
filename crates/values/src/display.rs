//! BSON values as text, as the server writes them in error messages and index bounds: `{ name: "x", n: 1.0,
//! at: new Date(0) }`.
use super::{Number, RawDoc, View, hexadecimal, uuid_text};

/// Formats a document.
pub fn display_document(doc: RawDoc<'_>) -> String {
    let mut out = String::new();
    write_document(&mut out, doc);
    out
}

/// Formats a value.
pub fn display_value(value: View<'_>) -> String {
    let mut out = String::new();
    write_view(&mut out, value);
    out
}

/// Formats the result of an expression as the server does: no spaces inside brackets, no constructors
/// around ids and dates.
pub fn display_evaluated(value: View<'_>) -> String {
    let list = |doc: RawDoc<'_>, named: bool| {
        let items = doc.iter().map(|element| {
            let value = display_evaluated(element.value.view());
            if named { format!("{}: {value}", element.name()) } else { value }
        });
        items.collect::<Vec<_>>().join(", ")
    };
    match value {
        View::Missing => "MISSING".into(),
        View::Document(doc) => format!("{{{}}}", list(doc, true)),
        View::Array(array) => format!("[{}]", list(array, false)),
        View::String(text) => format!("\"{}\"", String::from_utf8_lossy(text)),
        View::ObjectId(id) => hexadecimal(&id),
        View::Symbol(text) => format!("Symbol(\"{}\")", String::from_utf8_lossy(text)),
        View::Code(text) => format!("Code(\"{}\")", String::from_utf8_lossy(text)),
        // Shows six digits.
        View::Number(Number::Double(n)) if n.is_finite() => general(n, 6),
        View::Number(Number::Double(n)) if n.is_nan() => "nan".into(),
        View::Number(Number::Double(n)) => if n > 0.0 { "inf" } else { "-inf" }.into(),
        View::Date(millis) => crate::calendar::iso_date(millis),
        View::Binary { subtype, bytes } => {
            format!("BinData({subtype}, \"{}\")", hexadecimal(bytes).to_uppercase())
        }
        value => display_value(value),
    }
}

fn write_document(out: &mut String, doc: RawDoc<'_>) {
    if doc.is_empty() {
        out.push_str("{}");
        return;
    }
    out.push_str("{ ");
    for (i, element) in doc.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        out.push_str(element.name());
        out.push_str(": ");
        write_view(out, element.value.view());
    }
    out.push_str(" }");
}

fn write_array(out: &mut String, array: RawDoc<'_>) {
    if array.is_empty() {
        out.push_str("[]");
        return;
    }
    out.push_str("[ ");
    for (i, value) in array.values().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_view(out, value.view());
    }
    out.push_str(" ]");
}

/// Formats a double as the server does: always with a fraction, even with an exponent.
fn double(value: f64) -> String {
    let text = if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        general(value, 16)
    };
    if text.contains('.') { text } else { text + ".0" }
}

/// Formats a finite number as C's `%.<digits>g` does.
pub fn general(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = i32::try_from(digits).unwrap_or(i32::MAX);
    if (-4..digits).contains(&exponent) {
        let behind = usize::try_from(digits - 1 - exponent).unwrap_or(0);
        return trimmed(&format!("{value:.behind$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

/// Removes trailing zeros of a fraction.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn write_view(out: &mut String, value: View<'_>) {
    let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let text = match value {
        View::Missing => "missing".into(),
        View::MinKey => "MinKey".into(),
        View::MaxKey => "MaxKey".into(),
        View::Undefined => "undefined".into(),
        View::Null => "null".into(),
        View::Bool(b) => b.to_string(),
        View::Number(Number::Int32(n)) => n.to_string(),
        View::Number(Number::Int64(n)) => n.to_string(),
        View::Number(Number::Double(n)) => double(n),
        View::Number(Number::Decimal(n)) => n.to_text(),
        View::String(s) | View::Symbol(s) => {
            format!("\"{}\"", lossy(s).replace('\\', "\\\\").replace('"', "\\\""))
        }
        View::Document(doc) => return write_document(out, doc),
        View::Array(array) => return write_array(out, array),
        View::Binary { subtype: 4, bytes } if bytes.len() == 16 => {
            format!("UUID(\"{}\")", uuid_text(bytes))
        }
        View::Binary { subtype, bytes } => {
            format!("BinData({subtype}, {})", hexadecimal(bytes).to_uppercase())
        }
        View::ObjectId(id) => format!("ObjectId('{}')", hexadecimal(&id)),
        View::Date(millis) => format!("new Date({millis})"),
        View::Timestamp(t) => format!("Timestamp({}, {})", t >> 32, t & 0xFFFF_FFFF),
        View::Regex { pattern, options } => format!("/{}/{}", lossy(pattern), lossy(options)),
        View::DbPointer(bytes) => {
            let (name, id) = bytes.split_at(bytes.len().saturating_sub(12));
            let name = name.get(4..name.len().saturating_sub(1)).unwrap_or(&[]);
            format!("DBRef('{}', {})", lossy(name), hexadecimal(id))
        }
        View::Code(code) => lossy(code),
        View::CodeWithScope { code, scope } => {
            format!("CodeWScope( {}, {})", lossy(code), display_document(scope))
        }
    };
    out.push_str(&text);
}
