//! Tokenizing and stemming texts.

use super::Language;
use collation::without_marks;

/// The sensitivity of comparing words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensitivity {
    /// Whether case is significant.
    pub case: bool,
    /// Whether diacritics are significant.
    pub marks: bool,
}

impl Sensitivity {
    /// Folds a text for comparison.
    pub(super) fn fold(self, text: &str) -> String {
        let text = if self.case { text.to_owned() } else { text.to_lowercase() };
        if self.marks { text } else { without_marks(&text) }
    }
}

/// A word or separator in a text.
pub(super) enum Token<'t> {
    /// A word.
    Word(&'t str),
    /// A separating character and its byte offset.
    Separator {
        character: char,
        at: usize,
        /// Whether the character follows a space or starts the text.
        after_space: bool,
    },
}

/// Splits a text into words and separators.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut start = None;
    let mut after_space = true;
    for (at, c) in text.char_indices() {
        if language.separates(c) {
            if let Some(start) = start.take() {
                out.push(Token::Word(&text[start..at]));
            }
            out.push(Token::Separator { character: c, at, after_space });
            after_space = c.is_whitespace();
        } else {
            start.get_or_insert(at);
            after_space = false;
        }
    }
    if let Some(start) = start {
        out.push(Token::Word(&text[start..]));
    }
    out
}

/// Returns the stems of a text's words, except stop words.
pub(super) fn stems(text: &str, language: Language, sensitivity: Sensitivity) -> Vec<String> {
    let stem = |token: Token<'_>| match token {
        Token::Word(word) if !language.is_stop_word(&word.to_lowercase()) => {
            Some(stem_of(word, language, sensitivity))
        }
        _ => None,
    };
    tokens(text, language).into_iter().filter_map(stem).collect()
}

/// Returns the stem of one word.
fn stem_of(word: &str, language: Language, sensitivity: Sensitivity) -> String {
    let cased = if sensitivity.case { word.to_owned() } else { word.to_lowercase() };
    let stem = language.stem(&cased);
    if sensitivity.marks { stem } else { without_marks(&stem) }
}
