//! Verbs and named assertions: `(*…)`.

use super::{Item, Parser, PatternError};
use crate::node::{Node, Verb};

const UNKNOWN: &str = "(*VERB) not recognized or malformed";

/// Leading verbs without effect here: matching always uses Unicode, newlines are `\n`, and there is no
/// further compilation.
const WITHOUT_EFFECT: &[&str] =
    &["UTF", "UTF8", "LF", "BSR_UNICODE", "NO_AUTO_POSSESS", "NO_DOTSTAR_ANCHOR", "NO_JIT", "NO_START_OPT"];
/// Leading verbs that are not supported.
const UNSUPPORTED: &[&str] =
    &["CR", "CRLF", "ANYCRLF", "ANY", "NUL", "BSR_ANYCRLF", "NOTEMPTY", "NOTEMPTY_ATSTART"];
/// Limits, followed by a number.
const LIMITS: &[&str] = &["LIMIT_MATCH=", "LIMIT_DEPTH=", "LIMIT_HEAP=", "LIMIT_RECURSION="];

impl Parser {
    /// Parses the verbs at the start of a pattern
    /// (<https://www.mongodb.com/docs/manual/reference/operator/query/regex/#extended-regex-options-to-match-characters-outside-of-ascii>).
    pub(super) fn leading_verbs(&mut self) -> Result<(), PatternError> {
        while self.starts_with("(*") {
            let from = self.at;
            self.at += 2;
            let text = self.take_until(')').unwrap_or_default();
            let limit = LIMITS.iter().find_map(|name| text.strip_prefix(name));
            match &*text {
                "UCP" => self.unicode = true,
                name if WITHOUT_EFFECT.contains(&name) => {}
                name if UNSUPPORTED.contains(&name) => return Err(unsupported(name)),
                _ if limit.is_some_and(|digits| digits.parse::<u32>().is_ok()) => {}
                _ => {
                    // Other verbs are part of the pattern.
                    self.at = from;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Parses a verb or an assertion by name, after its star.
    pub(super) fn verb(&mut self) -> Result<Item, PatternError> {
        let mut name = String::new();
        while let Some(c) = self.peek(0).filter(|c| c.is_ascii_alphanumeric() || *c == '_') {
            name.push(c);
            self.at += 1;
        }
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return self.assertion(&name);
        }
        let argument = if self.take(':') { Some(self.take_until(')').ok_or(UNKNOWN)?) } else { None };
        if argument.is_none() && !self.take(')') {
            return Err(UNKNOWN.into());
        }
        let verb = match (&*name, argument.as_deref()) {
            ("ACCEPT", _) => Verb::Accept,
            ("FAIL" | "F", _) => Verb::Fail,
            ("COMMIT", _) => Verb::Commit,
            ("PRUNE", _) => Verb::Prune,
            ("SKIP", None) => Verb::Skip,
            ("MARK" | "", Some("")) => return Err("(*MARK) must have an argument".into()),
            // Marks have no effect.
            ("MARK" | "", Some(_)) => return Ok(Item::once(Node::Empty)),
            ("MARK", None) => return Err("(*MARK) must have an argument".into()),
            ("SKIP" | "THEN", _) => return Err(unsupported(&name)),
            _ => return Err(UNKNOWN.into()),
        };
        self.accepts |= verb == Verb::Accept;
        Ok(Item { node: Node::Verb(verb), repeatable: verb == Verb::Accept })
    }

    /// Parses a group with a named kind: `(*pla:…)` and others.
    fn assertion(&mut self, name: &str) -> Result<Item, PatternError> {
        let is_known = KINDS.contains(&name);
        if !self.take(':') || !is_known {
            return Err("(*alpha_assertion) not recognized".into());
        }
        let node = match name {
            "pla" | "positive_lookahead" => self.look(true, false)?,
            "nla" | "negative_lookahead" => self.look(true, true)?,
            "plb" | "positive_lookbehind" => self.look(false, false)?,
            "nlb" | "negative_lookbehind" => self.look(false, true)?,
            "atomic" => Node::Atomic(Box::new(self.inner()?)),
            other => return Err(unsupported(other)),
        };
        Ok(Item { node, repeatable: true })
    }
}

/// The named kinds of groups.
const KINDS: &[&str] = &[
    "pla",
    "positive_lookahead",
    "nla",
    "negative_lookahead",
    "plb",
    "positive_lookbehind",
    "nlb",
    "negative_lookbehind",
    "atomic",
    "napla",
    "non_atomic_positive_lookahead",
    "naplb",
    "non_atomic_positive_lookbehind",
    "sr",
    "script_run",
    "asr",
    "atomic_script_run",
];

fn unsupported(name: &str) -> PatternError {
    format!("(*{name}) is not supported by this playground")
}
