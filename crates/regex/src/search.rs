//! The backtracking search, which tries alternatives in PCRE2's order
//! (<https://www.pcre.org/current/doc/html/pcre2matching.html>).
//!
//! Steps are executed from left to right. A stack contains the choices, and the changes to undo with them.
//! When a step fails, the last choice is taken differently. Only the stack grows with the text.

use std::cell::RefCell;
use std::rc::Rc;

use super::Captures;
use super::node::{Greediness, One, Place, Verb};
use super::program::{Anchor, Inside, Program, Step};
use super::set::{Members, VERTICAL};
use super::unicode::differ_in_case_alone;

/// The reason why a search was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchAborted {
    /// The search took too many steps.
    TooLong,
    /// A pattern recursed too deeply.
    Recursion,
}

impl SearchAborted {
    /// Returns PCRE2's error text.
    pub(super) fn text(self) -> &'static str {
        match self {
            SearchAborted::TooLong => "match limit exceeded",
            SearchAborted::Recursion => "recursion loop",
        }
    }
}

/// Maximum number of steps from one start position, similar to the server's limit.
const MAX_STEPS: usize = 2_000_000;
/// Maximum number of steps from all start positions.
const MAX_TOTAL_STEPS: usize = 20_000_000;
/// Maximum number of stack entries.
const MAX_ENTRIES: usize = 1_000_000;
/// Maximum nesting of calls.
const MAX_CALLS: usize = 1_000;

/// Marks an unset position.
const NONE: usize = usize::MAX;

/// The state of groups and loops, separate for each call.
#[derive(Clone, Debug, Default)]
struct State {
    /// The start and end of each group.
    groups: Vec<(usize, usize)>,
    /// The start of each open group.
    opened: Vec<usize>,
    /// The iteration count of each loop, and the position of its last iteration.
    loops: Vec<(u32, usize)>,
}

/// A call in progress.
#[derive(Debug)]
struct Call {
    group: usize,
    /// The step after the call.
    next: usize,
    /// The position in the text where the call began.
    at: usize,
    depth: usize,
    state: State,
    outer: Option<Rc<Call>>,
}

/// A stack entry: a choice, or a change to undo.
#[derive(Debug)]
enum Entry {
    /// Continues at another step.
    Branch {
        step: usize,
        at: usize,
    },
    /// Retries with one character fewer, down to a position.
    Fewer {
        step: usize,
        at: usize,
        least: usize,
    },
    /// Retries with one character more, up to `left` more.
    More {
        step: usize,
        at: usize,
        most: u32,
    },
    /// A nested search in progress.
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

/// The result of a search from one start position.
enum Outcome {
    Found(usize),
    /// No match begins here.
    NotHere,
    /// No match begins before a position.
    NotBefore(usize),
    Nowhere,
}

struct Search<'s> {
    program: &'s Program,
    text: &'s str,
    /// The start of the search, and the start of the match.
    from: usize,
    keep: usize,
    state: State,
    call: Option<Rc<Call>>,
    stack: Vec<Entry>,
    /// Steps from this start position, and from earlier ones.
    steps: usize,
    steps_before: usize,
}

thread_local! {
    /// The reusable buffers of the last search.
    static BUFFERS: RefCell<(State, Vec<Entry>)> = const {
        RefCell::new((State { groups: Vec::new(), opened: Vec::new(), loops: Vec::new() }, Vec::new()))
    };
}

/// Returns the first match at or after a position.
///
/// # Errors
/// The search was aborted.
pub(super) fn find(program: &Program, text: &str, from: usize) -> Result<Option<Captures>, SearchAborted> {
    with_search(program, text, from, |search| {
        let Some(end) = search.run()? else { return Ok(None) };
        let whole = Some(search.keep.min(end)..end);
        let groups = search.state.groups.iter().skip(1);
        let range = |&(start, end): &(usize, usize)| (start != NONE).then_some(start..end);
        Ok(Some(std::iter::once(whole).chain(groups.map(range)).collect()))
    })
}

/// Whether the text contains a match.
///
/// # Errors
/// The search was aborted.
pub(super) fn is_match(program: &Program, text: &str) -> Result<bool, SearchAborted> {
    with_search(program, text, 0, |search| Ok(search.run()?.is_some()))
}

fn with_search<T>(
    program: &Program,
    text: &str,
    from: usize,
    search: impl FnOnce(&mut Search<'_>) -> T,
) -> T {
    let (state, stack) = BUFFERS.take();
    let mut at_work =
        Search { program, text, from, keep: from, state, call: None, stack, steps: 0, steps_before: 0 };
    let result = search(&mut at_work);
    let Search { state, mut stack, .. } = at_work;
    stack.clear();
    stack.shrink_to(1024);
    BUFFERS.replace((state, stack));
    result
}

impl Search<'_> {
    /// Returns the end of the first match.
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

    /// Returns the next position, from `from` on, at which a match may begin.
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
        // The whole pattern is not a group, so calling it closes none.
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

    /// Returns the position after the character at `at`.
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
            let too_many = self.steps > MAX_STEPS || self.steps_before > MAX_TOTAL_STEPS;
            if too_many || self.stack.len() > MAX_ENTRIES {
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
                Step::RepeatChar { one, least, most, kind } => {
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
                other => self.execute_rare(other, step, at)?,
            };
            (step, at) = match went {
                Some(went) => went,
                None => match self.backtrack() {
                    Ok(place) => place,
                    Err(outcome) => return Ok(outcome),
                },
            };
        }
    }

    /// Executes the less frequent steps.
    fn execute_rare(
        &mut self,
        current: &Step,
        step: usize,
        at: usize,
    ) -> Result<Option<(usize, usize)>, SearchAborted> {
        Ok(match current {
            Step::Assertion(place) => self.is_place(*place, at).then_some((step + 1, at)),
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
                // An empty iteration would repeat without end.
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
            Step::Backreference { groups, caseless } => {
                self.again(groups, *caseless, at).map(|at| (step + 1, at))
            }
            Step::Call(group) => Some((self.begin_call(*group, step + 1, at)?, at)),
            Step::SetStart => {
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

    /// Backtracks to the last choice, undoing later changes.
    fn backtrack(&mut self) -> Result<(usize, usize), Outcome> {
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
                    let Some(Step::RepeatChar { one, .. }) = self.program.steps.get(step) else { continue };
                    let Some(c) = self.char_at(at).filter(|c| one.holds(*c)) else { continue };
                    let at = at + c.len_utf8();
                    if most > 1 {
                        self.stack.push(Entry::More { step, at, most: most - 1 });
                    }
                    return Ok((step + 1, at));
                }
                Some(Entry::Inside { kind: Inside::LookNot, next, at }) => return Ok((next, at)),
                Some(Entry::Verb(verb, at)) => self.backtrack_to_verb(verb, at)?,
                Some(undo) => self.undo(undo),
            }
        }
    }

    /// Backtracks to a verb: fails the enclosing lookaround, or determines where the search continues.
    fn backtrack_to_verb(&mut self, verb: Verb, at: usize) -> Result<(), Outcome> {
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
            // Nothing to undo for a choice.
            Entry::Branch { .. } | Entry::Fewer { .. } | Entry::More { .. } => {}
            Entry::Inside { .. } | Entry::Verb(..) => {}
        }
    }

    /// Ends a nested search successfully.
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
        // Drop the nested search's choices, but keep its changes for undoing.
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

    /// Matches a character as often as the step prefers, and records the alternatives.
    #[inline]
    fn several(
        &mut self,
        one: &One,
        (least, most): (u32, u32),
        kind: Greediness,
        step: usize,
        from: usize,
    ) -> Option<usize> {
        let wanted = if kind == Greediness::Lazy { least } else { most };
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
            Greediness::Greedy if at > enough => self.stack.push(Entry::Fewer { step, at, least: enough }),
            Greediness::Lazy if most > least => self.stack.push(Entry::More { step, at, most: most - least }),
            _ => {}
        }
        self.steps += count as usize / 16;
        Some(at)
    }

    /// Returns the position after the repeated text of a group.
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

    /// Begins a call, and returns its first step.
    fn begin_call(&mut self, group: usize, next: usize, at: usize) -> Result<usize, SearchAborted> {
        let mut outer = self.call.as_ref();
        while let Some(call) = outer {
            if call.group == group && call.at == at {
                return Err(SearchAborted::Recursion);
            }
            outer = call.outer.as_ref();
        }
        let depth = self.call.as_ref().map_or(0, |call| call.depth + 1);
        if depth > MAX_CALLS {
            return Err(SearchAborted::TooLong);
        }
        let outer = self.call.take();
        self.stack.push(Entry::Call(outer.clone()));
        self.call = Some(Rc::new(Call { group, next, at, depth, state: self.state.clone(), outer }));
        Ok(self.program.begins.get(group).copied().unwrap_or(NONE))
    }

    /// Ends the innermost call, and returns the step after it. Its groups are discarded.
    fn end_call(&mut self) -> usize {
        let Some(call) = self.call.take() else { return NONE };
        let state = std::mem::replace(&mut self.state, call.state.clone());
        self.stack.push(Entry::State(Box::new(state)));
        self.stack.push(Entry::Call(Some(call.clone())));
        self.call = call.outer.clone();
        call.next
    }

    /// Returns the position after a newline of any kind.
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
            // Not after a newline that ends the text.
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
