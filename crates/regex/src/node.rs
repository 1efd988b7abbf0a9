//! The syntax tree of a pattern.

use std::rc::Rc;

use super::set::Set;

/// A node of the syntax tree.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Matches the empty string.
    Empty,
    /// Matches a character.
    Char(char),
    /// Matches one character of a kind.
    One(One),
    /// `\R`: a newline of any kind.
    Newline,
    /// Matches its children in sequence.
    Sequence(Vec<Node>),
    /// Matches the first alternative with which the rest matches.
    Alternatives(Vec<Node>),
    /// A capturing group with its number.
    Group(usize, Box<Node>),
    /// A repetition.
    Repeat { node: Box<Node>, least: u32, most: u32, kind: Greediness },
    /// An atomic group: never backtracked into.
    Atomic(Box<Node>),
    /// A lookahead or lookbehind.
    Look { ahead: bool, negated: bool, node: Box<Node> },
    /// A position assertion.
    Assertion(Place),
    /// A backreference: the text of a group.
    Backreference { group: Reference, caseless: bool },
    /// A subroutine call of a group.
    Call(Reference),
    /// `\K`: sets the start of the match.
    SetStart,
    /// A conditional group.
    If { condition: Condition, then: Box<Node>, otherwise: Box<Node> },
    /// A `DEFINE` group, which is only called.
    Define(Box<Node>),
    /// A backtracking control verb.
    Verb(Verb),
}

/// A matcher of one character.
#[derive(Clone, Debug)]
pub(super) enum One {
    /// Any character.
    Any,
    /// Any character except a newline.
    NotNewline,
    /// This character.
    Is(char),
    /// A character of a set.
    Of(Rc<Set>),
}

/// The greediness of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greediness {
    /// As many as possible first.
    Greedy,
    /// As few as possible first.
    Lazy,
    /// As many as possible, without backtracking.
    Possessive,
}

/// A position in the text.
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
    /// `\b`, or `\B` if `is` is false, with Unicode's or ASCII's word characters.
    Boundary { is: bool, unicode: bool },
}

/// A reference to a group; 0 is the whole pattern.
#[derive(Clone, Debug)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

/// The condition of a conditional group.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// Whether a group has matched.
    Group(Reference),
    /// Whether a call of a group, or any call, is in progress.
    Called(Option<Reference>),
    /// Whether a lookaround matches.
    Look(Box<Node>),
    /// A constant condition.
    Known(bool),
}

/// A backtracking control verb (<https://www.pcre.org/current/doc/html/pcre2pattern.html#SEC30>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// Ends the match successfully.
    Accept,
    /// Forces a backtrack.
    Fail,
    /// Aborts the search on backtrack.
    Commit,
    /// Fails the current start position on backtrack.
    Prune,
    /// Like [`Verb::Prune`], and also fails all start positions before this one.
    Skip,
}

impl One {
    /// Whether a character matches.
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
