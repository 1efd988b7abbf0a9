//! Reading patterns: PCRE2's syntax
//! (<https://www.pcre.org/current/doc/html/pcre2pattern.html>), with its words for what is wrong.

mod class;
mod escape;
mod group;
mod quantifier;
mod verb;

use std::rc::Rc;

use super::Flags;
use super::node::{Node, One, Place, Reference};
use super::set::Set;

/// Groups within each other, at most.
const DEEPEST: usize = 250;

const MISSING: &str = "reference to non-existent subpattern";

/// A syntax error of a pattern, in PCRE2's words.
pub(super) type PatternError = String;

/// A pattern that was read.
pub(super) struct Pattern {
    pub node: Node,
    /// How many groups there are.
    pub groups: usize,
    /// The groups' names and numbers.
    pub names: Vec<(String, usize)>,
    /// Whether a verb may end the match at once.
    pub accepts: bool,
}

impl Pattern {
    /// The numbers of the groups that are meant.
    ///
    /// # Errors
    /// When there are none.
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

/// How what follows is meant.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    caseless: bool,
    multi_line: bool,
    dot_all: bool,
    extended: bool,
    /// Spaces in classes count as little.
    extended_more: bool,
    /// Only groups with names are reported.
    no_auto_capture: bool,
    ungreedy: bool,
    duplicate_names: bool,
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    options: Options,
    /// Whether `\d`, `\w` and `\s` are Unicode's.
    unicode: bool,
    groups: usize,
    names: Vec<(String, usize)>,
    depth: usize,
    /// How many groups that look around are open.
    looks: usize,
    /// Whether a match would begin inside of such a group.
    keeps_in_look: bool,
    accepts: bool,
}

/// What was read, and whether a quantifier may follow it.
struct Item {
    node: Node,
    repeatable: bool,
}

impl Item {
    fn once(node: Node) -> Self {
        Item { node, repeatable: false }
    }
}

/// Reads a pattern.
///
/// # Errors
/// What is wrong with it.
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
    parser.verbs_in_front()?;
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

    /// The text up to a character, which is passed over; `None` when it does not come.
    fn take_until(&mut self, end: char) -> Option<String> {
        let rest = self.chars.get(self.at..)?;
        let length = rest.iter().position(|c| *c == end)?;
        self.at += length + 1;
        Some(rest[..length].iter().collect())
    }

    /// The digits that stand here.
    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek(0).filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    /// Patterns between `|`, up to the end of the group.
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
            if self.passes_over(c)? {
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

    /// Passes over what means nothing; whether it did.
    fn passes_over(&mut self, c: char) -> Result<bool, PatternError> {
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

    /// What begins with the character that was just read.
    fn item(&mut self, c: char) -> Result<Item, PatternError> {
        let node = match c {
            '\\' => return self.escape(),
            '[' => return self.class(),
            '(' => return self.group(),
            '.' => Node::One(if self.options.dot_all { One::Any } else { One::NotNewline }),
            '^' => return Ok(Item::once(Node::Place(self.line(Place::Start, Place::LineStart)))),
            '$' => return Ok(Item::once(Node::Place(self.line(Place::FinalEnd, Place::LineEnd)))),
            c => self.literal(c),
        };
        Ok(Item { node, repeatable: true })
    }

    fn line(&self, of_text: Place, of_line: Place) -> Place {
        if self.options.multi_line { of_line } else { of_text }
    }

    /// A character as itself.
    fn literal(&self, c: char) -> Node {
        let cases = if self.options.caseless { Set::of_cases(c) } else { None };
        cases.map_or(Node::Char(c), |set| Node::One(One::Of(Rc::new(set))))
    }
}
