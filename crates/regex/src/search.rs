//! Searching: what PCRE2 calls matching, with its rules of what is tried in which order
//! (<https://www.pcre.org/current/doc/html/pcre2matching.html>).
//!
//! Steps are taken from left to right. Each choice is put on a stack, and so is what has to be undone with it; when a
//! step fails, the last choice is made otherwise. So nothing grows with the text but that stack.

use std::cell::RefCell;
use std::rc::Rc;

use super::Captures;
use super::node::{One, Place, Repeats, Verb};
use super::program::{Anchor, Inside, Program, Step};
use super::set::{Members, VERTICAL};
use super::unicode::differ_in_case_alone;

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchAborted {
    /// The search took too many steps.
    TooLong,
    /// A pattern called itself without end.
    Recursion,
}

impl SearchAborted {
    /// PCRE2's words.
    pub(super) fn text(self) -> &'static str {
        match self {
            SearchAborted::TooLong => "match limit exceeded",
            SearchAborted::Recursion => "recursion loop",
        }
    }
}

/// Steps from one place where a match may begin, at most: a server has a limit of its own.
const MOST_STEPS: usize = 2_000_000;
/// Steps from all places, at most.
const MOST_STEPS_IN_ALL: usize = 20_000_000;
/// Choices and what is to be undone, at most.
const MOST_ENTRIES: usize = 1_000_000;
/// Calls within each other, at most.
const MOST_CALLS: usize = 1_000;

/// Marks an unset position.
const NONE: usize = usize::MAX;

/// The state of groups and loops. Each call has its own.
#[derive(Clone, Debug, Default)]
struct State {
    /// Where each group begins and ends.
    groups: Vec<(usize, usize)>,
    /// Where each group that is open began.
    opened: Vec<usize>,
    /// How often each loop has come, and where it came last.
    loops: Vec<(u32, usize)>,
}

/// A call that is under way.
#[derive(Debug)]
struct Call {
    group: usize,
    /// Where the steps go on.
    next: usize,
    /// Where in the text it began.
    at: usize,
    depth: usize,
    state: State,
    outer: Option<Rc<Call>>,
}

/// A choice, or what has to be undone.
#[derive(Debug)]
enum Entry {
    /// Goes on elsewhere.
    Branch {
        step: usize,
        at: usize,
    },
    /// One character less, down to a place.
    Fewer {
        step: usize,
        at: usize,
        least: usize,
    },
    /// One character more, so many more at most.
    More {
        step: usize,
        at: usize,
        most: u32,
    },
    /// What follows is found once.
    Inside {
        kind: Inside,
        next: usize,
        at: usize,
    },
    Verb(Verb, usize),
    Group(usize, (usize, usize)),
    Opened(usize, usize),
    Loop(usize, (u32, usize)),
    Keep(usize),
    Call(Option<Rc<Call>>),
    State(Box<State>),
}

/// How a search from one place ended.
enum Outcome {
    Found(usize),
    /// Nothing begins there.
    NotHere,
    /// Nothing begins before a place.
    NotBefore(usize),
    Nowhere,
}

struct Search<'s> {
    program: &'s Program,
    text: &'s str,
    /// Where the search began, and where the match does.
    from: usize,
    keep: usize,
    state: State,
    call: Option<Rc<Call>>,
    stack: Vec<Entry>,
    /// Steps from this place, and from those before.
    steps: usize,
    steps_before: usize,
}

thread_local! {
    /// What the last search needed.
    static ROOM: RefCell<(State, Vec<Entry>)> = const {
        RefCell::new((State { groups: Vec::new(), opened: Vec::new(), loops: Vec::new() }, Vec::new()))
    };
}

/// The first match at or after a place.
///
/// # Errors
/// When it was given up.
pub(super) fn find(program: &Program, text: &str, from: usize) -> Result<Option<Captures>, SearchAborted> {
    with_search(program, text, from, |search| {
        let Some(end) = search.run()? else { return Ok(None) };
        let whole = Some(search.keep.min(end)..end);
        let groups = search.state.groups.iter().skip(1);
        let range = |&(start, end): &(usize, usize)| (start != NONE).then_some(start..end);
        Ok(Some(std::iter::once(whole).chain(groups.map(range)).collect()))
    })
}

/// Whether there is a match.
///
/// # Errors
/// When it was given up.
pub(super) fn is_match(program: &Program, text: &str) -> Result<bool, SearchAborted> {
    with_search(program, text, 0, |search| Ok(search.run()?.is_some()))
}

fn with_search<T>(
    program: &Program,
    text: &str,
    from: usize,
    search: impl FnOnce(&mut Search<'_>) -> T,
) -> T {
    let (state, stack) = ROOM.take();
    let mut at_work =
        Search { program, text, from, keep: from, state, call: None, stack, steps: 0, steps_before: 0 };
    let result = search(&mut at_work);
    let Search { state, mut stack, .. } = at_work;
    stack.clear();
    stack.shrink_to(1024);
    ROOM.replace((state, stack));
    result
}

impl Search<'_> {
    /// The end of the first match.
    fn run(&mut self) -> Result<Option<usize>, SearchAborted> {
        let Some(rest) = self.text.get(self.from..) else { return Ok(None) };
        if let Some(needed) = &self.program.needed
            && needed.find(rest.as_bytes()).is_none()
        {
            return Ok(None);
        }
        let mut start = self.from;
        loop {
            let Some(next) = self.next_start(start) else { return Ok(None) };
            start = next;
            self.reset(start);
            match self.run_from(start)? {
                Outcome::Found(end) => return Ok(Some(end)),
                Outcome::Nowhere => return Ok(None),
                Outcome::NotHere => start = self.behind(start).unwrap_or(NONE),
                Outcome::NotBefore(place) if place > start => start = place,
                Outcome::NotBefore(_) => start = self.behind(start).unwrap_or(NONE),
            }
        }
    }

    /// Where a match may begin, at a place or behind it.
    fn next_start(&self, from: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(from..)?;
        if self.program.anchor == Anchor::Text && from > 0 {
            return None;
        }
        match &self.program.first {
            Some(first) => rest.iter().position(|byte| first[usize::from(*byte)]).map(|at| from + at),
            None => Some(from),
        }
    }

    fn reset(&mut self, start: usize) {
        let State { groups, opened, loops } = &mut self.state;
        groups.clear();
        opened.clear();
        // The whole is no group; a call of it has none to close.
        if self.program.groups > 0 {
            groups.resize(self.program.groups + 1, (NONE, NONE));
            opened.resize(self.program.groups + 1, NONE);
        }
        loops.clear();
        loops.resize(self.program.loops, (0, NONE));
        self.keep = start;
        self.steps_before += std::mem::take(&mut self.steps);
        self.call = None;
        self.stack.clear();
    }

    /// The place behind the character at one.
    #[inline]
    fn behind(&self, at: usize) -> Option<usize> {
        let c = self.char_at(at)?;
        Some(at + c.len_utf8())
    }

    #[inline]
    fn char_at(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at) {
            Some(&byte) if byte < 0x80 => Some(byte.into()),
            _ => self.text.get(at..)?.chars().next(),
        }
    }

    fn char_before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    fn run_from(&mut self, start: usize) -> Result<Outcome, SearchAborted> {
        let program = self.program;
        let (mut step, mut at) = (0, start);
        loop {
            self.steps += 1;
            let too_many = self.steps > MOST_STEPS || self.steps_before > MOST_STEPS_IN_ALL;
            if too_many || self.stack.len() > MOST_ENTRIES {
                return Err(SearchAborted::TooLong);
            }
            let Some(current) = program.steps.get(step) else { return Ok(Outcome::NotHere) };
            let went = match current {
                Step::Text(text) => {
                    let comes = self.text.as_bytes()[at..].starts_with(text.as_bytes());
                    comes.then(|| (step + 1, at + text.len()))
                }
                Step::One(one) => {
                    self.char_at(at).filter(|c| one.holds(*c)).map(|c| (step + 1, at + c.len_utf8()))
                }
                Step::Several { one, least, most, kind } => {
                    self.several(one, (*least, *most), *kind, step, at).map(|at| (step + 1, at))
                }
                Step::Split(first, second) => {
                    self.stack.push(Entry::Branch { step: *second, at });
                    Some((*first, at))
                }
                Step::Jump(to) => Some((*to, at)),
                Step::Match => match &self.call {
                    Some(call) if call.group == 0 => Some((self.end_call(), at)),
                    _ => return Ok(Outcome::Found(at)),
                },
                Step::Verb(Verb::Fail) => None,
                Step::Verb(verb) => {
                    self.stack.push(Entry::Verb(*verb, at));
                    Some((step + 1, at))
                }
                other => self.rarer(other, step, at)?,
            };
            (step, at) = match went {
                Some(went) => went,
                None => match self.come_back() {
                    Ok(place) => place,
                    Err(outcome) => return Ok(outcome),
                },
            };
        }
    }

    /// The steps that are not taken for every character.
    fn rarer(
        &mut self,
        current: &Step,
        step: usize,
        at: usize,
    ) -> Result<Option<(usize, usize)>, SearchAborted> {
        Ok(match current {
            Step::Place(place) => self.is_place(*place, at).then_some((step + 1, at)),
            Step::Newline => self.newline(at).map(|at| (step + 1, at)),
            Step::Open(group) => {
                let before = std::mem::replace(&mut self.state.opened[*group], at);
                self.stack.push(Entry::Opened(*group, before));
                Some((step + 1, at))
            }
            Step::Close(group) => {
                let range = (self.state.opened[*group], at);
                let before = std::mem::replace(&mut self.state.groups[*group], range);
                self.stack.push(Entry::Group(*group, before));
                match &self.call {
                    Some(call) if call.group == *group => Some((self.end_call(), at)),
                    _ => Some((step + 1, at)),
                }
            }
            Step::LoopStart(slot) => {
                self.set_loop(*slot, (0, NONE));
                Some((step + 1, at))
            }
            Step::LoopTest { slot, least, most, lazy, end } => {
                let (count, last) = self.state.loops[*slot];
                // What was empty would be so without end.
                let endless = *most == u32::MAX && last == at && count >= (*least).max(1);
                if endless || count >= *most {
                    return Ok(Some((*end, at)));
                }
                if count >= *least {
                    let (now, later) = if *lazy { (*end, step + 1) } else { (step + 1, *end) };
                    self.stack.push(Entry::Branch { step: later, at });
                    return Ok(Some((now, at)));
                }
                Some((step + 1, at))
            }
            Step::LoopEnter(slot) => {
                let (count, _) = self.state.loops[*slot];
                self.set_loop(*slot, (count + 1, at));
                Some((step + 1, at))
            }
            Step::Again { groups, caseless } => self.again(groups, *caseless, at).map(|at| (step + 1, at)),
            Step::Call(group) => Some((self.begin_call(*group, step + 1, at)?, at)),
            Step::Keep => {
                self.stack.push(Entry::Keep(std::mem::replace(&mut self.keep, at)));
                Some((step + 1, at))
            }
            Step::UnlessGroup { groups, to } => {
                let found = groups.iter().any(|group| self.state.groups[*group].0 != NONE);
                Some((if found { step + 1 } else { *to }, at))
            }
            Step::UnlessCalled { groups, to } => {
                let called =
                    self.call.as_ref().is_some_and(|call| groups.is_empty() || groups.contains(&call.group));
                Some((if called { step + 1 } else { *to }, at))
            }
            Step::Enter { kind, next } => {
                self.stack.push(Entry::Inside { kind: *kind, next: *next, at });
                Some((step + 1, at))
            }
            Step::Leave(kind) => self.leave(*kind, at),
            Step::Back(count) => {
                let mut before = self.text[..at].chars();
                let there = (0..*count).all(|_| before.next_back().is_some());
                there.then(|| (step + 1, before.as_str().len()))
            }
            _ => None,
        })
    }

    /// Goes to the last choice, undoing what came after it.
    fn come_back(&mut self) -> Result<(usize, usize), Outcome> {
        loop {
            match self.stack.pop() {
                None => return Err(Outcome::NotHere),
                Some(Entry::Branch { step, at }) => return Ok((step, at)),
                Some(Entry::Fewer { step, at, least }) => {
                    let at = at - self.char_before(at).map_or(1, char::len_utf8);
                    if at > least {
                        self.stack.push(Entry::Fewer { step, at, least });
                    }
                    return Ok((step + 1, at));
                }
                Some(Entry::More { step, at, most }) => {
                    let Some(Step::Several { one, .. }) = self.program.steps.get(step) else { continue };
                    let Some(c) = self.char_at(at).filter(|c| one.holds(*c)) else { continue };
                    let at = at + c.len_utf8();
                    if most > 1 {
                        self.stack.push(Entry::More { step, at, most: most - 1 });
                    }
                    return Ok((step + 1, at));
                }
                Some(Entry::Inside { kind: Inside::LookNot, next, at }) => return Ok((next, at)),
                Some(Entry::Verb(verb, at)) => self.come_back_to(verb, at)?,
                Some(undo) => self.undo(undo),
            }
        }
    }

    /// Comes back to a verb: inside of what looks around, that is not found; else it says where to go on.
    fn come_back_to(&mut self, verb: Verb, at: usize) -> Result<(), Outcome> {
        let inside = self.stack.iter().rposition(|entry| matches!(entry, Entry::Inside { .. }));
        match (inside, verb) {
            (Some(inside), _) => {
                while self.stack.len() > inside + 1 {
                    if let Some(entry) = self.stack.pop() {
                        self.undo(entry);
                    }
                }
                Ok(())
            }
            (None, Verb::Skip) => Err(Outcome::NotBefore(at)),
            (None, Verb::Prune) => Err(Outcome::NotHere),
            (None, _) => Err(Outcome::Nowhere),
        }
    }

    fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::Group(group, before) => self.state.groups[group] = before,
            Entry::Opened(group, before) => self.state.opened[group] = before,
            Entry::Loop(slot, before) => self.state.loops[slot] = before,
            Entry::Keep(before) => self.keep = before,
            Entry::Call(before) => self.call = before,
            Entry::State(before) => self.state = *before,
            // Choices are made no more.
            Entry::Branch { .. } | Entry::Fewer { .. } | Entry::More { .. } => {}
            Entry::Inside { .. } | Entry::Verb(..) => {}
        }
    }

    /// What was to be found once has been found.
    fn leave(&mut self, kind: Inside, at: usize) -> Option<(usize, usize)> {
        let entered = self
            .stack
            .iter()
            .rposition(|entry| matches!(entry, Entry::Inside { kind: k, .. } if *k == kind))?;
        let Some(&Entry::Inside { next, at: before, .. }) = self.stack.get(entered) else { return None };
        if kind == Inside::LookNot {
            while self.stack.len() > entered {
                if let Some(entry) = self.stack.pop() {
                    self.undo(entry);
                }
            }
            return None;
        }
        // What it did may still have to be undone.
        let mut place = 0;
        self.stack.retain(|entry| {
            place += 1;
            place <= entered
                || !matches!(
                    entry,
                    Entry::Branch { .. }
                        | Entry::Fewer { .. }
                        | Entry::More { .. }
                        | Entry::Inside { .. }
                        | Entry::Verb(..)
                )
        });
        Some((next, if kind == Inside::Look { before } else { at }))
    }

    fn set_loop(&mut self, slot: usize, to: (u32, usize)) {
        let before = std::mem::replace(&mut self.state.loops[slot], to);
        self.stack.push(Entry::Loop(slot, before));
    }

    /// Passes over as many characters as there shall be, and remembers that there may be fewer or more.
    #[inline]
    fn several(
        &mut self,
        one: &One,
        (least, most): (u32, u32),
        kind: Repeats,
        step: usize,
        from: usize,
    ) -> Option<usize> {
        let wanted = if kind == Repeats::Lazy { least } else { most };
        let (mut at, mut count, mut enough) = (from, 0, from);
        while count < wanted
            && let Some(c) = self.char_at(at).filter(|c| one.holds(*c))
        {
            at += c.len_utf8();
            count += 1;
            if count == least {
                enough = at;
            }
        }
        if count < least {
            return None;
        }
        match kind {
            Repeats::Greedy if at > enough => self.stack.push(Entry::Fewer { step, at, least: enough }),
            Repeats::Lazy if most > least => self.stack.push(Entry::More { step, at, most: most - least }),
            _ => {}
        }
        self.steps += count as usize / 16;
        Some(at)
    }

    /// The place behind the text of a group that comes again.
    fn again(&self, groups: &[usize], caseless: bool, at: usize) -> Option<usize> {
        let (start, end) =
            groups.iter().map(|group| self.state.groups[*group]).find(|(start, _)| *start != NONE)?;
        let found = self.text.get(start..end)?;
        let rest = self.text.get(at..)?;
        if !caseless {
            return rest.starts_with(found).then(|| at + found.len());
        }
        let mut comes = rest.chars();
        for c in found.chars() {
            if !comes.next().is_some_and(|other| differ_in_case_alone(c, other)) {
                return None;
            }
        }
        Some(self.text.len() - comes.as_str().len())
    }

    /// The step at which a call goes on.
    fn begin_call(&mut self, group: usize, next: usize, at: usize) -> Result<usize, SearchAborted> {
        let mut outer = self.call.as_ref();
        while let Some(call) = outer {
            if call.group == group && call.at == at {
                return Err(SearchAborted::Recursion);
            }
            outer = call.outer.as_ref();
        }
        let depth = self.call.as_ref().map_or(0, |call| call.depth + 1);
        if depth > MOST_CALLS {
            return Err(SearchAborted::TooLong);
        }
        let outer = self.call.take();
        self.stack.push(Entry::Call(outer.clone()));
        self.call = Some(Rc::new(Call { group, next, at, depth, state: self.state.clone(), outer }));
        Ok(self.program.begins.get(group).copied().unwrap_or(NONE))
    }

    /// Ends the innermost call; gives the step at which the steps around it go on. What its groups found counts no
    /// more.
    fn end_call(&mut self) -> usize {
        let Some(call) = self.call.take() else { return NONE };
        let state = std::mem::replace(&mut self.state, call.state.clone());
        self.stack.push(Entry::State(Box::new(state)));
        self.stack.push(Entry::Call(Some(call.clone())));
        self.call = call.outer.clone();
        call.next
    }

    /// The place behind a newline of any kind.
    fn newline(&self, at: usize) -> Option<usize> {
        if self.text.as_bytes()[at..].starts_with(b"\r\n") {
            return Some(at + 2);
        }
        let c = self.char_at(at)?;
        let code = u32::from(c);
        VERTICAL.iter().any(|(first, last)| (*first..=*last).contains(&code)).then(|| at + c.len_utf8())
    }

    fn is_place(&self, place: Place, at: usize) -> bool {
        let end = self.text.len();
        match place {
            Place::Start => at == 0,
            // Not behind a newline that ends the text.
            Place::LineStart => at == 0 || (at < end && self.text.as_bytes()[at - 1] == b'\n'),
            Place::End => at == end,
            Place::FinalEnd => at == end || (at + 1 == end && self.text.as_bytes()[at] == b'\n'),
            Place::LineEnd => at == end || self.text.as_bytes()[at] == b'\n',
            Place::SearchStart => at == self.from,
            Place::Boundary { is, unicode } => {
                let word = |c: Option<char>| c.is_some_and(|c| is_word(c, unicode));
                (word(self.char_before(at)) != word(self.char_at(at))) == is
            }
        }
    }
}

fn is_word(c: char, unicode: bool) -> bool {
    if c.is_ascii() || !unicode {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    let mut members = Members::default();
    members.add_type('w', true);
    members.finish(false, false).contains(c)
}
