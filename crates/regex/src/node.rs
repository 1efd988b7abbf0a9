//! A pattern as it was read.

use std::rc::Rc;

use super::set::Set;

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Nothing, which is everywhere.
    Empty,
    /// This character.
    Char(char),
    /// One character.
    One(One),
    /// `\R`: a newline of any kind.
    Newline,
    /// One behind the other.
    Sequence(Vec<Node>),
    /// The first of these with which all goes on.
    Alternatives(Vec<Node>),
    /// A group whose text is identified by its number.
    Group(usize, Box<Node>),
    /// The same several times.
    Repeat { node: Box<Node>, least: u32, most: u32, kind: Repeats },
    /// What is found once and not tried otherwise.
    Atomic(Box<Node>),
    /// What stands ahead, or behind, without being part of the match.
    Look { ahead: bool, negated: bool, node: Box<Node> },
    /// A place.
    Place(Place),
    /// The text of a group.
    Again { group: Reference, caseless: bool },
    /// A group's pattern.
    Call(Reference),
    /// `\K`: the match begins here.
    Keep,
    /// One of two patterns.
    If { condition: Condition, then: Box<Node>, otherwise: Box<Node> },
    /// What can only be called.
    Define(Box<Node>),
    /// What to do when the match gets here, or comes back here.
    Verb(Verb),
}

/// What one character may be.
#[derive(Clone, Debug)]
pub(super) enum One {
    /// Any.
    Any,
    /// Any but a newline.
    NotNewline,
    /// This.
    Is(char),
    /// One of a set.
    Of(Rc<Set>),
}

/// How often something that may come several times does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    /// As often as possible, then less often.
    Greedy,
    /// As rarely as possible, then more often.
    Lazy,
    /// As often as possible.
    Possessive,
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `\A`, `^`
    Start,
    /// `^` of lines
    LineStart,
    /// `\z`
    End,
    /// `\Z`, `$`
    FinalEnd,
    /// `$` of lines
    LineEnd,
    /// `\G`
    SearchStart,
    /// `\b`, or `\B` when it is `false`; by which letters, Unicode's or ASCII's
    Boundary { is: bool, unicode: bool },
}

/// Which group is meant; 0 is the whole pattern.
#[derive(Clone, Debug)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

/// What decides between two patterns.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// Whether a group has been found.
    Group(Reference),
    /// Whether a call is under way: of a group, or any.
    Called(Option<Reference>),
    /// Whether something looks as it should.
    Look(Box<Node>),
    /// What is known already.
    Known(bool),
}

/// What can be done with a search (<https://www.pcre.org/current/doc/html/pcre2pattern.html#SEC30>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// All has been found.
    Accept,
    /// This is no match.
    Fail,
    /// There is no match, if it comes back.
    Commit,
    /// There is no match from the same start, if it comes back.
    Prune,
    /// As [`Verb::Prune`], and none that begins before this place.
    Skip,
}

impl One {
    /// Whether a character is one of those.
    #[inline]
    pub(super) fn holds(&self, c: char) -> bool {
        match self {
            One::Any => true,
            One::NotNewline => c != '\n',
            One::Is(one) => c == *one,
            One::Of(set) => set.contains(c),
        }
    }
}
