//! Conversions between strings and binary data: the `format` of `$convert`
//! (<https://www.mongodb.com/docs/v8.0/reference/operator/aggregation/convert/>).

use super::super::prelude::*;
use super::cast::CONVERSION_FAILURE;
use crate::value::{from_hexadecimal, hexadecimal, uuid_text};

/// The subtype of UUIDs.
pub(super) const UUID: u8 = 4;

/// A string format of binary data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// UUID for the UUID subtype, else base64.
    Auto,
    /// Base64 of RFC 4648, with padding.
    Base64,
    /// URL-safe base64 of RFC 4648, without padding.
    Base64Url,
    /// Two hexadecimal digits per byte.
    Hex,
    /// The bytes as UTF-8.
    Utf8,
    /// 8-4-4-4-12 hexadecimal digits.
    Uuid,
}

impl Format {
    /// Parses the operand; `None` when it is null.
    ///
    /// # Errors
    /// 4341114 for another type than a string, 4341125 for an unknown name.
    pub(super) fn read(value: &Value<'_>) -> Result<Option<Format>> {
        if value.is_nullish() {
            return Ok(None);
        }
        let Some(name) = value.as_str() else {
            return Err(Error::new(
                4341114,
                format!(
                    "$convert requires that 'format' be a string, found: {} with value {}",
                    type_name(value.tag()),
                    shown(value)
                ),
            ));
        };
        Ok(Some(match name {
            "auto" => Format::Auto,
            "base64" => Format::Base64,
            "base64url" => Format::Base64Url,
            "hex" => Format::Hex,
            "utf8" => Format::Utf8,
            "uuid" => Format::Uuid,
            _ => return Err(Error::new(4341125, format!("Invalid 'format' argument for $convert: {name}"))),
        }))
    }

    fn of(self, subtype: u8) -> Format {
        match self {
            Format::Auto if subtype == UUID => Format::Uuid,
            Format::Auto => Format::Base64,
            format => format,
        }
    }
}

fn failure(text: String) -> Error {
    Error::new(CONVERSION_FAILURE, text)
}

/// Formats binary data as a string.
///
/// # Errors
/// `ConversionFailure`.
pub(super) fn to_text(bytes: &[u8], subtype: u8, format: Format) -> Result<String> {
    match format.of(subtype) {
        // Data with the wrong length for a UUID becomes base64.
        Format::Uuid if format == Format::Auto && bytes.len() != 16 => Ok(base64(bytes, STANDARD, true)),
        Format::Uuid if subtype == UUID && bytes.len() == 16 => Ok(uuid_text(bytes)),
        Format::Uuid => Err(failure(format!(
            "Only BinData with UUID subtype can be converted to 'uuid' format in $convert with no onError value, found subtype {subtype} and {} bytes",
            bytes.len()
        ))),
        Format::Hex => Ok(hexadecimal(bytes).to_ascii_uppercase()),
        Format::Utf8 => String::from_utf8(bytes.to_vec()).map_err(|_| {
            failure(format!(
                "BinData does not represent a valid UTF-8 string in $convert with no onError value: {}",
                base64(bytes, STANDARD, true)
            ))
        }),
        Format::Base64Url => Ok(base64(bytes, URL, false)),
        Format::Auto | Format::Base64 => Ok(base64(bytes, STANDARD, true)),
    }
}

/// Parses binary data from a string.
///
/// # Errors
/// `ConversionFailure`.
pub(super) fn from_text(text: &str, subtype: u8, format: Format) -> Result<Vec<u8>> {
    let format = format.of(subtype);
    // The UUID subtype and the UUID format require each other.
    let is_uuid = subtype == UUID;
    let (found, why) = match format {
        Format::Uuid if !is_uuid => {
            (None, "Only the UUID subtype (4) is allowed with the 'uuid' format.".to_owned())
        }
        Format::Hex => (from_hexadecimal(text), "Input is not a valid hex string.".to_owned()),
        Format::Utf8 => (Some(text.as_bytes().to_vec()), "Input is not a valid UUID string.".to_owned()),
        Format::Uuid => {
            let bytes = from_hexadecimal(&text.replace('-', "")).filter(|bytes| bytes.len() == 16);
            let valid = bytes.filter(|bytes| uuid_text(bytes).eq_ignore_ascii_case(text));
            (valid, "Input is not a valid UUID string.".to_owned())
        }
        Format::Base64Url => {
            (read_base64(text, URL, false), "Input is not a valid base64url string.".to_owned())
        }
        Format::Auto | Format::Base64 => {
            (read_base64(text, STANDARD, true), "Input is not a valid base64 string.".to_owned())
        }
    };
    found.filter(|_| is_uuid == (format == Format::Uuid)).ok_or_else(|| {
        failure(format!("Failed to parse BinData '{text}' in $convert with no onError value: {why}"))
    })
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(bytes: &[u8], digits: &[u8; 64], padded: bool) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0, |group, at| group << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for place in 0..4 {
            if place <= chunk.len() {
                out.push(char::from(digits[(group >> (18 - 6 * place)) as usize & 63]));
            } else if padded {
                out.push('=');
            }
        }
    }
    out
}

fn read_base64(text: &str, digits: &[u8; 64], padded: bool) -> Option<Vec<u8>> {
    let bare = text.trim_end_matches('=');
    let padding = text.len() - bare.len();
    let complete = text.len().is_multiple_of(4) && padding <= 2;
    // A group can't have a single digit; with padding, groups must be complete.
    if (padded || padding > 0) && !complete || bare.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(bare.len() / 4 * 3 + 2);
    let (mut group, mut bits) = (0_u32, 0);
    for byte in bare.bytes() {
        let digit = digits.iter().position(|digit| *digit == byte)?;
        group = group << 6 | u32::try_from(digit).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((group >> bits) as u8);
            group &= (1 << bits) - 1;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_encodes_and_decodes() {
        for (bytes, text, url) in [
            (&b""[..], "", ""),
            (b"f", "Zg==", "Zg"),
            (b"fo", "Zm8=", "Zm8"),
            (b"foo", "Zm9v", "Zm9v"),
            (&[0xFB, 0xFF, 0xBF], "+/+/", "-_-_"),
        ] {
            assert_eq!(base64(bytes, STANDARD, true), text);
            assert_eq!(base64(bytes, URL, false), url);
            assert_eq!(read_base64(text, STANDARD, true).as_deref(), Some(bytes));
            assert_eq!(read_base64(url, URL, false).as_deref(), Some(bytes));
        }
        for wrong in ["Z", "Zg", "Zg=", "Zg===", "Z?==", "====", "Zm9v="] {
            assert_eq!(read_base64(wrong, STANDARD, true), None, "{wrong}");
        }
    }
}
