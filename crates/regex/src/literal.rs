//! Patterns that need no regular-expression engine, and the index range of others.

use super::{Flags, Matcher};

const SPECIAL: &str = "\\^$.|?*+()[]{}";

/// The text search that a pattern amounts to, when it is plain text.
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

/// What a pattern says about where matching strings lie in an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPrefix {
    /// Matching strings start with this; empty when nothing is known.
    pub prefix: String,
    /// Whether every string with the prefix matches.
    pub exact: bool,
}

/// The prefix of the strings that can match: of patterns that start with `^` or
/// `\A` and then plain characters, without options that change their meaning
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
            // These make the character before them optional.
            '*' | '?' | '{' => {
                prefix.pop();
                return IndexPrefix { prefix, exact: false };
            }
            // At the end this adds no condition: it also matches nothing, and nothing has to follow.
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
