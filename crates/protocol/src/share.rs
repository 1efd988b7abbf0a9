//! The contents of share links: code, and the exercise that it belongs to.
//!
//! The page compresses the text for the link (`web/page/share_link.ts`).

/// The contents of a share link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The exercise of the code; `None` for the sandbox page.
    pub exercise: Option<String>,
    /// The code in the editor.
    pub code: String,
}

impl Shared {
    /// Returns the text for a link: the exercise's id, a null character, the code. An empty id means the
    /// sandbox page.
    pub fn to_text(&self) -> String {
        [self.exercise.as_deref().unwrap_or_default(), "\0", &self.code].concat()
    }

    /// Parses the text of a link; `None` when it is damaged.
    pub fn from_text(text: &str) -> Option<Shared> {
        let (id, code) = text.split_once('\0')?;
        let exercise = match id {
            "" => None,
            id if is_id(id) => Some(id.to_owned()),
            _ => return None,
        };
        Some(Shared { exercise, code: code.to_owned() })
    }
}

/// Exercise ids become file names in requests, so they must be strictly checked.
fn is_id(id: &str) -> bool {
    id.len() <= 80 && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_text_reads_back(id in proptest::option::of("[a-z0-9-]{1,40}"), code in "\\PC{0,400}") {
            let shared = Shared { exercise: id, code };
            prop_assert_eq!(Shared::from_text(&shared.to_text()), Some(shared));
        }
    }

    #[test]
    fn hostile_ids_are_refused() {
        assert!(Shared::from_text("loans\0x").is_some());
        for text in ["../loans\0x", "no zero", "", "Loans\0", "a/b\0", &format!("{}\0", "a".repeat(81))] {
            assert_eq!(Shared::from_text(text), None, "{text}");
        }
        assert_eq!(Shared::from_text("\0a\0b").map(|shared| shared.code), Some("a\0b".to_owned()));
    }
}
