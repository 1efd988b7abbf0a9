//! Order-preserving key encoding: the bytes of two encoded values compare as
//! the values do, so that an index is an ordered map of byte strings and a
//! group key is a hash-map key.
//!
//! Each value is a rank byte (its type's place in the sort order) and a body:
//! - numbers: the greatest double not above the number as 8 order-preserving
//!   bytes, then 0, or 1 and the exact decimal when the double is not equal,
//!   so that all four types compare exactly;
//! - text: the bytes with 0 escaped as `00 FF`, then `00`;
//! - documents: per element rank, name, body; then `00`;
//! - arrays: the encoded values; then `00`.
//!
//! Equal values of different numeric types have equal keys, as in the server.

use super::{Decimal, Number, Parts, RawDoc, View};

/// Appends the ascending key of a value. `Missing` encodes as undefined; index
/// builders turn missing fields into null before they call this.
pub fn encode(value: View<'_>, out: &mut Vec<u8>) {
    out.push(value.rank());
    encode_body(value, out);
}

/// Appends the descending key of a value: the ascending key with every bit turned.
pub fn encode_descending(value: View<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    encode(value, out);
    for byte in &mut out[start..] {
        *byte = !*byte;
    }
}

/// The ascending key of a value.
pub fn key_of(value: View<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(16);
    encode(value, &mut out);
    out
}

fn encode_body(value: View<'_>, out: &mut Vec<u8>) {
    match value {
        View::Missing | View::Undefined | View::Null | View::MinKey | View::MaxKey => {}
        View::Number(number) => encode_number(number, out),
        View::String(text) | View::Symbol(text) | View::Code(text) => encode_text(text, out),
        View::Document(doc) => encode_document(doc, out),
        View::Array(array) => {
            for value in array.values() {
                encode(value.view(), out);
            }
            out.push(0);
        }
        View::Binary { subtype, bytes } => {
            out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
            out.push(subtype);
            out.extend_from_slice(bytes);
        }
        View::ObjectId(id) => out.extend_from_slice(&id),
        View::Bool(b) => out.push(u8::from(b)),
        View::Date(millis) => out.extend_from_slice(&((millis as u64) ^ (1 << 63)).to_be_bytes()),
        View::Timestamp(t) => out.extend_from_slice(&t.to_be_bytes()),
        View::Regex { pattern, options } => {
            encode_text(pattern, out);
            encode_text(options, out);
        }
        View::DbPointer(bytes) => {
            out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
            out.extend_from_slice(bytes);
        }
        View::CodeWithScope { code, scope } => {
            encode_text(code, out);
            encode_document(scope, out);
        }
    }
}

fn encode_document(doc: RawDoc<'_>, out: &mut Vec<u8>) {
    for element in doc.iter() {
        let view = element.value.view();
        out.push(view.rank());
        encode_text(element.key, out);
        encode_body(view, out);
    }
    out.push(0);
}

fn encode_text(text: &[u8], out: &mut Vec<u8>) {
    if text.contains(&0) {
        for &byte in text {
            out.push(byte);
            if byte == 0 {
                out.push(0xFF);
            }
        }
    } else {
        out.extend_from_slice(text);
    }
    out.push(0);
}

fn encode_number(number: Number, out: &mut Vec<u8>) {
    let (floor, exact) = match number {
        Number::Int32(n) => (f64::from(n), None),
        Number::Double(n) => (n, None),
        Number::Int64(n) => floor_of_i64(n),
        Number::Decimal(n) => {
            let (floor, equal) = n.floor_f64();
            (floor, (!equal).then_some(n))
        }
    };
    out.extend_from_slice(&ordered_double(floor));
    match exact {
        None => out.push(0),
        Some(decimal) => {
            out.push(1);
            encode_decimal(decimal, out);
        }
    }
}

fn floor_of_i64(n: i64) -> (f64, Option<Decimal>) {
    let nearest = n as f64;
    match Number::Double(nearest).compare(Number::Int64(n)) {
        std::cmp::Ordering::Equal => (nearest, None),
        std::cmp::Ordering::Less => (nearest, Some(Decimal::from_i64(n))),
        std::cmp::Ordering::Greater => (nearest.next_down(), Some(Decimal::from_i64(n))),
    }
}

/// Eight bytes whose order is that of the doubles; NaN is least, -0 equals 0.
fn ordered_double(value: f64) -> [u8; 8] {
    if value.is_nan() {
        return [0; 8];
    }
    let bits = (value + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | (1 << 63) };
    ordered.to_be_bytes()
}

/// Finite decimals in order: adjusted exponent and 34 aligned digits, turned for negatives.
fn encode_decimal(decimal: Decimal, out: &mut Vec<u8>) {
    let Parts::Finite { negative, coefficient, exponent } = decimal.parts() else {
        return;
    };
    if coefficient == 0 {
        out.push(1);
        return;
    }
    let digits = coefficient.ilog10();
    let adjusted = (exponent + digits as i32 + 8192) as u16;
    let aligned = coefficient * 10u128.pow(33 - digits);
    let start = out.len() + 1;
    out.push(if negative { 0 } else { 2 });
    out.extend_from_slice(&adjusted.to_be_bytes());
    out.extend_from_slice(&aligned.to_be_bytes());
    if negative {
        for byte in &mut out[start..] {
            *byte = !*byte;
        }
    }
}
