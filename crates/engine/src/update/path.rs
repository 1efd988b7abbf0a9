//! The paths of update operators.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/update-array/> for
//! the placeholders `$`, `$[]` and `$[<identifier>]`.

use std::cmp::Ordering;

use crate::error::{Error, ErrorCode, Result};

/// Maximum number of parts in a path; documents are never nested more deeply.
const MAX_PARTS: usize = 200;

/// A part of an update path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A field name, or an array position.
    Field(FieldName),
    /// `$`: the matched array position.
    Positional,
    /// `$[<identifier>]`: the elements that an array filter selects; all elements if the identifier is
    /// empty (`$[]`).
    Elements(Box<str>),
}

/// A field name, ordered as the server processes fields: numbers by value, other names lexicographically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldName {
    pub(super) text: Box<str>,
    /// The array position that the name may also mean.
    pub(super) index: Option<usize>,
}

impl FieldName {
    /// Parses a part of a path.
    pub(super) fn new(text: &str) -> Self {
        let plain = !text.is_empty()
            && text.bytes().all(|b| b.is_ascii_digit())
            && (text == "0" || !text.starts_with('0'));
        FieldName { text: text.into(), index: plain.then(|| text.parse().ok()).flatten() }
    }
}

impl Ord for FieldName {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.index, other.index) {
            (Some(a), Some(b)) => a.cmp(&b),
            // Numbers sort before names, for a total order.
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.text.cmp(&other.text),
        }
    }
}

impl PartialOrd for FieldName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A path in an update.
#[derive(Clone, Debug)]
pub(super) struct UpdatePath {
    pub(super) text: Box<str>,
    pub(super) parts: Vec<Part>,
}

impl UpdatePath {
    /// Parses a dotted path with placeholders.
    ///
    /// # Errors
    /// `EmptyFieldName` (56) for empty parts, `BadValue` (2) for misplaced placeholders.
    pub(super) fn parse(text: &str) -> Result<Self> {
        if text.is_empty() {
            return Err(Error::new(ErrorCode::EMPTY_FIELD_NAME, "An empty update path is not valid."));
        }
        if text.split('.').any(str::is_empty) {
            return Err(Error::new(
                ErrorCode::EMPTY_FIELD_NAME,
                format!("The update path '{text}' contains an empty field name, which is not allowed."),
            ));
        }
        if text.split('.').nth(MAX_PARTS).is_some() {
            return Err(Error::new(
                ErrorCode::OVERFLOW,
                format!("The update path has more than {MAX_PARTS} components"),
            ));
        }
        let parts: Vec<Part> = text.split('.').map(part).collect();
        if parts.iter().filter(|part| **part == Part::Positional).count() > 1 {
            return Err(Error::bad_value(format!(
                "Too many positional (i.e. '$') elements found in path '{text}'"
            )));
        }
        match parts.first() {
            Some(Part::Positional) => Err(Error::bad_value(format!(
                "Cannot have positional (i.e. '$') element in the first position in path '{text}'"
            ))),
            Some(Part::Elements(_)) => Err(Error::bad_value(format!(
                "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path \
                 '{text}'"
            ))),
            _ => Ok(UpdatePath { text: text.into(), parts }),
        }
    }

    /// Whether every part is a plain field name.
    pub(super) fn is_plain(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Field(_)))
    }

    /// Returns the path up to and including part `last`.
    pub(super) fn prefix(&self, last: usize) -> &str {
        let end = self.text.match_indices('.').nth(last).map_or(self.text.len(), |(at, _)| at);
        &self.text[..end]
    }
}

fn part(text: &str) -> Part {
    if text == "$" {
        return Part::Positional;
    }
    match text.strip_prefix("$[").and_then(|rest| rest.strip_suffix(']')) {
        Some(identifier) => Part::Elements(identifier.into()),
        None => Part::Field(FieldName::new(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_numeric_order_and_before_names() {
        let mut names = ["b", "10", "2", "a", "01"].map(FieldName::new);
        crate::value::sort(&mut names);
        let texts: Vec<&str> = names.iter().map(|name| &*name.text).collect();
        assert_eq!(texts, ["2", "10", "01", "a", "b"]);
    }

    #[test]
    fn placeholders_cannot_stand_first_and_names_cannot_be_empty() {
        for (path, code) in [
            ("", 56),
            ("a.", 56),
            (".a", 56),
            ("a..b", 56),
            ("$", 2),
            ("$.a", 2),
            ("$[].a", 2),
            ("a.$.b.$", 2),
        ] {
            assert_eq!(UpdatePath::parse(path).unwrap_err().code(), code, "{path}");
        }
        let path = UpdatePath::parse("a.$[x].b").unwrap();
        assert_eq!(path.parts[1], Part::Elements("x".into()));
        assert_eq!((path.prefix(0), path.prefix(1), path.prefix(2)), ("a", "a.$[x]", "a.$[x].b"));
    }
}
