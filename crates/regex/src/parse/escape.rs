//! Escape sequences.

use std::rc::Rc;

use super::{Item, MISSING, Parser, PatternError};
use crate::node::{Node, One, Place, Reference};
use crate::set::Members;

pub(super) const UNKNOWN_PROPERTY: &str = "unknown property after \\P or \\p";
const TOO_LARGE: &str = "character code point value in \\x{} or \\o{} is too large";
const NO_REFERENCE: &str =
    "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number";
const NO_DIGITS: &str = "digits missing in \\x{} or \\o{} or \\N{U+}";

impl Parser {
    /// Parses an escape after its backslash.
    pub(super) fn escape(&mut self) -> Result<Item, PatternError> {
        let c = self.next().ok_or("\\ at end of pattern")?;
        let place = match c {
            'A' => Some(Place::Start),
            'z' => Some(Place::End),
            'Z' => Some(Place::FinalEnd),
            'G' => Some(Place::SearchStart),
            'b' | 'B' => Some(Place::Boundary { is: c == 'b', unicode: self.unicode }),
            _ => None,
        };
        if let Some(place) = place {
            return Ok(Item::once(Node::Assertion(place)));
        }
        let mut members = Members::default();
        let node = match c {
            'N' if self.peek(0) != Some('{') || self.is_count() => Node::One(One::NotNewline),
            'R' => Node::Newline,
            'X' | 'C' => return Err(format!("\\{c} is not supported by this playground")),
            'K' => {
                self.keeps_in_look |= self.looks > 0;
                return Ok(Item::once(Node::SetStart));
            }
            'k' | 'g' => self.reference(c)?,
            'p' | 'P' => {
                let (name, negated) = self.property(c)?;
                if !members.add_property(&name, negated) {
                    return Err(UNKNOWN_PROPERTY.into());
                }
                Node::One(One::Of(Rc::new(members.finish(false, self.options.caseless))))
            }
            c if members.add_type(c, self.unicode) => {
                Node::One(One::Of(Rc::new(members.finish(false, false))))
            }
            '1'..='9' => self.number_or_octal(c)?,
            c => {
                let c = self.escaped_character(c)?;
                self.literal(c)
            }
        };
        Ok(Item { node, repeatable: true })
    }

    /// Whether the braces at the current position are a quantifier.
    pub(super) fn is_count(&self) -> bool {
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        let inner: String = rest.iter().take_while(|c| **c != '}').collect();
        inner.starts_with(|c: char| c.is_ascii_digit())
            && inner.chars().all(|c| c.is_ascii_digit() || c == ',')
    }

    /// Returns the characters up to `\E` or the end.
    pub(super) fn quoted(&mut self) -> Vec<char> {
        let mut quoted = Vec::new();
        while !self.starts_with("\\E") {
            let Some(c) = self.next() else { return quoted };
            quoted.push(c);
        }
        self.at += 2;
        quoted
    }

    /// Parses `\1`: a backreference, or a character by its octal number.
    fn number_or_octal(&mut self, first: char) -> Result<Node, PatternError> {
        self.at -= 1;
        let from = self.at;
        let digits = self.digits();
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        if number < 10 || first >= '8' || number <= self.groups {
            return self.again(Reference::Number(number));
        }
        self.at = from;
        let c = self.octal(3)?;
        Ok(self.literal(c))
    }

    fn again(&self, group: Reference) -> Result<Node, PatternError> {
        match group {
            Reference::Number(0) => Err(MISSING.into()),
            group => Ok(Node::Backreference { group, caseless: self.options.caseless }),
        }
    }

    /// Parses a character of up to `most` octal digits.
    pub(super) fn octal(&mut self, most: usize) -> Result<char, PatternError> {
        let mut number = 0;
        for _ in 0..most {
            let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
            number = number * 8 + digit;
            self.at += 1;
        }
        coded(number)
    }

    /// Parses `\g…` or `\k…`: a backreference or a subroutine call.
    fn reference(&mut self, letter: char) -> Result<Node, PatternError> {
        let close = match self.peek(0) {
            Some('{') => '}',
            Some('<') => '>',
            Some('\'') => '\'',
            _ if letter == 'k' => {
                return Err("\\k is not followed by a braced, angle-bracketed, or quoted name".into());
            }
            _ => return self.plain_reference(),
        };
        self.at += 1;
        let digit = self.peek(usize::from(matches!(self.peek(0), Some('+' | '-'))));
        if letter == 'g' && digit.is_some_and(|c| c.is_ascii_digit()) {
            let calls = close != '}';
            let number = self.relative()?;
            if !self.take(close) {
                return Err(NO_REFERENCE.into());
            }
            let group = Reference::Number(number);
            return if calls { Ok(Node::Call(group)) } else { self.again(group) };
        }
        let name = Reference::Name(self.name(close)?);
        if letter == 'g' && close != '}' { Ok(Node::Call(name)) } else { self.again(name) }
    }

    /// Parses `\g1` or `\g-1`.
    fn plain_reference(&mut self) -> Result<Node, PatternError> {
        if !self.peek(0).is_some_and(|c| c.is_ascii_digit() || matches!(c, '+' | '-')) {
            return Err(NO_REFERENCE.into());
        }
        let number = self.relative()?;
        self.again(Reference::Number(number))
    }

    /// Parses the number of a group, which may be relative: `-1` is the group that began last.
    pub(super) fn relative(&mut self) -> Result<usize, PatternError> {
        let sign = self.peek(0).filter(|c| matches!(c, '+' | '-'));
        self.at += usize::from(sign.is_some());
        let digits = self.digits();
        let missing = || MISSING.to_owned();
        let number = digits.parse::<usize>().ok().filter(|number| *number <= 65_535);
        let number = match number {
            Some(number) => number,
            None if digits.is_empty() => return Err("digit expected after (?+ or (?-".to_owned()),
            None => return Err("number is too big".to_owned()),
        };
        match sign {
            Some('-') if number > 0 => {
                (self.groups + 1).checked_sub(number).filter(|n| *n > 0).ok_or_else(missing)
            }
            Some('+') if number > 0 => Ok(self.groups + number),
            Some(_) => Err("(?+ or (?- or (?(+ or (?(- must be followed by a non-zero digit".to_owned()),
            None => Ok(number),
        }
    }

    /// Parses a property name, without capitals, underscores and spaces, and whether it is negated.
    pub(super) fn property(&mut self, letter: char) -> Result<(String, bool), PatternError> {
        let malformed = || "malformed \\P or \\p sequence".to_owned();
        let mut negated = letter == 'P';
        let mut name = match self.next().ok_or_else(malformed)? {
            '{' => {
                negated ^= self.take('^');
                self.take_until('}').ok_or_else(malformed)?
            }
            c if c.is_ascii_alphabetic() => c.to_string(),
            _ => return Err(malformed()),
        };
        name.retain(|c| !matches!(c, '_' | '-') && !c.is_ascii_whitespace());
        name.make_ascii_lowercase();
        for extended in ["scx:", "scx=", "scriptextensions:", "scriptextensions="] {
            if let Some(script) = name.strip_prefix(extended) {
                name = script.to_owned();
            }
        }
        Ok((name, negated))
    }

    /// Returns the character of an escape such as `\n`, `\x41` or `\.`.
    pub(super) fn escaped_character(&mut self, c: char) -> Result<char, PatternError> {
        Ok(match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'f' => '\u{C}',
            'a' => '\u{7}',
            'e' => '\u{1B}',
            'c' => {
                let letter = self.next().ok_or("\\c at end of pattern")?;
                if !(' '..='~').contains(&letter) {
                    return Err("\\c must be followed by a printable ASCII character".into());
                }
                coded(u32::from(letter.to_ascii_uppercase()) ^ 0x40)?
            }
            'x' if self.take('{') => {
                self.braced(16, "non-hex character in \\x{} (closing brace missing?)")?
            }
            'x' => {
                let mut number = 0;
                for _ in 0..2 {
                    let Some(digit) = self.peek(0).and_then(|c| c.to_digit(16)) else { break };
                    number = number * 16 + digit;
                    self.at += 1;
                }
                coded(number)?
            }
            'o' if self.take('{') => {
                self.braced(8, "non-octal character in \\o{} (closing brace missing?)")?
            }
            'o' => return Err("missing opening brace after \\o".into()),
            'N' if self.starts_with("{U+") => {
                self.at += 3;
                self.braced(16, "non-hex character in \\x{} (closing brace missing?)")?
            }
            '0' => self.octal(2)?,
            'F' | 'L' | 'l' | 'N' | 'U' | 'u' => {
                return Err("PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u".into());
            }
            letter if letter.is_ascii_alphabetic() => {
                return Err("unrecognized character follows \\".into());
            }
            other => other,
        })
    }

    /// Parses a character by its number in braces, after the opening brace.
    fn braced(&mut self, radix: u32, other: &str) -> Result<char, PatternError> {
        if self.peek(0) == Some('}') || self.peek(0).is_none() {
            return Err(NO_DIGITS.into());
        }
        let mut number: u32 = 0;
        while let Some(digit) = self.peek(0).and_then(|c| c.to_digit(radix)) {
            number = number.saturating_mul(radix).saturating_add(digit);
            self.at += 1;
            if number > 0x10_FFFF {
                return Err(TOO_LARGE.into());
            }
        }
        if !self.take('}') {
            return Err(other.into());
        }
        coded(number)
    }
}

fn coded(number: u32) -> Result<char, PatternError> {
    char::from_u32(number).ok_or_else(|| "disallowed Unicode code point (>= 0xd800 && <= 0xdfff)".to_owned())
}
