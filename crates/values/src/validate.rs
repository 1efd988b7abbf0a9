//! Validation of untrusted bytes before anything reads them.

use super::raw::{tag, value_length};
use crate::{Error, ErrorCode};

/// Maximum size of a stored document.
pub const MAX_DOCUMENT_BYTES: usize = 16 * 1024 * 1024;
/// Maximum nesting of documents and arrays in storage.
pub const MAX_DEPTH: usize = 100;
/// Maximum nesting of commands. Commands may wrap a document of maximum depth in levels of their own.
const MAX_COMMAND_DEPTH: usize = 200;

/// Checks that `bytes` are a well-formed BSON document: lengths, terminators, known types, UTF-8 text,
/// boolean bytes, nesting of at most 200.
///
/// # Errors
/// `InvalidBSON` (22) with the fault and its offset.
pub fn validate(bytes: &[u8]) -> Result<(), Error> {
    document(bytes, 0, 0)
}

/// Minimum size of a nesting level: type, terminator of an empty name, length and terminator of the
/// document.
const LEVEL_BYTES: usize = 1 + 1 + 4 + 1;

/// Checks that a document is nested at most [`MAX_DEPTH`] levels.
///
/// # Errors
/// `Overflow` (15) for deeper documents.
pub fn validate_depth(bytes: &[u8]) -> Result<(), Error> {
    fn deeper(bytes: &[u8], left: usize) -> bool {
        super::RawDoc::new(bytes).iter().any(|e| {
            e.value.as_container().is_some_and(|inner| left == 0 || deeper(inner.as_bytes(), left - 1))
        })
    }
    if bytes.len() > MAX_DEPTH * LEVEL_BYTES && deeper(bytes, MAX_DEPTH - 1) {
        return Err(Error::new(
            ErrorCode::OVERFLOW,
            format!("Cannot convert document: exceeded maximum nesting depth of {MAX_DEPTH} levels"),
        ));
    }
    Ok(())
}

fn invalid(offset: usize, what: &str) -> Error {
    Error::new(ErrorCode::INVALID_BSON, format!("invalid BSON at byte {offset}: {what}"))
}

fn document(bytes: &[u8], base: usize, depth: usize) -> Result<(), Error> {
    if depth > MAX_COMMAND_DEPTH {
        return Err(Error::new(
            ErrorCode::OVERFLOW,
            format!("BSON nested more than {MAX_COMMAND_DEPTH} levels deep"),
        ));
    }
    let declared = bytes.get(..4).and_then(|b| <[u8; 4]>::try_from(b).ok()).map(i32::from_le_bytes);
    let Some(declared) = declared else {
        return Err(invalid(base, "no length"));
    };
    if usize::try_from(declared).ok() != Some(bytes.len()) {
        return Err(invalid(
            base,
            &format!("length {declared} does not match the {} bytes present", bytes.len()),
        ));
    }
    if bytes.len() < 5 || bytes.last() != Some(&0) {
        return Err(invalid(base, "document is not terminated"));
    }
    let end = bytes.len() - 1;
    let mut at = 4;
    while at < end {
        let element_tag = bytes[at];
        let name_start = at + 1;
        let Some(name_length) = bytes[name_start..end].iter().position(|&b| b == 0) else {
            return Err(invalid(base + at, "field name is not terminated"));
        };
        let value_start = name_start + name_length + 1;
        if std::str::from_utf8(&bytes[name_start..name_start + name_length]).is_err() {
            return Err(invalid(base + name_start, "field name is not UTF-8"));
        }
        let rest = &bytes[value_start..end];
        let length = value_length(element_tag, rest).ok_or_else(|| {
            invalid(base + at, &format!("type 0x{element_tag:02x} is unknown or cut short"))
        })?;
        if length > rest.len() {
            return Err(invalid(base + value_start, "value runs past the end of the document"));
        }
        value(element_tag, &rest[..length], base + value_start, depth)?;
        at = value_start + length;
    }
    Ok(())
}

fn value(element_tag: u8, bytes: &[u8], base: usize, depth: usize) -> Result<(), Error> {
    match element_tag {
        tag::STRING | tag::SYMBOL | tag::CODE => string(bytes, base),
        tag::DOCUMENT | tag::ARRAY => document(bytes, base, depth + 1),
        tag::BOOL if bytes[0] > 1 => Err(invalid(base, "a boolean must be 0 or 1")),
        tag::REGEX if std::str::from_utf8(bytes).is_err() => {
            Err(invalid(base, "regular expression is not UTF-8"))
        }
        tag::BINARY if bytes.get(4) == Some(&2) => {
            let inner = bytes.get(5..9).and_then(|b| <[u8; 4]>::try_from(b).ok()).map(i32::from_le_bytes);
            match inner.and_then(|n| usize::try_from(n).ok()) {
                Some(n) if n + 9 == bytes.len() => Ok(()),
                _ => Err(invalid(base, "binary subtype 2 has a wrong inner length")),
            }
        }
        tag::DB_POINTER => string(&bytes[..bytes.len().saturating_sub(12)], base),
        tag::CODE_WITH_SCOPE => {
            let code_length = bytes
                .get(4..)
                .and_then(|rest| value_length(tag::CODE, rest))
                .filter(|n| 4 + n <= bytes.len())
                .ok_or_else(|| invalid(base, "code with scope is cut short"))?;
            string(&bytes[4..4 + code_length], base + 4)?;
            document(&bytes[4 + code_length..], base + 4 + code_length, depth + 1)
        }
        _ => Ok(()),
    }
}

fn string(bytes: &[u8], base: usize) -> Result<(), Error> {
    if bytes.len() < 5 || bytes.last() != Some(&0) {
        return Err(invalid(base, "string is not terminated"));
    }
    match std::str::from_utf8(&bytes[4..bytes.len() - 1]) {
        Ok(_) => Ok(()),
        Err(_) => Err(invalid(base, "string is not UTF-8")),
    }
}
