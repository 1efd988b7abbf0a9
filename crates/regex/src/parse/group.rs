//! Groups in parentheses.

use super::{Item, MAX_DEPTH, Options, Parser, PatternError};
use crate::node::{Condition, Node, Reference};

const UNKNOWN: &str = "unrecognized character after (? or (?-";
const UNCLOSED: &str = "missing closing parenthesis";

/// Maximum length of a group name in characters.
const MAX_NAME_LENGTH: usize = 32;

/// The PCRE2 version for version conditions.
const VERSION: (u32, u32) = (10, 42);

impl Parser {
    /// Parses a group after its parenthesis.
    pub(super) fn group(&mut self) -> Result<Item, PatternError> {
        if self.peek(0) == Some('*') && self.peek(1).is_some_and(|c| c != ')') {
            self.at += 1;
            return self.verb();
        }
        if !self.take('?') {
            let node = match self.options.no_auto_capture {
                true => whole(self.inner()?),
                false => self.captured(None)?,
            };
            return Ok(Item { node, repeatable: true });
        }
        let c = self.next().ok_or(UNCLOSED)?;
        let node = match c {
            ':' => whole(self.inner()?),
            '|' => whole(self.reset()?),
            '>' => Node::Atomic(Box::new(self.inner()?)),
            '=' | '!' => self.look(true, c == '!')?,
            '<' if matches!(self.peek(0), Some('=' | '!')) => {
                let negated = self.next() == Some('!');
                self.look(false, negated)?
            }
            '<' => self.named('>')?,
            '\'' => self.named('\'')?,
            'P' => return self.python(),
            '(' => self.conditional()?,
            'R' => {
                let closed = self.take(')');
                closed
                    .then_some(())
                    .ok_or("(?R (recursive pattern call) must be followed by a closing parenthesis")?;
                Node::Call(Reference::Number(0))
            }
            '&' => Node::Call(Reference::Name(self.name(')')?)),
            'C' => {
                self.callout()?;
                return Ok(Item::once(Node::Empty));
            }
            '0'..='9' | '+' => self.call()?,
            '-' if self.peek(0).is_some_and(|c| c.is_ascii_digit()) => self.call()?,
            _ => {
                self.at -= 1;
                return self.set_options();
            }
        };
        Ok(Item { node, repeatable: true })
    }

    /// Parses the group up to its closing parenthesis. Options set inside end with it.
    pub(super) fn inner(&mut self) -> Result<Node, PatternError> {
        self.within(Self::alternatives)
    }

    fn within(&mut self, read: fn(&mut Self) -> Result<Node, PatternError>) -> Result<Node, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("parentheses are too deeply nested".into());
        }
        let before = self.options;
        let node = read(self)?;
        self.options = before;
        self.depth -= 1;
        if self.take(')') { Ok(node) } else { Err(UNCLOSED.into()) }
    }

    /// Parses a capturing group with the next number.
    fn captured(&mut self, name: Option<String>) -> Result<Node, PatternError> {
        self.groups += 1;
        let number = self.groups;
        if let Some(name) = name {
            let other = self.names.iter().find(|(known, _)| *known == name);
            match other {
                Some((_, known)) if *known != number && !self.options.duplicate_names => {
                    return Err("two named subpatterns have the same name (PCRE2_DUPNAMES not set)".into());
                }
                _ => self.names.push((name, number)),
            }
        }
        Ok(Node::Group(number, Box::new(self.inner()?)))
    }

    fn named(&mut self, close: char) -> Result<Node, PatternError> {
        let name = self.name(close)?;
        self.captured(Some(name))
    }

    /// Parses a name up to and including a character.
    pub(super) fn name(&mut self, close: char) -> Result<String, PatternError> {
        let mut name = String::new();
        if self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            return Err("subpattern name must start with a non-digit".into());
        }
        while let Some(c) = self.peek(0).filter(|c| c.is_alphanumeric() || *c == '_') {
            name.push(c);
            self.at += 1;
        }
        if name.is_empty() {
            return Err("subpattern name expected".into());
        }
        if name.len() > MAX_NAME_LENGTH {
            return Err("subpattern name is too long (maximum 32 code units)".into());
        }
        if self.take(close) {
            Ok(name)
        } else {
            Err("syntax error in subpattern name (missing terminator?)".into())
        }
    }

    /// Parses `(?|…)`: the alternatives have the same group numbers.
    fn reset(&mut self) -> Result<Node, PatternError> {
        self.within(|parser| {
            let before = parser.groups;
            let mut most = before;
            let mut all = Vec::new();
            loop {
                parser.groups = before;
                all.push(parser.sequence()?);
                most = most.max(parser.groups);
                if !parser.take('|') {
                    parser.groups = most;
                    return Ok(Node::Alternatives(all));
                }
            }
        })
    }

    pub(super) fn look(&mut self, ahead: bool, negated: bool) -> Result<Node, PatternError> {
        self.looks += 1;
        let node = Box::new(self.inner()?);
        self.looks -= 1;
        Ok(Node::Look { ahead, negated, node })
    }

    /// Parses `(?P<name>…)`, `(?P=name)` or `(?P>name)`.
    fn python(&mut self) -> Result<Item, PatternError> {
        let node = match self.next().ok_or(UNCLOSED)? {
            '<' => self.named('>')?,
            '=' => {
                let group = Reference::Name(self.name(')')?);
                Node::Backreference { group, caseless: self.options.caseless }
            }
            '>' => Node::Call(Reference::Name(self.name(')')?)),
            _ => return Err("unrecognized character after (?P".into()),
        };
        Ok(Item { node, repeatable: true })
    }

    /// Parses `(?1)`, `(?+1)` or `(?-1)` after its first character.
    fn call(&mut self) -> Result<Node, PatternError> {
        self.at -= 1;
        let number = self.relative()?;
        if self.take(')') { Ok(Node::Call(Reference::Number(number))) } else { Err(UNCLOSED.into()) }
    }

    /// Parses callouts, `(?C1)` or `(?C"…")`, which have no effect.
    fn callout(&mut self) -> Result<(), PatternError> {
        if self.digits().parse::<u32>().is_ok_and(|number| number > 255) {
            return Err("number after (?C is greater than 255".into());
        }
        if let Some(open) = self.peek(0).filter(|c| *c != ')') {
            if !"`'\"^%#${".contains(open) {
                return Err("unrecognized string delimiter follows (?C".into());
            }
            self.at += 1;
            let close = if open == '{' { '}' } else { open };
            self.take_until(close).ok_or("missing terminating delimiter for callout with string argument")?;
        }
        if self.take(')') { Ok(()) } else { Err("closing parenthesis for (?C expected".into()) }
    }

    /// Parses `(?(condition)then|otherwise)`.
    fn conditional(&mut self) -> Result<Node, PatternError> {
        let define = self.starts_with("DEFINE)");
        let condition = self.condition()?;
        let inner = self.inner()?;
        let mut branches = match inner {
            Node::Alternatives(branches) => branches,
            other => vec![other],
        };
        if define {
            return match branches.len() {
                1 => Ok(Node::Define(Box::new(branches.remove(0)))),
                _ => Err("DEFINE subpattern contains more than one branch".into()),
            };
        }
        if branches.len() > 2 {
            return Err("conditional subpattern contains more than two branches".into());
        }
        let otherwise = Box::new(if branches.len() == 2 { branches.remove(1) } else { Node::Empty });
        Ok(Node::If { condition, then: Box::new(branches.remove(0)), otherwise })
    }

    /// Parses the condition after its parenthesis.
    fn condition(&mut self) -> Result<Condition, PatternError> {
        if self.starts_with("?") || self.starts_with("*") {
            if self.starts_with("?") && !["?=", "?!", "?<=", "?<!"].iter().any(|look| self.starts_with(look))
            {
                return Err("assertion expected after (?( or (?(?C)".into());
            }
            let Item { node, .. } = self.group()?;
            return match node {
                Node::Look { .. } => Ok(Condition::Look(Box::new(node))),
                _ => Err("assertion expected after (?( or (?(?C)".into()),
            };
        }
        let unclosed = || PatternError::from("missing closing parenthesis for condition");
        if self.peek(0).is_none() {
            return Err(UNCLOSED.into());
        }
        if self.starts_with("VERSION") {
            return self.version();
        }
        if self.peek(0).is_some_and(|c| c.is_ascii_digit() || matches!(c, '+' | '-')) {
            let number = self.relative()?;
            if number == 0 {
                return Err("invalid condition (?(0)".into());
            }
            return if self.take(')') {
                Ok(Condition::Group(Reference::Number(number)))
            } else {
                Err(unclosed())
            };
        }
        if self.take('<') {
            let name = self.name('>')?;
            return if self.take(')') {
                Ok(Condition::Group(Reference::Name(name)))
            } else {
                Err(unclosed())
            };
        }
        if self.take('\'') {
            let name = self.name('\'')?;
            return if self.take(')') {
                Ok(Condition::Group(Reference::Name(name)))
            } else {
                Err(unclosed())
            };
        }
        if self.starts_with("R&") {
            self.at += 2;
            return Ok(Condition::Called(Some(Reference::Name(self.name(')')?))));
        }
        let name = self.name(')')?;
        let known = self.names.iter().any(|(known, _)| *known == name);
        let after = name.strip_prefix('R').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        Ok(match after {
            _ if name == "DEFINE" => Condition::Known(false),
            Some("") if !known => Condition::Called(None),
            Some(digits) if !known => {
                Condition::Called(Some(Reference::Number(digits.parse().map_err(|_| "number is too big")?)))
            }
            _ => Condition::Group(Reference::Name(name)),
        })
    }

    /// Parses `(?(VERSION>=10.4)`.
    fn version(&mut self) -> Result<Condition, PatternError> {
        let wrong = || PatternError::from("syntax error or number too big in (?(VERSION condition");
        self.at += "VERSION".len();
        let or_later = self.take('>');
        if !self.take('=') {
            return Err(wrong());
        }
        let major = self.digits().parse().map_err(|_| wrong())?;
        let minor = if self.take('.') { self.digits() } else { "0".to_owned() };
        // A single digit means tens.
        let minor = if minor.len() == 1 { minor + "0" } else { minor };
        let asked: (u32, u32) = (major, minor.parse().map_err(|_| wrong())?);
        if !self.take(')') {
            return Err(wrong());
        }
        Ok(Condition::Known(if or_later { VERSION >= asked } else { VERSION == asked }))
    }

    /// Parses `(?i)`, which applies to the rest of the group, or the group `(?i:…)`.
    fn set_options(&mut self) -> Result<Item, PatternError> {
        let before = self.options;
        let mut to = before;
        let mut on = true;
        if self.take('^') {
            let Options { ungreedy, duplicate_names, .. } = before;
            to = Options { ungreedy, duplicate_names, ..Options::default() };
        }
        loop {
            let c = self.next().ok_or(UNCLOSED)?;
            match c {
                ')' => {
                    self.options = to;
                    return Ok(Item::once(Node::Empty));
                }
                ':' => {
                    self.options = to;
                    let node = self.inner();
                    self.options = before;
                    return Ok(Item { node: whole(node?), repeatable: true });
                }
                '-' if on => on = false,
                '-' => return Err("invalid hyphen in option setting".into()),
                'i' => to.caseless = on,
                'm' => to.multi_line = on,
                's' => to.dot_all = on,
                'n' => to.no_auto_capture = on,
                'U' => to.ungreedy = on,
                'J' => to.duplicate_names = on,
                'x' => {
                    to.extended = on;
                    to.extended_more = on && self.take('x');
                }
                _ => return Err(UNKNOWN.into()),
            }
        }
    }
}

/// Wraps a group's alternatives, which would otherwise become those of the enclosing group.
fn whole(node: Node) -> Node {
    match node {
        Node::Alternatives(_) => Node::Sequence(vec![node]),
        node => node,
    }
}
