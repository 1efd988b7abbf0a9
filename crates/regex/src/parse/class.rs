//! Character classes: `[…]`.

use std::rc::Rc;

use super::escape::UNKNOWN_PROPERTY;
use super::{Item, Parser, PatternError};
use crate::node::{Node, One, Place};
use crate::set::Members;

/// A member of a class.
enum Member {
    /// A character, which may begin or end a range.
    Char(char),
    /// Several characters.
    Many,
    /// No character: `\E`.
    Nothing,
}

const UNFINISHED: &str = "missing terminating ] for character class";
const NO_RANGE: &str = "invalid range in character class";

impl Parser {
    /// Parses a class after its bracket.
    pub(super) fn class(&mut self) -> Result<Item, PatternError> {
        for (text, is) in [("[:<:]]", true), ("[:>:]]", false)] {
            if self.starts_with(text) {
                self.at += text.len();
                return Ok(Item::once(self.word_edge(is)));
            }
        }
        if let Some((mark, _)) = self.posix() {
            return Err(match mark {
                ':' => "POSIX named classes are supported only within a class",
                _ => "POSIX collating elements are not supported",
            }
            .into());
        }
        let negated = self.take('^');
        let mut members = Members::default();
        let mut first = true;
        while first || self.peek(0) != Some(']') {
            if self.peek(0).is_none() {
                return Err(UNFINISHED.into());
            }
            let skipped = self.options.extended_more && matches!(self.peek(0), Some(' ' | '\t'));
            if skipped {
                self.at += 1;
                continue;
            }
            let member = self.member(&mut members)?;
            first &= matches!(member, Member::Nothing);
            self.range_from(member, &mut members)?;
        }
        self.at += 1;
        let set = members.finish(negated, self.options.caseless);
        Ok(Item { node: Node::One(One::Of(Rc::new(set))), repeatable: true })
    }

    /// Adds a member, or the range that it begins.
    fn range_from(&mut self, member: Member, members: &mut Members) -> Result<(), PatternError> {
        while self.starts_with("\\E") {
            self.at += 2;
        }
        let hyphen =
            self.peek(0) == Some('-') && self.peek(1).is_some_and(|c| c != ']') && !self.ends_behind_hyphen();
        match member {
            Member::Nothing => Ok(()),
            Member::Many if hyphen => Err(NO_RANGE.into()),
            Member::Many => Ok(()),
            Member::Char(c) if !hyphen => {
                members.add(c, c);
                Ok(())
            }
            Member::Char(low) => {
                self.at += 1;
                if self.peek(0) == Some('[') {
                    self.at += 1;
                    if self.posix().is_some() {
                        return Err(NO_RANGE.into());
                    }
                    self.at -= 1;
                }
                let mut end = self.member(members)?;
                while let Member::Nothing = end {
                    end = self.member(members)?;
                }
                match end {
                    Member::Char(high) if high < low => Err("range out of order in character class".into()),
                    Member::Char(high) => {
                        members.add(low, high);
                        // A hyphen after a range is literal.
                        if self.take('-') {
                            members.add('-', '-');
                        }
                        Ok(())
                    }
                    _ => Err(NO_RANGE.into()),
                }
            }
        }
    }

    /// Whether only `\E` is between a hyphen and the end of the class.
    fn ends_behind_hyphen(&self) -> bool {
        self.peek(1) == Some('\\') && self.peek(2) == Some('E') && self.peek(3) == Some(']')
    }

    /// Parses the next member. Members of several characters are added.
    fn member(&mut self, members: &mut Members) -> Result<Member, PatternError> {
        let c = self.next().ok_or(UNFINISHED)?;
        match c {
            '[' => match self.posix() {
                Some((':', name)) => {
                    self.at += name.chars().count() + 3;
                    let (plain, negated) =
                        name.strip_prefix('^').map_or((&*name, false), |plain| (plain, true));
                    if !members.add_posix(plain, negated, self.unicode, self.options.caseless) {
                        return Err("unknown POSIX class name".into());
                    }
                    Ok(Member::Many)
                }
                Some(_) => Err("POSIX collating elements are not supported".into()),
                None => Ok(Member::Char('[')),
            },
            '\\' => self.escaped_member(members),
            c => Ok(Member::Char(c)),
        }
    }

    /// Parses the mark and the name of `[:name:]`, `[.name.]` or `[=name=]` after its bracket.
    fn posix(&self) -> Option<(char, String)> {
        let mark = self.peek(0).filter(|c| matches!(c, ':' | '.' | '='))?;
        let mut name = String::new();
        let mut ahead = 1;
        loop {
            match (self.peek(ahead)?, self.peek(ahead + 1)) {
                ('\\', Some(']' | '\\')) => {
                    name.push('\\');
                    ahead += 1;
                }
                ('[', Some(next)) if next == mark => return None,
                (c, Some(']')) if c == mark => return Some((mark, name)),
                (']', _) => return None,
                _ => {}
            }
            name.push(self.peek(ahead)?);
            ahead += 1;
        }
    }

    fn escaped_member(&mut self, members: &mut Members) -> Result<Member, PatternError> {
        let c = self.next().ok_or("\\ at end of pattern")?;
        match c {
            'b' => Ok(Member::Char('\u{8}')),
            'N' if self.peek(0) != Some('{') || self.is_count() => {
                Err("\\N is not supported in a class".into())
            }
            // A reference would need the characters after it.
            'g' => Ok(Member::Char('g')),
            'A' | 'B' | 'C' | 'G' | 'K' | 'R' | 'X' | 'Z' | 'z' | 'k' => {
                Err("escape sequence is invalid in character class".into())
            }
            'E' => Ok(Member::Nothing),
            'Q' => {
                let quoted = self.quoted();
                let Some((last, before)) = quoted.split_last() else { return Ok(Member::Nothing) };
                before.iter().for_each(|c| members.add(*c, *c));
                Ok(Member::Char(*last))
            }
            'p' | 'P' => {
                let (name, negated) = self.property(c)?;
                if members.add_property(&name, negated) {
                    Ok(Member::Many)
                } else {
                    Err(UNKNOWN_PROPERTY.into())
                }
            }
            c if members.add_type(c, self.unicode) => Ok(Member::Many),
            '1'..='7' => {
                self.at -= 1;
                Ok(Member::Char(self.octal(3)?))
            }
            '8' | '9' => Ok(Member::Char(c)),
            c => self.escaped_character(c).map(Member::Char),
        }
    }

    /// Returns the assertion of a word's start or end.
    fn word_edge(&self, begins: bool) -> Node {
        let mut members = Members::default();
        members.add_type('w', self.unicode);
        let word = Node::One(One::Of(Rc::new(members.finish(false, false))));
        let boundary = Node::Assertion(Place::Boundary { is: true, unicode: self.unicode });
        Node::Sequence(vec![boundary, Node::Look { ahead: begins, negated: false, node: Box::new(word) }])
    }
}
