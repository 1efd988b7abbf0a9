//! A link from anywhere is read or refused, and what was shared comes back.

use protocol::Shared;

/// # Panics
/// When a decoded link, encoded anew, says something else.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(shared) = Shared::decode(&text) {
        let again = shared.encode().and_then(|link| Shared::decode(&link));
        assert_eq!(again.as_ref(), Ok(&shared));
    }
    let code = text.replace('\0', "");
    let shared = Shared { exercise: None, code };
    if let Ok(link) = shared.encode() {
        assert_eq!(Shared::decode(&link), Ok(shared));
    }
}
