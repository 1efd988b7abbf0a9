//! Collation: comparing strings by the rules of a language.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/collation/>. A
//! string is replaced by its sort key, a string whose code points are weights;
//! then everything else (comparison, index keys, grouping) is as without
//! collation. The order is that of the Unicode root collation for the scripts
//! of Europe, simplified: punctuation, symbols, digits, letters by their base
//! letter; then accents, then case. Languages' own alphabets are not told apart.

use std::borrow::Cow;

use super::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value, display_value};
use crate::error::ErrorCode;
use crate::{Error, Result};

include!(concat!(env!("OUT_DIR"), "/letters.rs"));

/// The order of ASCII punctuation and symbols in the Unicode root collation.
const PUNCTUATION: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
/// The last of them that `alternate: "shifted"` ignores with `maxVariable: "punct"`.
const LAST_PUNCTUATION: char = '%';
/// Languages that are accepted.
const LOCALES: &[&str] = &[
    "af", "sq", "am", "ar", "hy", "as", "az", "be", "bn", "bs", "bg", "my", "ca", "chr", "zh", "hr", "cs",
    "da", "nl", "dz", "en", "eo", "et", "ee", "fo", "fil", "fi", "fr", "gl", "ka", "de", "el", "gu", "ha",
    "haw", "he", "hi", "hu", "is", "ig", "smn", "id", "ga", "it", "ja", "kl", "kn", "kk", "km", "kok", "ko",
    "ky", "lkt", "lo", "lv", "ln", "lt", "dsb", "lb", "mk", "ms", "ml", "mt", "mr", "mn", "ne", "se", "nb",
    "nn", "or", "om", "ps", "fa", "pl", "pt", "pa", "ro", "ru", "sr", "si", "sk", "sl", "es", "sw", "sv",
    "ta", "te", "th", "bo", "to", "tr", "uk", "hsb", "ur", "ug", "vi", "wae", "cy", "yi", "yo", "zu", "root",
];

/// Separates the levels of a sort key; below every weight.
const LEVEL: char = '\u{1}';
/// First weight of digits, of numbers written as a whole, of letters.
const DIGITS: u32 = 0x200;
const NUMBERS: u32 = 0x240;
const LETTERS: u32 = 0x400;

/// A collation other than the simple one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collation {
    document: Vec<u8>,
    strength: i64,
    case_level: bool,
    upper_first: bool,
    numeric: bool,
    shifted: bool,
    spaces_only: bool,
    backwards: bool,
}

impl Collation {
    /// Reads a collation document; `None` for `{ locale: "simple" }`.
    ///
    /// # Errors
    /// 40414 without a locale, 40415 for an unknown field, `BadValue`,
    /// `FailedToParse`, `TypeMismatch` for wrong values.
    pub fn parse(doc: RawDoc<'_>) -> Result<Option<Self>> {
        const FIELDS: &[&str] = &[
            "locale",
            "caseLevel",
            "caseFirst",
            "strength",
            "numericOrdering",
            "alternate",
            "maxVariable",
            "normalization",
            "backwards",
            "version",
        ];
        if let Some(unknown) = doc.iter().find(|element| !FIELDS.contains(&element.name())) {
            return Err(Error::new(
                40415,
                format!("BSON field 'collation.{}' is an unknown field.", unknown.name()),
            ));
        }
        let Some(locale) = doc.get("locale") else {
            return Err(Error::new(40414, "BSON field 'collation.locale' is missing but a required field"));
        };
        let Some(locale) = locale.as_str() else {
            return Err(wrong_type("locale", locale, "string"));
        };
        if locale == "simple" {
            return match doc.count() {
                1 => Ok(None),
                _ => Err(Error::bad_value(
                    "If 'locale' is 'simple', no other fields may be specified in the collation",
                )),
            };
        }
        let language = locale.split(['_', '@', '-']).next().unwrap_or_default();
        if !LOCALES.contains(&language) {
            return Err(Error::bad_value(format!(
                "Field 'locale' is invalid in: {}",
                super::display_document(doc)
            )));
        }
        let strength = match doc.get("strength") {
            None => 3,
            Some(value) => {
                let number = value.as_number().ok_or_else(|| wrong_type("strength", value, "int"))?;
                number.to_i64_exact().filter(|n| (1..=5).contains(n)).ok_or_else(|| {
                    Error::failed_to_parse(format!(
                        "Field 'strength' must be an integer 1 through 5. Got: {}",
                        display_value(value.view())
                    ))
                })?
            }
        };
        let case_first = choice(doc, "caseFirst", &["off", "upper", "lower"])?;
        let alternate = choice(doc, "alternate", &["non-ignorable", "shifted"])?;
        let max_variable = choice(doc, "maxVariable", &["punct", "space"])?;
        let case_level = flag(doc, "caseLevel")?;
        let numeric = flag(doc, "numericOrdering")?;
        let normalization = flag(doc, "normalization")?;
        let backwards = flag(doc, "backwards")?;
        let mut shown = DocBuilder::new();
        shown
            .append_str("locale", locale)
            .append_bool("caseLevel", case_level)
            .append_str("caseFirst", case_first)
            .append_i32("strength", strength as i32)
            .append_bool("numericOrdering", numeric)
            .append_str("alternate", alternate)
            .append_str("maxVariable", max_variable)
            .append_bool("normalization", normalization)
            .append_bool("backwards", backwards)
            .append_str("version", "57.1");
        Ok(Some(Collation {
            document: shown.finish(),
            strength,
            case_level,
            upper_first: case_first == "upper",
            numeric,
            shifted: alternate == "shifted",
            spaces_only: max_variable == "space",
            backwards,
        }))
    }

    /// All its fields, as `listIndexes` shows them.
    pub fn document(&self) -> RawDoc<'_> {
        RawDoc::new(&self.document)
    }

    /// A value that compares as this one does under the collation, when values
    /// are then compared without one.
    pub fn fold<'a>(&self, value: RawValue<'a>) -> Value<'a> {
        if let Some(text) = value.text() {
            return Value::String(Cow::Owned(self.sort_key(text)));
        }
        if let Some(doc) = value.as_document() {
            let mut out = DocBuilder::new();
            for element in doc {
                let folded = self.fold(element.value);
                let mut scratch = Vec::new();
                out.append_raw_bytes(element.key, folded.to_raw(&mut scratch));
            }
            return Value::Document(Cow::Owned(out.finish()));
        }
        if let Some(array) = value.as_array() {
            let mut out = ArrayBuilder::new();
            for item in array.values() {
                out.push(&self.fold(item));
            }
            return Value::Array(Cow::Owned(out.finish()));
        }
        Value::from(value)
    }

    /// The sort key of a text: weights level by level.
    pub fn sort_key(&self, text: &str) -> String {
        let mut levels = Levels::default_for(self);
        let mut chars = text.chars().flat_map(decomposed).peekable();
        while let Some(c) = chars.next() {
            if self.numeric && c.is_ascii_digit() {
                let mut digits = String::from(c);
                while let Some(next) = chars.next_if(char::is_ascii_digit) {
                    digits.push(next);
                }
                levels.number(&digits);
            } else {
                levels.add(c);
            }
        }
        levels.finish(text)
    }

    /// Whether a character is passed over with `alternate: "shifted"`.
    fn ignores(&self, c: char) -> bool {
        if !self.shifted {
            return false;
        }
        let last = PUNCTUATION.chars().position(|p| p == LAST_PUNCTUATION);
        c.is_whitespace()
            || (!self.spaces_only
                && PUNCTUATION.chars().position(|p| p == c).is_some_and(|at| Some(at) <= last))
    }
}

/// The weights of a text so far.
struct Levels<'c> {
    collation: &'c Collation,
    primary: String,
    secondary: Vec<String>,
    case: String,
}

impl<'c> Levels<'c> {
    fn default_for(collation: &'c Collation) -> Self {
        Levels { collation, primary: String::new(), secondary: Vec::new(), case: String::new() }
    }

    fn push(&mut self, weight: u32, upper: bool) {
        self.primary.extend(char::from_u32(weight));
        self.secondary.push(String::new());
        let first = upper == self.collation.upper_first;
        self.case.push(if first { '\u{2}' } else { '\u{3}' });
    }

    fn mark(&mut self, mark: char) {
        match self.secondary.last_mut() {
            Some(marks) => marks.push(mark),
            None => self.secondary.push(mark.into()),
        }
    }

    /// A run of digits as the number it is: how long, then its digits.
    fn number(&mut self, digits: &str) {
        let significant = digits.trim_start_matches('0');
        self.push(NUMBERS + significant.len().min(0x100) as u32, false);
        for digit in significant.bytes() {
            self.push(DIGITS + u32::from(digit - b'0'), false);
        }
    }

    fn add(&mut self, c: char) {
        if is_combining_mark(c) {
            return self.mark(c);
        }
        if c.is_control() && !c.is_whitespace() {
            // Ignorable in the root collation.
            return;
        }
        if self.collation.ignores(c) {
            return;
        }
        if c.is_whitespace() {
            return self.push(0x10, false);
        }
        if let Some(at) = PUNCTUATION.chars().position(|p| p == c) {
            return self.push(0x20 + at as u32, false);
        }
        if let Some(digit) = c.to_digit(10) {
            return self.push(DIGITS + digit, false);
        }
        let upper = c.is_uppercase();
        for lower in c.to_lowercase() {
            match expansion(lower) {
                Some((letters, mark)) => {
                    letters.chars().for_each(|letter| self.letter(letter, upper));
                    self.mark(mark);
                }
                None => self.letter(lower, upper),
            }
        }
    }

    fn letter(&mut self, lower: char, upper: bool) {
        let base = if lower.is_alphabetic() { LETTERS } else { 0x100 };
        // Beyond the last code point there is none left to stand for a weight.
        let weight = (lower as u32).saturating_add(base).min(char::MAX as u32);
        // The gap in the middle of Unicode holds no characters.
        let weight = if (0xD800..0xE000).contains(&weight) { weight + 0x800 } else { weight };
        self.push(weight, upper);
    }

    fn finish(self, text: &str) -> String {
        let collation = self.collation;
        let mut key = self.primary;
        if collation.strength >= 2 {
            key.push(LEVEL);
            let join = |out: &mut String, marks: &String| {
                out.push('\u{2}');
                out.push_str(marks);
            };
            if collation.backwards {
                self.secondary.iter().rev().for_each(|marks| join(&mut key, marks));
            } else {
                self.secondary.iter().for_each(|marks| join(&mut key, marks));
            }
        }
        if collation.strength >= 3 || collation.case_level {
            key.push(LEVEL);
            key.push_str(&self.case);
        }
        if collation.strength >= 5 || (collation.strength == 4 && collation.shifted) {
            key.push(LEVEL);
            key.push_str(text);
        }
        key
    }
}

/// A character as its base letter and marks.
fn decomposed(c: char) -> impl Iterator<Item = char> {
    let found = DECOMPOSED.binary_search_by_key(&c, |(letter, _)| *letter).ok();
    let parts = found.filter(|_| !c.is_ascii()).map(|at| DECOMPOSED[at].1);
    let itself = parts.is_none().then_some(c);
    parts.unwrap_or_default().chars().chain(itself)
}

/// The text without the marks on its letters.
pub fn without_marks(text: &str) -> String {
    text.chars().flat_map(decomposed).filter(|c| !is_combining_mark(*c)).collect()
}

/// Whether a character is a mark on the letter before.
pub fn is_combining_mark(c: char) -> bool {
    let after = MARKS.partition_point(|(first, _)| *first <= c);
    after > 0 && c <= MARKS[after - 1].1
}

/// Letters that sort as others with a difference: what they sort as.
fn expansion(lower: char) -> Option<(&'static str, char)> {
    let (letters, mark) = match lower {
        'ß' => ("ss", '\u{300}'),
        'æ' => ("ae", '\u{300}'),
        'œ' => ("oe", '\u{300}'),
        'ø' => ("o", '\u{338}'),
        'ł' => ("l", '\u{335}'),
        'đ' => ("d", '\u{335}'),
        'ð' => ("d", '\u{336}'),
        'ħ' => ("h", '\u{335}'),
        'ı' => ("i", '\u{336}'),
        _ => return None,
    };
    Some((letters, mark))
}

fn wrong_type(field: &str, value: RawValue<'_>, expected: &str) -> Error {
    Error::new(
        ErrorCode::TYPE_MISMATCH,
        format!(
            "BSON field 'collation.{field}' is the wrong type '{}', expected type '{expected}'",
            super::type_name(value.tag)
        ),
    )
}

fn flag(doc: RawDoc<'_>, field: &str) -> Result<bool> {
    match doc.get(field) {
        None => Ok(false),
        Some(value) => value
            .as_bool()
            .or_else(|| value.as_number().map(|number| !number.is_zero()))
            .ok_or_else(|| wrong_type(field, value, "bool")),
    }
}

/// One of several words; the first when none is given.
fn choice<'a>(doc: RawDoc<'_>, field: &str, words: &[&'a str]) -> Result<&'a str> {
    let Some(value) = doc.get(field) else { return Ok(words[0]) };
    let text = value.as_str().ok_or_else(|| wrong_type(field, value, "string"))?;
    words.iter().copied().find(|word| *word == text).ok_or_else(|| {
        Error::bad_value(format!(
            "Enumeration value '{text}' for field 'collation.{field}' is not a valid value."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::doc;

    fn sorted(options: &str, mut texts: Vec<&'static str>) -> Vec<&'static str> {
        let collation = Collation::parse(RawDoc::new(&doc(options))).unwrap().unwrap();
        texts.sort_by_key(|text| collation.sort_key(text));
        texts
    }

    fn equal(options: &str, a: &str, b: &str) -> bool {
        let collation = Collation::parse(RawDoc::new(&doc(options))).unwrap().unwrap();
        collation.sort_key(a) == collation.sort_key(b)
    }

    #[test]
    fn strengths_tell_more_and_more_apart() {
        assert!(equal(r#"{"locale": "en", "strength": 1}"#, "Resume", "résumé"));
        assert!(!equal(r#"{"locale": "en", "strength": 2}"#, "resume", "résumé"));
        assert!(equal(r#"{"locale": "en", "strength": 2}"#, "Resume", "resume"));
        assert!(!equal(r#"{"locale": "en"}"#, "Resume", "resume"));
        assert!(!equal(r#"{"locale": "en", "strength": 1, "caseLevel": true}"#, "Resume", "resume"));
        assert!(equal(r#"{"locale": "en", "strength": 1, "caseLevel": true}"#, "résumé", "resume"));
        assert!(equal(r#"{"locale": "de", "strength": 1}"#, "Straße", "STRASSE"));
    }

    #[test]
    fn words_sort_as_in_a_dictionary() {
        let words = vec!["b", "B", "a", "A", "á", "côte", "cote", "10", "9", "_x", "-y", " z"];
        assert_eq!(
            sorted(r#"{"locale": "en"}"#, words.clone()),
            [" z", "_x", "-y", "10", "9", "a", "A", "á", "b", "B", "cote", "côte"]
        );
        let upper = sorted(r#"{"locale": "en", "caseFirst": "upper"}"#, vec!["a", "A", "b"]);
        assert_eq!(upper, ["A", "a", "b"]);
        let numbers = sorted(r#"{"locale": "en", "numericOrdering": true}"#, vec!["a10", "a9", "a2b", "a02"]);
        assert_eq!(numbers, ["a02", "a2b", "a9", "a10"]);
        assert!(equal(r#"{"locale": "en", "alternate": "shifted"}"#, "black-bird", "blackbird"));
    }

    #[test]
    fn wrong_collations_are_refused() {
        let refused = |text: &str| Collation::parse(RawDoc::new(&doc(text))).unwrap_err().code();
        assert_eq!(refused("{}"), 40414);
        assert_eq!(refused(r#"{"locale": "xx"}"#), 2);
        assert_eq!(refused(r#"{"locale": "en", "strength": 6}"#), 9);
        assert_eq!(refused(r#"{"locale": "en", "color": 1}"#), 40415);
        assert_eq!(Collation::parse(RawDoc::new(&doc(r#"{"locale": "simple"}"#))), Ok(None));
    }
}
