//! An order-preserving encoding: the bytes of encoded values compare as the values do. So an index is an
//! ordered map of byte strings, and a group key is a hash-map key.
//!
//! Each value is a rank byte (its type's position in the sort order) and a body:
//! - numbers: the greatest double not above the number as 8 order-preserving bytes, then 0, or 1 and the
//!   exact decimal if the double is not equal, so that all four types compare exactly;
//! - text: the bytes with 0 and 1 escaped as `01 01` and `01 02`, then `00`; names: the bytes, then `00`;
//! - documents: per element rank, name, body; then `00`;
//! - arrays: the encoded values; then `00`.
//!
//! Equal values of different numeric types have equal keys, as in the server.

use super::{ArrayBuilder, Decimal, DocBuilder, Number, Parts, RawDoc, RawValue, Value, View, rank, tag};

/// Appends the ascending key of a value. `Missing` encodes as undefined; index builders replace it by null
/// before.
pub fn encode(value: View<'_>, out: &mut Vec<u8>) {
    out.push(value.rank());
    encode_body(value, out);
}

/// Appends the descending key of a value: the ascending key with all bits inverted.
pub fn encode_descending(value: View<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    encode(value, out);
    for byte in &mut out[start..] {
        *byte = !*byte;
    }
}

/// Returns the [`super::key_prefix`] of the key of a number that equals this double.
pub fn key_prefix_of_double(number: f64) -> u64 {
    let rank = u64::from(View::Number(Number::Double(number)).rank());
    rank << 56 | u64::from_be_bytes(ordered_double(number)) >> 8
}

/// Returns the [`super::key_prefix`] of a value's key. Fast for numbers, dates and ids, most of which
/// differ in it.
pub fn key_prefix_of(value: View<'_>) -> u64 {
    let head = |body: u64| u64::from(value.rank()) << 56 | body >> 8;
    match value {
        View::Number(Number::Double(number)) => key_prefix_of_double(number),
        View::Number(Number::Int32(number)) => key_prefix_of_double(f64::from(number)),
        View::Date(millis) => head((millis as u64) ^ (1 << 63)),
        View::ObjectId(id) => head(super::key_prefix(&id)),
        value => super::key_prefix(&key_of(value)),
    }
}

/// Returns the ascending key of a value.
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
            encode_name(pattern, out);
            encode_name(options, out);
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
        encode_name(element.key, out);
        encode_body(view, out);
    }
    out.push(0);
}

/// Encodes text that can't contain a 0, so that any byte may follow.
fn encode_name(name: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(name);
    out.push(0);
}

/// Encodes text that may contain a 0. No encoded text is a prefix of another, so the order also holds when
/// all bits are inverted and nothing follows.
fn encode_text(text: &[u8], out: &mut Vec<u8>) {
    if text.iter().any(|&byte| byte <= 1) {
        for &byte in text {
            if byte <= 1 {
                out.push(1);
                out.push(byte + 1);
            } else {
                out.push(byte);
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

/// Encodes a double in 8 bytes whose order is that of doubles; NaN is least, -0 equals 0.
fn ordered_double(value: f64) -> [u8; 8] {
    if value.is_nan() {
        return [0; 8];
    }
    let bits = (value + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | (1 << 63) };
    ordered.to_be_bytes()
}

/// Encodes a finite decimal in order: adjusted exponent and 34 aligned digits, inverted for negative
/// numbers.
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

/// Maximum size of the type bits in an index entry.
pub const MAX_TYPE_BITS: usize = 250;

/// Replaces type bits that were too long: the key can't be decoded.
pub const UNDECODABLE: u8 = 0xFE;

/// Appends the types that [`encode`] drops: per number its type byte; for decimals also their bits; for a
/// negative zero the type byte with the high bit set.
pub fn type_bits(value: RawValue<'_>, out: &mut Vec<u8>) {
    match value.view() {
        View::Number(Number::Double(n)) if n == 0.0 && n.is_sign_negative() => out.push(tag::DOUBLE | 0x80),
        View::Number(Number::Decimal(n)) => {
            out.push(tag::DECIMAL128);
            out.extend_from_slice(&n.to_bits().to_le_bytes());
        }
        View::Number(number) => out.push(number.tag()),
        View::Document(inner) | View::Array(inner) => inner.values().for_each(|v| type_bits(v, out)),
        View::CodeWithScope { scope, .. } => scope.values().for_each(|v| type_bits(v, out)),
        _ => {}
    }
}

/// Decodes the values of a key. `descending` says which of them have descending keys. Empty type bits mean
/// that all numbers are 32-bit integers. `None` when the bytes are not a valid key.
pub fn decode(bytes: &[u8], bits: &[u8], descending: &[bool]) -> Option<Vec<Value<'static>>> {
    if bits.first() == Some(&UNDECODABLE) {
        return None;
    }
    let mut reader = Reader { bytes, bits, invert: false };
    let mut values = Vec::with_capacity(descending.len());
    for &invert in descending {
        reader.invert = invert;
        values.push(reader.value()?);
    }
    Some(values)
}

/// Returns the size of the first encoded value of a key.
pub fn component_length(bytes: &[u8], descending: bool) -> Option<usize> {
    let mut reader = Reader { bytes, bits: &[], invert: descending };
    reader.skip()?;
    Some(bytes.len() - reader.bytes.len())
}

struct Reader<'a> {
    bytes: &'a [u8],
    bits: &'a [u8],
    invert: bool,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(if self.invert { !first } else { first })
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut out = [0; N];
        for slot in &mut out {
            *slot = self.byte()?;
        }
        Some(out)
    }

    fn many(&mut self, count: usize) -> Option<Vec<u8>> {
        (0..count).map(|_| self.byte()).collect()
    }

    fn text_bytes(&mut self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        loop {
            match self.byte()? {
                0 => return Some(out),
                1 => out.push(self.byte()?.checked_sub(1)?),
                other => out.push(other),
            }
        }
    }

    fn name(&mut self) -> Option<String> {
        let mut out = Vec::new();
        loop {
            match self.byte()? {
                0 => return String::from_utf8(out).ok(),
                other => out.push(other),
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.text_bytes()?).ok()
    }

    fn value(&mut self) -> Option<Value<'static>> {
        let rank = self.byte()?;
        self.body(rank)
    }

    fn body(&mut self, rank: u8) -> Option<Value<'static>> {
        Some(match rank {
            rank::MIN_KEY => Value::MinKey,
            rank::UNDEFINED => Value::Undefined,
            rank::NULL => Value::Null,
            rank::NUMBER => self.number()?,
            rank::TEXT => Value::String(self.text()?.into()),
            rank::DOCUMENT => Value::document(self.document()?),
            rank::ARRAY => {
                let mut array = ArrayBuilder::new();
                loop {
                    match self.byte()? {
                        0 => return Some(Value::array(array.finish())),
                        rank => {
                            let value = self.body(rank)?;
                            array.push(&value);
                        }
                    }
                }
            }
            rank::BINARY => {
                let length = u32::from_be_bytes(self.take()?) as usize;
                let subtype = self.byte()?;
                Value::Binary { subtype, bytes: self.many(length)?.into() }
            }
            rank::OBJECT_ID => Value::ObjectId(self.take()?),
            rank::BOOL => Value::Bool(self.byte()? != 0),
            rank::DATE => Value::Date((u64::from_be_bytes(self.take()?) ^ (1 << 63)) as i64),
            rank::TIMESTAMP => Value::Timestamp(u64::from_be_bytes(self.take()?)),
            rank::REGEX => Value::Regex { pattern: self.name()?.into(), options: self.name()?.into() },
            rank::DB_POINTER => {
                let length = u32::from_be_bytes(self.take()?) as usize;
                Value::DbPointer(self.many(length)?.into())
            }
            rank::CODE => Value::Code(self.text()?.into()),
            rank::CODE_WITH_SCOPE => self.code_with_scope()?,
            rank::MAX_KEY => Value::MaxKey,
            _ => return None,
        })
    }

    fn advance(&mut self, count: usize) -> Option<()> {
        self.bytes = self.bytes.get(count..)?;
        Some(())
    }

    fn skip(&mut self) -> Option<()> {
        let rank = self.byte()?;
        self.skip_body(rank)
    }

    /// Skips a value without decoding it.
    fn skip_body(&mut self, rank: u8) -> Option<()> {
        match rank {
            rank::MIN_KEY | rank::UNDEFINED | rank::NULL | rank::MAX_KEY => Some(()),
            rank::NUMBER => {
                self.advance(8)?;
                if self.byte()? == 0 {
                    return Some(());
                }
                if self.byte()? == 1 { Some(()) } else { self.advance(18) }
            }
            rank::TEXT | rank::CODE => self.skip_name(),
            rank::DOCUMENT => self.skip_document(),
            rank::ARRAY => loop {
                match self.byte()? {
                    0 => return Some(()),
                    rank => self.skip_body(rank)?,
                }
            },
            rank::BINARY => {
                let length = u32::from_be_bytes(self.take()?) as usize;
                self.advance(length.checked_add(1)?)
            }
            rank::OBJECT_ID => self.advance(12),
            rank::BOOL => self.advance(1),
            rank::DATE | rank::TIMESTAMP => self.advance(8),
            rank::REGEX => {
                self.skip_name()?;
                self.skip_name()
            }
            rank::DB_POINTER => {
                let length = u32::from_be_bytes(self.take()?) as usize;
                self.advance(length)
            }
            rank::CODE_WITH_SCOPE => {
                self.skip_name()?;
                self.skip_document()
            }
            _ => None,
        }
    }

    fn skip_name(&mut self) -> Option<()> {
        while self.byte()? != 0 {}
        Some(())
    }

    fn skip_document(&mut self) -> Option<()> {
        loop {
            match self.byte()? {
                0 => return Some(()),
                rank => {
                    self.skip_name()?;
                    self.skip_body(rank)?;
                }
            }
        }
    }

    fn document(&mut self) -> Option<Vec<u8>> {
        let mut out = DocBuilder::new();
        loop {
            match self.byte()? {
                0 => return Some(out.finish()),
                rank => {
                    let name = self.name()?;
                    let value = self.body(rank)?;
                    out.append(&name, &value);
                }
            }
        }
    }

    fn code_with_scope(&mut self) -> Option<Value<'static>> {
        let code = self.text_bytes()?;
        let scope = self.document()?;
        let mut bytes = vec![0; 4];
        super::write_string(&mut bytes, &code);
        bytes.extend_from_slice(&scope);
        let length = bytes.len() as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        Some(Value::CodeWithScope(bytes.into()))
    }

    fn bit(&mut self) -> Option<u8> {
        let (&first, rest) = self.bits.split_first()?;
        self.bits = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<Value<'static>> {
        let ordered = u64::from_be_bytes(self.take()?);
        let floor = match ordered {
            0 => f64::NAN,
            n if n >> 63 == 1 => f64::from_bits(n & !(1 << 63)),
            n => f64::from_bits(!n),
        };
        let exact = match self.byte()? {
            0 => None,
            _ => Some(self.decimal()?),
        };
        let number_tag = if self.bits.is_empty() { tag::INT32 } else { self.bit()? };
        Some(match number_tag {
            tag::INT32 => Value::Int32(floor as i32),
            tag::INT64 => Value::Int64(exact.map_or(Some(floor as i64), Decimal::to_i64_exact)?),
            tag::DOUBLE => Value::Double(floor),
            tag::DECIMAL128 => {
                let bits = self.bits.get(..16)?.try_into().ok()?;
                self.bits = &self.bits[16..];
                Value::Decimal(Decimal::from_bits(u128::from_le_bytes(bits)))
            }
            _ => Value::Double(-0.0),
        })
    }

    fn decimal(&mut self) -> Option<Decimal> {
        let sign = self.byte()?;
        if sign == 1 {
            return Some(Decimal::ZERO);
        }
        let turn = |byte: u8| if sign == 0 { !byte } else { byte };
        let adjusted = i32::from(u16::from_be_bytes(self.take::<2>()?.map(turn))) - 8192;
        let mut coefficient = u128::from_be_bytes(self.take::<16>()?.map(turn));
        let mut exponent = adjusted - 33;
        while coefficient % 10 == 0 {
            coefficient /= 10;
            exponent += 1;
        }
        Decimal::from_parts(sign == 0, coefficient, exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare;
    use proptest::prelude::*;

    fn scalar() -> impl Strategy<Value = Value<'static>> {
        prop_oneof![
            Just(Value::MinKey),
            Just(Value::MaxKey),
            Just(Value::Null),
            Just(Value::Undefined),
            any::<bool>().prop_map(Value::Bool),
            any::<i32>().prop_map(Value::Int32),
            (-3i32..3).prop_map(Value::Int32),
            any::<i64>().prop_map(Value::Int64),
            (i64::MAX - 3..=i64::MAX).prop_map(Value::Int64),
            any::<f64>().prop_map(Value::Double),
            (-3i32..3).prop_map(|n| Value::Double(f64::from(n) / 2.0)),
            any::<i64>().prop_map(|n| Value::Double(n as f64)),
            (any::<i64>(), -20i32..5).prop_map(|(n, e)| Value::Decimal(
                Decimal::from_parts(n < 0, n.unsigned_abs().into(), e).unwrap()
            )),
            (-30i32..30).prop_map(|n| Value::Decimal(
                Decimal::from_parts(n < 0, n.unsigned_abs().into(), -1).unwrap()
            )),
            "[a-b\0\x01\x02]{0,4}".prop_map(|s| Value::String(s.into())),
            any::<[u8; 12]>().prop_map(Value::ObjectId),
            any::<i64>().prop_map(Value::Date),
            any::<u64>().prop_map(Value::Timestamp),
            (0u8..3, prop::collection::vec(any::<u8>(), 0..4))
                .prop_map(|(subtype, bytes)| Value::Binary { subtype, bytes: bytes.into() }),
            ("[ab]{0,2}", "[im]{0,1}")
                .prop_map(|(p, o)| Value::Regex { pattern: p.into(), options: o.into() }),
        ]
    }

    fn value() -> impl Strategy<Value = Value<'static>> {
        scalar().prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(|items| {
                    let mut array = ArrayBuilder::new();
                    for item in &items {
                        array.push(item);
                    }
                    Value::array(array.finish())
                }),
                prop::collection::vec(("[ab]{1,2}", inner), 0..3).prop_map(|fields| {
                    let mut doc = DocBuilder::new();
                    for (name, value) in &fields {
                        doc.append(name, value);
                    }
                    Value::document(doc.finish())
                }),
            ]
        })
    }

    fn bytes_of(value: &Value<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        value.write_bytes(&mut out);
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn key_order_is_value_order(a in value(), b in value()) {
            let order = compare(a.view(), b.view());
            prop_assert_eq!(key_of(a.view()).cmp(&key_of(b.view())), order);
            let (mut x, mut y) = (Vec::new(), Vec::new());
            encode_descending(a.view(), &mut x);
            encode_descending(b.view(), &mut y);
            prop_assert_eq!(x.cmp(&y), order.reverse());
            prop_assert_eq!(key_prefix_of(a.view()), crate::key_prefix(&key_of(a.view())));
            if let Some(number) = a.to_raw(&mut Vec::new()).as_double() {
                let head = key_prefix_of_double(number);
                prop_assert_eq!(head, crate::key_prefix(&key_of(a.view())));
                prop_assert_eq!(!head, crate::key_prefix(&x));
            }
        }

        #[test]
        fn keys_decode_to_their_values(a in value(), b in value()) {
            let mut bytes = Vec::new();
            let mut bits = Vec::new();
            encode(a.view(), &mut bytes);
            encode_descending(b.view(), &mut bytes);
            for v in [&a, &b] {
                let mut scratch = Vec::new();
                type_bits(v.to_raw(&mut scratch), &mut bits);
            }
            prop_assert_eq!(component_length(&bytes, false), Some(key_of(a.view()).len()));
            let back = decode(&bytes, &bits, &[false, true]).unwrap();
            for (got, wanted) in back.iter().zip([&a, &b]) {
                prop_assert_eq!(got.tag(), wanted.tag());
                if !matches!(wanted, Value::Double(n) if n.is_nan()) {
                    prop_assert_eq!(bytes_of(got), bytes_of(wanted));
                }
            }
        }

        #[test]
        fn hostile_keys_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..40), bits in prop::collection::vec(any::<u8>(), 0..10)) {
            let _ = decode(&bytes, &bits, &[false, true]);
        }
    }
}
