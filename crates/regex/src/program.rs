//! Patterns as steps of a search.

use std::rc::Rc;

use memchr::memmem::Finder;

use super::Flags;
use super::node::{One, Place, Repeats, Verb};
use super::parse::{self, PatternError};

mod compile;
mod length;
mod start;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    pub steps: Vec<Step>,
    /// How many groups there are.
    pub groups: usize,
    /// How many loops are counted.
    pub loops: usize,
    /// Where the steps of each group begin; 0 is the whole.
    pub begins: Vec<usize>,
    /// Bytes with which a match may begin, unless it may be empty.
    pub first: Option<Box<[bool; 256]>>,
    /// What looks for a text that is part of every match, where a match may begin in many places.
    pub needed: Option<Finder<'static>>,
    /// Whether a match can only begin where the search does, or where the text does.
    pub anchor: Anchor,
}

/// Where a match may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Anywhere,
    /// At the start of the text.
    Text,
}

/// One step. Steps follow each other unless they say otherwise; places among them are their numbers.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// This text comes.
    Text(Box<str>),
    /// One character comes.
    One(One),
    /// A newline of any kind comes.
    Newline,
    /// One character comes several times.
    Several {
        one: One,
        least: u32,
        most: u32,
        kind: Repeats,
    },
    Place(Place),
    /// Goes on at the first, and when that fails at the second.
    Split(usize, usize),
    Jump(usize),
    /// A group begins.
    Open(usize),
    /// A group has been found.
    Close(usize),
    /// A loop begins.
    LoopStart(usize),
    /// What is repeated comes next, or the loop ends.
    LoopTest {
        slot: usize,
        least: u32,
        most: u32,
        lazy: bool,
        end: usize,
    },
    /// What is repeated comes next.
    LoopEnter(usize),
    /// The text of a group comes; with several numbers, of the first of them that was found.
    Again {
        groups: Box<[usize]>,
        caseless: bool,
    },
    /// A group's steps come, and then the next.
    Call(usize),
    /// The match begins here.
    Keep,
    /// Goes elsewhere when none of these groups has been found.
    UnlessGroup {
        groups: Box<[usize]>,
        to: usize,
    },
    /// Goes elsewhere when none of these groups is being called; when any call will do, there are none.
    UnlessCalled {
        groups: Box<[usize]>,
        to: usize,
    },
    /// What follows up to [`Step::Leave`] is found once, in its way.
    Enter {
        kind: Inside,
        next: usize,
    },
    Leave(Inside),
    /// Goes so many characters back.
    Back(usize),
    Verb(Verb),
    /// All has been found.
    Match,
}

/// How a group inside a pattern is searched on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// The search goes on behind it.
    Atomic,
    /// The search goes on where it began.
    Look,
    /// The search goes on where it began if it is not found.
    LookNot,
}

impl Program {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn new(pattern: &str, flags: Flags) -> Result<Rc<Self>, PatternError> {
        let pattern = parse::parse(pattern, flags)?;
        compile::compile(&pattern).map(Rc::new)
    }
}
