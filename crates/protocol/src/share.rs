//! Code in a link: everything behind `#/open/`.
//!
//! ```text
//! payload   base64url without padding of: version (1 byte), length (3 bytes), deflate stream
//! stream    exercise id, a zero byte, the code; both UTF-8. No id means the free sandbox page.
//! length    of the inflated stream, big endian
//! ```
//!
//! The length stands in front so that a small link cannot ask for much memory. The version is counted up when
//! the layout changes; a reader says so when a link is newer than itself.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

const VERSION: u8 = 1;
/// Bytes of id and code together that a link may hold.
const MAX_STATE: usize = 256 << 10;
/// Characters of a payload: beyond any that holds [`MAX_STATE`] bytes.
const MAX_PAYLOAD: usize = 400 << 10;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The contents of a share link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The exercise that the code is for; `None` is the free sandbox page.
    pub exercise: Option<String>,
    /// The code in the editor.
    pub code: String,
}

impl Shared {
    /// The payload of a link.
    ///
    /// # Errors
    /// A sentence for the learner, when the code is too long for a link.
    pub fn encode(&self) -> Result<String, String> {
        let id = self.exercise.as_deref().unwrap_or("");
        let mut state = Vec::with_capacity(id.len() + 1 + self.code.len());
        state.extend_from_slice(id.as_bytes());
        state.push(0);
        state.extend_from_slice(self.code.as_bytes());
        if state.len() > MAX_STATE {
            return Err(format!("This code is too long for a link: {} kB is the most.", MAX_STATE >> 10));
        }
        let [_, a, b, c] = u32::try_from(state.len()).unwrap_or(u32::MAX).to_be_bytes();
        let mut bytes = vec![VERSION, a, b, c];
        bytes.extend_from_slice(&compress_to_vec(&state, 9));
        Ok(to_base64url(&bytes))
    }

    /// Reads the payload of a link.
    ///
    /// # Errors
    /// A sentence for the learner: damaged, too long, or from a newer version.
    pub fn decode(payload: &str) -> Result<Shared, String> {
        const DAMAGED: &str = "This link is damaged: perhaps a part of it was lost on the way.";
        if payload.len() > MAX_PAYLOAD {
            return Err("This link is too long to have been made here.".to_owned());
        }
        let bytes = from_base64url(payload).ok_or(DAMAGED)?;
        let &[version, a, b, c, ref stream @ ..] = bytes.as_slice() else {
            return Err(DAMAGED.to_owned());
        };
        if version != VERSION {
            return Err(
                "This link was made by another version of Schema Dojo. Reload the page and try again."
                    .to_owned(),
            );
        }
        let length = usize::try_from(u32::from_be_bytes([0, a, b, c])).map_err(|_| DAMAGED)?;
        if length > MAX_STATE {
            return Err(DAMAGED.to_owned());
        }
        let state = decompress_to_vec_with_limit(stream, length).map_err(|_| DAMAGED)?;
        if state.len() != length {
            return Err(DAMAGED.to_owned());
        }
        let state = String::from_utf8(state).map_err(|_| DAMAGED)?;
        let (id, code) = state.split_once('\0').ok_or(DAMAGED)?;
        let exercise = match id {
            "" => None,
            id if is_id(id) => Some(id.to_owned()),
            _ => return Err(DAMAGED.to_owned()),
        };
        Ok(Shared { exercise, code: code.to_owned() })
    }
}

/// Exercise ids become file names in requests, so nothing else may pass.
fn is_id(id: &str) -> bool {
    id.len() <= 80 && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn to_base64url(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..=group.len() {
            out.push(char::from(ALPHABET[(bits >> (18 - 6 * place) & 63) as usize]));
        }
    }
    out
}

/// `None` for a character outside the alphabet and for a length that no encoding has.
fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        if group.len() == 1 {
            return None;
        }
        let mut bits = 0_u32;
        for &character in group {
            let value = ALPHABET.iter().position(|&c| c == character)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        bits <<= 6 * (4 - group.len());
        out.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_link_reads_back(id in proptest::option::of("[a-z0-9-]{1,40}"), code in "\\PC{0,400}") {
            let shared = Shared { exercise: id, code };
            let payload = shared.encode().unwrap();
            prop_assert!(payload.bytes().all(|b| ALPHABET.contains(&b)));
            prop_assert_eq!(Shared::decode(&payload).unwrap(), shared);
        }

        #[test]
        fn no_payload_panics(payload in "[A-Za-z0-9_-]{0,200}") {
            let _ = Shared::decode(&payload);
        }

        #[test]
        fn no_bytes_panic(version in 0..3_u8, bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Shared::decode(&to_base64url(&[&[version], bytes.as_slice()].concat()));
        }

        #[test]
        fn a_shortened_link_is_refused(code in "\\PC{1,200}", cut in 1..20_usize) {
            let payload = Shared { exercise: None, code }.encode().unwrap();
            let shorter = &payload[..payload.len().saturating_sub(cut)];
            prop_assert!(Shared::decode(shorter).is_err());
        }

        #[test]
        fn base64url_reads_back(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(from_base64url(&to_base64url(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn code_compresses() {
        let code = "db.books.insertOne({ title: \"Ulysses\" });\n".repeat(100);
        let payload = Shared { exercise: None, code }.encode().unwrap();
        assert!(payload.len() < 200, "{}", payload.len());
    }

    #[test]
    fn a_bomb_is_refused() {
        let mut bytes = vec![VERSION, 0, 0, 10];
        bytes.extend_from_slice(&compress_to_vec(&vec![0; 1 << 20], 9));
        assert!(Shared::decode(&to_base64url(&bytes)).is_err());
        bytes[1..4].copy_from_slice(&[0xff; 3]);
        assert!(Shared::decode(&to_base64url(&bytes)).is_err());
    }

    #[test]
    fn other_versions_and_hostile_ids_are_refused() {
        let with = |version: u8, state: &[u8]| {
            let mut bytes = vec![version, 0, 0, u8::try_from(state.len()).unwrap()];
            bytes.extend_from_slice(&compress_to_vec(state, 9));
            Shared::decode(&to_base64url(&bytes))
        };
        assert!(with(1, b"loans\0x").is_ok());
        assert!(with(2, b"loans\0x").unwrap_err().contains("version"));
        assert!(with(1, b"../loans\0x").is_err());
        assert!(with(1, b"no zero").is_err());
        assert!(with(1, b"\0\xff").is_err());
    }

    #[test]
    fn too_much_code_is_refused() {
        let shared = Shared { exercise: None, code: "x".repeat(MAX_STATE + 1) };
        assert!(shared.encode().unwrap_err().contains("too long"));
    }
}
