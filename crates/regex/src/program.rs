//! Compiled patterns: programs of search steps.

use std::rc::Rc;

use memchr::memmem::Finder;

use super::Flags;
use super::node::{Greediness, One, Place, Verb};
use super::parse::{self, PatternError};

mod compile;
mod length;
mod start;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    pub steps: Vec<Step>,
    /// The number of groups.
    pub groups: usize,
    /// The number of counted loops.
    pub loops: usize,
    /// The first step of each group; 0 is the whole pattern.
    pub begins: Vec<usize>,
    /// The bytes with which a match may begin; `None` if it may be empty.
    pub first: Option<Box<[bool; 256]>>,
    /// Finds a text that is part of every match, if a match may begin in many places.
    pub needed: Option<Finder<'static>>,
    /// Where a match must begin.
    pub anchor: Anchor,
}

/// Where a match may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Anywhere,
    /// Only at the start of the text.
    Text,
}

/// A step of a program. By default the next step follows; other targets are step numbers.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Matches a text.
    Text(Box<str>),
    /// Matches one character.
    One(One),
    /// Matches a newline of any kind.
    Newline,
    /// Matches one character repeatedly.
    RepeatChar {
        one: One,
        least: u32,
        most: u32,
        kind: Greediness,
    },
    Assertion(Place),
    /// Tries the first target, then the second.
    Split(usize, usize),
    Jump(usize),
    /// Starts a group.
    Open(usize),
    /// Ends a group.
    Close(usize),
    /// Initializes a loop.
    LoopStart(usize),
    /// Enters another iteration or ends the loop.
    LoopTest {
        slot: usize,
        least: u32,
        most: u32,
        lazy: bool,
        end: usize,
    },
    /// Starts an iteration.
    LoopEnter(usize),
    /// Matches the text of a group; of several numbers, that of the first group that matched.
    Backreference {
        groups: Box<[usize]>,
        caseless: bool,
    },
    /// Calls a group's steps.
    Call(usize),
    /// Sets the start of the match.
    SetStart,
    /// Jumps if none of these groups has matched.
    UnlessGroup {
        groups: Box<[usize]>,
        to: usize,
    },
    /// Jumps if no call of these groups is in progress; an empty list means any call.
    UnlessCalled {
        groups: Box<[usize]>,
        to: usize,
    },
    /// Starts a nested search up to [`Step::Leave`].
    Enter {
        kind: Inside,
        next: usize,
    },
    Leave(Inside),
    /// Moves back by a number of characters.
    Back(usize),
    Verb(Verb),
    /// The match is complete.
    Match,
}

/// The kind of a nested search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Continues after the match.
    Atomic,
    /// Continues at the start of the nested search.
    Look,
    /// Continues at the start of the nested search if that fails.
    LookNot,
}

impl Program {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// The syntax error.
    pub(super) fn new(pattern: &str, flags: Flags) -> Result<Rc<Self>, PatternError> {
        let pattern = parse::parse(pattern, flags)?;
        compile::compile(&pattern).map(Rc::new)
    }
}
