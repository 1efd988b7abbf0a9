//! The server's regular expressions: Perl-compatible, over UTF-8.
//!
//! The server uses PCRE2 in UTF mode: case folding is Unicode's, the classes `\d \w \s \b` are ASCII's, and
//! `$` also matches before a final newline
//! (<https://www.mongodb.com/docs/manual/reference/operator/query/regex/>,
//! <https://www.pcre.org/current/doc/html/pcre2pattern.html>). [`parse`] parses a pattern, [`program`]
//! compiles it to steps, and [`search`] executes them. No library for WebAssembly has the semantics of
//! PCRE2.

mod literal;
mod node;
mod parse;
mod pattern_cache;
mod program;
mod search;
mod set;
mod unicode;

use std::rc::Rc;

use program::Program;

pub use literal::{IndexPrefix, index_prefix};

use values::{Error, Result};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Regex {
    matcher: Matcher,
}

#[derive(Clone, Debug)]
enum Matcher {
    /// The pattern is plain text: a substring search.
    Contains(Box<str>),
    /// The pattern is `^` followed by plain text: a prefix comparison.
    StartsWith(Box<str>),
    /// Matching strings have this prefix and match the pattern.
    Prefixed(Box<str>, Rc<Program>),
    Engine(Rc<Program>),
}

/// The byte ranges of a match and its groups.
pub type Captures = Vec<Option<std::ops::Range<usize>>>;

impl Regex {
    /// Compiles a pattern with the option letters `imsxu`.
    ///
    /// # Errors
    /// 51108 for an unknown option, 51091 for an invalid pattern, `BadValue` for one with a null byte.
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

    /// Like [`Self::new`], but with groups; never reduced to a text search.
    ///
    /// # Errors
    /// Errors of [`Self::new`].
    pub fn capturing(pattern: &str, options: &str) -> Result<Self> {
        let flags = Flags::parse(options)?;
        Self::with_groups(pattern, flags)
    }

    fn with_groups(pattern: &str, flags: Flags) -> Result<Self> {
        let invalid = |why: String| Error::new(51091, format!("Regular expression is invalid: {why}"));
        let program = pattern_cache::compiled(pattern, flags).map_err(invalid)?;
        Ok(Regex { matcher: Matcher::Engine(program) })
    }

    /// Whether the text contains a match. An aborted search counts as no match, as on the server.
    #[inline]
    pub fn is_match(&self, text: &str) -> bool {
        match &self.matcher {
            Matcher::Contains(part) => memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some(),
            Matcher::StartsWith(start) => text.starts_with(&**start),
            Matcher::Prefixed(start, program) => {
                text.starts_with(&**start) && search::is_match(program, text).unwrap_or(false)
            }
            Matcher::Engine(program) => search::is_match(program, text).unwrap_or(false),
        }
    }

    /// Returns the known prefix of all texts that match.
    pub fn prefix(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::StartsWith(start) | Matcher::Prefixed(start, _) => Some(start),
            Matcher::Contains(_) | Matcher::Engine(_) => None,
        }
    }

    /// Returns the first match at or after a byte position: the whole match, then each group.
    ///
    /// # Errors
    /// 51156 when the search was aborted.
    pub fn captures_from(&self, text: &str, start: usize) -> Result<Option<Captures>> {
        let (Matcher::Engine(program) | Matcher::Prefixed(_, program)) = &self.matcher else {
            return Ok(None);
        };
        search::find(program, text, start).map_err(|why| {
            let text = why.text();
            Error::new(51156, format!("Error occurred while executing the regular expression: {text}"))
        })
    }
}

/// The options of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
                // Matching always uses Unicode.
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
