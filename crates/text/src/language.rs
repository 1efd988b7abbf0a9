//! The languages of texts.

use super::english;
use values::{Error, Result};

/// By which rules words are distinguished and stemmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// With stop words and stems.
    English,
    /// Every word as it is.
    None,
}

/// Languages that MongoDB has and this engine has no stems for, with their codes.
const OTHERS: &[&str] = &[
    "danish",
    "da",
    "dutch",
    "nl",
    "finnish",
    "fi",
    "french",
    "fr",
    "german",
    "de",
    "hungarian",
    "hu",
    "italian",
    "it",
    "norwegian",
    "nb",
    "portuguese",
    "pt",
    "romanian",
    "ro",
    "russian",
    "ru",
    "spanish",
    "es",
    "swedish",
    "sv",
    "turkish",
    "tr",
];

impl Language {
    /// The language of this name; `None` for one that MongoDB does not have.
    ///
    /// # Errors
    /// `NotImplemented` (238) for one that this engine does not have.
    pub fn find(name: &str) -> Result<Option<Self>> {
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "english" | "en" => Ok(Some(Language::English)),
            "none" => Ok(Some(Language::None)),
            other if OTHERS.contains(&other) => {
                Err(Error::not_supported(&format!("The text search language '{other}'")))
            }
            _ => Ok(None),
        }
    }

    /// The name that explain shows.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "english",
            Language::None => "none",
        }
    }

    /// Whether a word is too frequent to be looked for.
    pub(super) fn is_stop_word(self, word: &str) -> bool {
        self == Language::English && english::is_stop_word(word)
    }

    /// What a word has in common with its other forms.
    pub(super) fn stem(self, word: &str) -> String {
        match self {
            Language::English => english::stem(word),
            Language::None => word.to_owned(),
        }
    }

    /// Whether words end at a character.
    pub(super) fn separates(self, c: char) -> bool {
        if c.is_ascii() {
            let apostrophe = c == '\'' && self == Language::English;
            return !(c.is_ascii_alphanumeric() || c == '_' || apostrophe);
        }
        c.is_whitespace() || !(c.is_alphanumeric() || collation::is_combining_mark(c))
    }
}
