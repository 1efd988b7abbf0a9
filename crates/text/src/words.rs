//! From a text to its words.

use super::Language;
use collation::without_marks;

/// What makes words differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensitivity {
    /// Upper and lower case.
    pub case: bool,
    /// Letters with and without marks.
    pub marks: bool,
}

impl Sensitivity {
    /// The text as it is compared.
    pub(super) fn fold(self, text: &str) -> String {
        let text = if self.case { text.to_owned() } else { text.to_lowercase() };
        if self.marks { text } else { without_marks(&text) }
    }
}

/// A word or a separator of a text.
pub(super) enum Token<'t> {
    /// A word.
    Word(&'t str),
    /// A separating character and where it stands.
    Separator {
        character: char,
        at: usize,
        /// Whether a space is before it, or nothing.
        after_space: bool,
    },
}

/// The words of a text and what is between them.
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

/// The stems of the words of a text, stop words left out.
pub(super) fn stems(text: &str, language: Language, sensitivity: Sensitivity) -> Vec<String> {
    let stem = |token: Token<'_>| match token {
        Token::Word(word) if !language.is_stop_word(&word.to_lowercase()) => {
            Some(stem_of(word, language, sensitivity))
        }
        _ => None,
    };
    tokens(text, language).into_iter().filter_map(stem).collect()
}

/// The stem of one word.
fn stem_of(word: &str, language: Language, sensitivity: Sensitivity) -> String {
    let cased = if sensitivity.case { word.to_owned() } else { word.to_lowercase() };
    let stem = language.stem(&cased);
    if sensitivity.marks { stem } else { without_marks(&stem) }
}
