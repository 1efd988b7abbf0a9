//! Hexadecimal text.

/// Formats bytes with two lower-case digits each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Parses pairs of digits of either case; `None` for other text.
pub fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] * 16 + pair[1]).collect())
}

/// Formats a UUID's sixteen bytes in groups of 8, 4, 4, 4 and 12 digits.
pub fn uuid_text(bytes: &[u8]) -> String {
    let mut text = hexadecimal(bytes);
    for at in [20, 16, 12, 8] {
        if at <= text.len() {
            text.insert(at, '-');
        }
    }
    text
}
