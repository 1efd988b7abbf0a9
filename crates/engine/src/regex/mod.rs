//! Regular expressions as the server has them: Perl-compatible, over UTF-8.
//!
//! The server runs PCRE2 in UTF mode: case folding is Unicode's, the classes
//! `\d \w \s \b` are ASCII's, and `$` also matches before a final newline
//! (<https://www.mongodb.com/docs/manual/reference/operator/query/regex/>,
//! <https://www.pcre.org/current/doc/html/pcre2pattern.html>). [`translate`]
//! rewrites a pattern for `fancy_regex`, whose defaults differ.

mod literal;
mod recent;
mod translate;

use std::rc::Rc;

pub use literal::{IndexPrefix, index_prefix};

use crate::{Error, Result};

/// Backtracking steps after which a match is given up, as the server's match limit does.
const BACKTRACK_LIMIT: usize = 1_000_000;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Regex {
    matcher: Matcher,
}

#[derive(Clone, Debug)]
enum Matcher {
    /// The pattern is this text, found anywhere.
    Contains(Box<str>),
    /// The pattern is `^` and this text.
    StartsWith(Box<str>),
    /// Matching strings start with this text and satisfy the pattern.
    Prefixed(Box<str>, Rc<fancy_regex::Regex>),
    Engine(Rc<fancy_regex::Regex>),
}

/// Where a match and its groups lie, as byte ranges.
pub type Captures = Vec<Option<std::ops::Range<usize>>>;

impl Regex {
    /// Compiles a pattern with option letters `imsxu`.
    ///
    /// # Errors
    /// 51108 for an unknown option, 51091 for a pattern that does not compile,
    /// `BadValue` for one with a null byte.
    pub fn new(pattern: &str, options: &str) -> Result<Self> {
        let flags = Flags::parse(options)?;
        if pattern.contains('\0') {
            return Err(Error::bad_value("Regular expression cannot contain an embedded null byte"));
        }
        if let Some(matcher) = literal::as_literal(pattern, flags) {
            return Ok(Regex { matcher });
        }
        let IndexPrefix { prefix, .. } = index_prefix(pattern, options);
        Ok(match Self::with_groups(pattern, flags)?.matcher {
            Matcher::Engine(engine) if !prefix.is_empty() => {
                Regex { matcher: Matcher::Prefixed(prefix.into(), engine) }
            }
            matcher => Regex { matcher },
        })
    }

    /// As [`Self::new`] for finding groups; never reduced to a text search.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn capturing(pattern: &str, options: &str) -> Result<Self> {
        let flags = Flags::parse(options)?;
        Self::with_groups(pattern, flags)
    }

    fn with_groups(pattern: &str, flags: Flags) -> Result<Self> {
        let invalid = |why: String| Error::new(51091, format!("Regular expression is invalid: {why}"));
        let translated = translate::translate(pattern, flags).map_err(invalid)?;
        let build =
            |pattern: &str| fancy_regex::RegexBuilder::new(pattern).backtrack_limit(BACKTRACK_LIMIT).build();
        let engine = recent::compiled(translated, build)
            .map_err(|error| invalid(translate::reason(&error, pattern)))?;
        Ok(Regex { matcher: Matcher::Engine(engine) })
    }

    /// Whether the text contains a match. Giving up counts as no match, as on the server.
    #[inline]
    pub fn is_match(&self, text: &str) -> bool {
        match &self.matcher {
            Matcher::Contains(part) => memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some(),
            Matcher::StartsWith(start) => text.starts_with(&**start),
            Matcher::Prefixed(start, engine) => {
                text.starts_with(&**start) && engine.is_match(text).unwrap_or(false)
            }
            Matcher::Engine(engine) => engine.is_match(text).unwrap_or(false),
        }
    }

    /// What every text begins with that contains a match, when that is known.
    pub fn prefix(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::StartsWith(start) | Matcher::Prefixed(start, _) => Some(start),
            Matcher::Contains(_) | Matcher::Engine(_) => None,
        }
    }

    /// The first match at or after a byte position: the whole match, then each group.
    ///
    /// # Errors
    /// 51156 when the match was given up.
    pub fn captures_from(&self, text: &str, start: usize) -> Result<Option<Captures>> {
        let (Matcher::Engine(engine) | Matcher::Prefixed(_, engine)) = &self.matcher else {
            return Ok(None);
        };
        match engine.captures_from_pos(text, start) {
            Ok(found) => Ok(found.map(|captures| {
                (0..captures.len()).map(|i| captures.get(i).map(|m| m.start()..m.end())).collect()
            })),
            Err(error) => Err(Error::new(
                51156,
                format!("Error occurred while executing the regular expression: {error}"),
            )),
        }
    }
}

/// The option letters.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    case_insensitive: bool,
    multi_line: bool,
    dot_all: bool,
    extended: bool,
}

impl Flags {
    fn parse(options: &str) -> Result<Self> {
        let mut flags = Flags::default();
        for letter in options.chars() {
            match letter {
                'i' => flags.case_insensitive = true,
                'm' => flags.multi_line = true,
                's' => flags.dot_all = true,
                'x' => flags.extended = true,
                // Matching is always Unicode's.
                'u' => {}
                other => {
                    return Err(Error::new(51108, format!("invalid flag in regex options: {other}")));
                }
            }
        }
        Ok(flags)
    }
}

#[cfg(test)]
mod tests;
