//! The pattern parser: PCRE2's syntax (<https://www.pcre.org/current/doc/html/pcre2pattern.html>) with its
//! error texts.

mod class;
mod escape;
mod group;
mod quantifier;
mod verb;

use std::rc::Rc;

use super::Flags;
use super::node::{Node, One, Place, Reference};
use super::set::Set;

/// Maximum nesting of groups.
const MAX_DEPTH: usize = 250;

const MISSING: &str = "reference to non-existent subpattern";

/// A syntax error with PCRE2's text.
pub(super) type PatternError = String;

/// A parsed pattern.
pub(super) struct Pattern {
    pub node: Node,
    /// The number of groups.
    pub groups: usize,
    /// The groups' names and numbers.
    pub names: Vec<(String, usize)>,
    /// Whether it contains `(*ACCEPT)`.
    pub accepts: bool,
}

impl Pattern {
    /// Resolves a reference to group numbers.
    ///
    /// # Errors
    /// The group doesn't exist.
    pub(super) fn numbers(&self, reference: &Reference) -> Result<Box<[usize]>, PatternError> {
        let numbers: Box<[usize]> = match reference {
            Reference::Number(number) if *number <= self.groups => Box::new([*number]),
            Reference::Number(_) => Box::new([]),
            Reference::Name(name) => {
                self.names.iter().filter(|(known, _)| known == name).map(|(_, number)| *number).collect()
            }
        };
        if numbers.is_empty() { Err(MISSING.into()) } else { Ok(numbers) }
    }
}

/// The options in effect.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    caseless: bool,
    multi_line: bool,
    dot_all: bool,
    extended: bool,
    /// Whether to also ignore spaces in classes.
    extended_more: bool,
    /// Whether to capture only named groups.
    no_auto_capture: bool,
    ungreedy: bool,
    duplicate_names: bool,
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    options: Options,
    /// Whether `\d`, `\w` and `\s` match Unicode's characters.
    unicode: bool,
    groups: usize,
    names: Vec<(String, usize)>,
    depth: usize,
    /// The number of open lookarounds.
    looks: usize,
    /// Whether `\K` occurs inside a lookaround.
    keeps_in_look: bool,
    accepts: bool,
}

/// A parsed item, and whether a quantifier may follow it.
struct Item {
    node: Node,
    repeatable: bool,
}

impl Item {
    fn once(node: Node) -> Self {
        Item { node, repeatable: false }
    }
}

/// Parses a pattern.
///
/// # Errors
/// The syntax error.
pub(super) fn parse(pattern: &str, flags: Flags) -> Result<Pattern, PatternError> {
    let options = Options {
        caseless: flags.case_insensitive,
        multi_line: flags.multi_line,
        dot_all: flags.dot_all,
        extended: flags.extended,
        ..Options::default()
    };
    let chars = pattern.chars().collect();
    let mut parser = Parser {
        chars,
        at: 0,
        options,
        unicode: false,
        groups: 0,
        names: Vec::new(),
        depth: 0,
        looks: 0,
        keeps_in_look: false,
        accepts: false,
    };
    parser.leading_verbs()?;
    let node = parser.alternatives()?;
    match parser.peek(0) {
        Some(_) => Err("unmatched closing parenthesis".into()),
        None if parser.keeps_in_look => {
            Err("\\K is not allowed in lookarounds (but see PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK)".into())
        }
        None => {
            let Parser { groups, names, accepts, .. } = parser;
            Ok(Pattern { node, groups, names, accepts })
        }
    }
}

impl Parser {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek(0);
        self.at += usize::from(c.is_some());
        c
    }

    fn take(&mut self, expected: char) -> bool {
        let is = self.peek(0) == Some(expected);
        self.at += usize::from(is);
        is
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.peek(i) == Some(c))
    }

    /// Returns the text up to a character, and moves past it; `None` if it doesn't occur.
    fn take_until(&mut self, end: char) -> Option<String> {
        let rest = self.chars.get(self.at..)?;
        let length = rest.iter().position(|c| *c == end)?;
        self.at += length + 1;
        Some(rest[..length].iter().collect())
    }

    /// Returns the digits at the current position.
    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek(0).filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    /// Parses alternatives up to the end of the group.
    fn alternatives(&mut self) -> Result<Node, PatternError> {
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Node::Alternatives(all) })
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut all: Vec<Node> = Vec::new();
        let mut repeatable = false;
        while let Some(c) = self.peek(0).filter(|c| !matches!(c, '|' | ')')) {
            if self.skip_ignored(c)? {
                continue;
            }
            if self.starts_with("\\Q") {
                self.at += 2;
                let quoted = self.quoted();
                repeatable |= !quoted.is_empty();
                all.extend(quoted.into_iter().map(|c| self.literal(c)));
                continue;
            }
            if let Some(quantifier) = self.quantifier()? {
                let node = if repeatable { all.pop() } else { None };
                let node = node.ok_or("quantifier does not follow a repeatable item")?;
                all.push(quantifier.of(node));
                repeatable = false;
                continue;
            }
            self.at += 1;
            let item = self.item(c)?;
            repeatable = item.repeatable;
            all.push(item.node);
        }
        Ok(match all.len() {
            0 => Node::Empty,
            1 => all.remove(0),
            _ => Node::Sequence(all),
        })
    }

    /// Skips comments and, in extended mode, white space. Returns whether anything was skipped.
    fn skip_ignored(&mut self, c: char) -> Result<bool, PatternError> {
        if self.starts_with("(?#") {
            self.at += 3;
            self.take_until(')').ok_or("missing ) after (?# comment")?;
            return Ok(true);
        }
        if self.starts_with("\\E") {
            self.at += 2;
            return Ok(true);
        }
        if !self.options.extended {
            return Ok(false);
        }
        if c == '#' {
            while self.next().is_some_and(|c| c != '\n') {}
            return Ok(true);
        }
        let blank =
            matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}');
        self.at += usize::from(blank);
        Ok(blank)
    }

    /// Parses the item that begins with a character just read.
    fn item(&mut self, c: char) -> Result<Item, PatternError> {
        let node = match c {
            '\\' => return self.escape(),
            '[' => return self.class(),
            '(' => return self.group(),
            '.' => Node::One(if self.options.dot_all { One::Any } else { One::NotNewline }),
            '^' => return Ok(Item::once(Node::Assertion(self.line(Place::Start, Place::LineStart)))),
            '$' => return Ok(Item::once(Node::Assertion(self.line(Place::FinalEnd, Place::LineEnd)))),
            c => self.literal(c),
        };
        Ok(Item { node, repeatable: true })
    }

    fn line(&self, of_text: Place, of_line: Place) -> Place {
        if self.options.multi_line { of_line } else { of_text }
    }

    /// Returns the node of a literal character.
    fn literal(&self, c: char) -> Node {
        let cases = if self.options.caseless { Set::of_cases(c) } else { None };
        cases.map_or(Node::Char(c), |set| Node::One(One::Of(Rc::new(set))))
    }
}
