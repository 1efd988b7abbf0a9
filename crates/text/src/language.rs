//! The languages of text search.

use super::english;
use values::{Error, Result};

/// The rules by which texts are tokenized and words stemmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English stop words and stems.
    English,
    /// No stop words and no stems.
    None,
}

/// MongoDB's other languages, with their codes, which this engine doesn't support.
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
    /// Returns the language with this name; `None` for a name that MongoDB doesn't know.
    ///
    /// # Errors
    /// `NotImplemented` (238) for a language that this engine doesn't support.
    pub fn find(name: &str) -> Result<Option<Self>> {
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "english" | "en" => Ok(Some(Language::English)),
            "none" => Ok(Some(Language::None)),
            other if OTHERS.contains(&other) => Err(Error::not_supported(&format!(
                "The text search language '{other}' (other than 'english' and 'none')"
            ))),
            _ => Ok(None),
        }
    }

    /// Returns the name that explain shows.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "english",
            Language::None => "none",
        }
    }

    /// Whether a word is too frequent to search for.
    pub(super) fn is_stop_word(self, word: &str) -> bool {
        self == Language::English && english::is_stop_word(word)
    }

    /// Returns the stem of a word, which its other forms share.
    pub(super) fn stem(self, word: &str) -> String {
        match self {
            Language::English => english::stem(word),
            Language::None => word.to_owned(),
        }
    }

    /// Whether a character separates words.
    pub(super) fn separates(self, c: char) -> bool {
        if c.is_ascii() {
            let apostrophe = c == '\'' && self == Language::English;
            return !(c.is_ascii_alphanumeric() || c == '_' || apostrophe);
        }
        c.is_whitespace() || !(c.is_alphanumeric() || collation::is_combining_mark(c))
    }
}
