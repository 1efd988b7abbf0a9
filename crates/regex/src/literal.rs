//! Patterns that reduce to text searches, and prefixes for index bounds.

use super::{Flags, Matcher};

const SPECIAL: &str = "\\^$.|?*+()[]{}";

/// Returns the equivalent text search, if the pattern is plain text.
pub(super) fn as_literal(pattern: &str, flags: Flags) -> Option<Matcher> {
    if flags.case_insensitive || flags.extended {
        return None;
    }
    let (anchored, rest) = match pattern.strip_prefix('^') {
        Some(rest) if !flags.multi_line => (true, rest),
        Some(_) => return None,
        None => (false, pattern),
    };
    if rest.contains(|c| SPECIAL.contains(c)) {
        return None;
    }
    Some(if anchored { Matcher::StartsWith(rest.into()) } else { Matcher::Contains(rest.into()) })
}

/// The index range of matching strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPrefix {
    /// The prefix of all matching strings; empty if unknown.
    pub prefix: String,
    /// Whether every string with the prefix matches.
    pub exact: bool,
}

/// Returns the prefix of matching strings, for patterns that start with `^` or `\A` and then plain
/// characters, without options that change their meaning
/// (<https://www.mongodb.com/docs/manual/reference/operator/query/regex/#index-use>).
pub fn index_prefix(pattern: &str, options: &str) -> IndexPrefix {
    let unknown = IndexPrefix { prefix: String::new(), exact: false };
    let multi_line = options.contains('m');
    let extended = options.contains('x');
    let anchored = match (pattern.strip_prefix("\\A"), pattern.strip_prefix('^')) {
        (Some(rest), _) => rest,
        (None, Some(rest)) if !multi_line => rest,
        _ => return unknown,
    };
    // An alternative could match without the prefix.
    if options.contains('i') || anchored.contains('|') {
        return unknown;
    }
    let mut prefix = String::new();
    let mut chars = anchored.chars().peekable();
    while let Some(c) = chars.next() {
        let literal = match c {
            '\\' => match chars.next() {
                Some('Q') => {
                    let rest: String = chars.clone().collect();
                    let quoted = rest.split("\\E").next().unwrap_or_default();
                    prefix.push_str(quoted);
                    let skip = quoted.chars().count() + if rest.contains("\\E") { 2 } else { 0 };
                    for _ in 0..skip {
                        chars.next();
                    }
                    continue;
                }
                Some(escaped) if !escaped.is_ascii_alphanumeric() && escaped != '\0' => escaped,
                _ => return IndexPrefix { prefix, exact: false },
            },
            // The preceding character is optional.
            '*' | '?' | '{' => {
                prefix.pop();
                return IndexPrefix { prefix, exact: false };
            }
            // At the end `.*` adds no condition: it also matches the empty string, and nothing follows.
            '.' if chars.clone().eq("*".chars()) => {
                return IndexPrefix { prefix, exact: true };
            }
            c if SPECIAL.contains(c) => return IndexPrefix { prefix, exact: false },
            '#' if extended => return IndexPrefix { prefix, exact: false },
            c if extended && c.is_whitespace() => continue,
            c => c,
        };
        prefix.push(literal);
    }
    IndexPrefix { exact: true, prefix }
}
