//! The compiler from syntax trees to programs.

use super::{Anchor, Inside, Program, Step, length, start};
use memchr::memmem::Finder;

use crate::node::{Condition, Greediness, Node, One, Verb};
use crate::parse::{Pattern, PatternError};

/// Maximum number of steps of a pattern.
const MAX_STEPS: usize = 65_536;

/// A construct that `(*ACCEPT)` must end; the innermost is last.
#[derive(Clone, Copy)]
enum Around {
    Group(usize),
    Inside(Inside),
}

struct Compiler<'p> {
    pattern: &'p Pattern,
    steps: Vec<Step>,
    begins: Vec<usize>,
    loops: usize,
    around: Vec<Around>,
}

/// The placeholder of a target that is set later.
const UNPATCHED: usize = usize::MAX;

/// Compiles a pattern to steps.
///
/// # Errors
/// A reference to a missing group, a lookbehind of variable length, or a pattern that is too large.
pub(super) fn compile(pattern: &Pattern) -> Result<Program, PatternError> {
    let mut compiler = Compiler {
        pattern,
        steps: Vec::new(),
        begins: vec![UNPATCHED; pattern.groups + 1],
        loops: 0,
        around: Vec::new(),
    };
    compiler.begins[0] = 0;
    length::check(pattern, &pattern.node)?;
    compiler.node(&pattern.node)?;
    compiler.push(Step::Match)?;
    let Compiler { steps, begins, loops, .. } = compiler;
    let (first, needed) = match pattern.accepts {
        true => (None, None),
        false => (start::first_bytes(&pattern.node), start::needed(&pattern.node)),
    };
    let anchor = if start::is_anchored(&pattern.node) { Anchor::Text } else { Anchor::Anywhere };
    let needed = needed.filter(|_| anchor == Anchor::Anywhere);
    let needed = needed.map(|text: Box<str>| Finder::new(text.as_bytes()).into_owned());
    Ok(Program { steps, groups: pattern.groups, loops, begins, first, needed, anchor })
}

impl Compiler<'_> {
    fn push(&mut self, step: Step) -> Result<usize, PatternError> {
        if self.steps.len() == MAX_STEPS {
            return Err("regular expression is too large".into());
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    /// Sets the target of an earlier step to the next step.
    fn patch(&mut self, at: usize) {
        let here = self.steps.len();
        match self.steps.get_mut(at) {
            Some(Step::Split(first, second)) => {
                let open = if *first == UNPATCHED { first } else { second };
                *open = here;
            }
            Some(
                Step::Jump(to)
                | Step::LoopTest { end: to, .. }
                | Step::UnlessGroup { to, .. }
                | Step::UnlessCalled { to, .. }
                | Step::Enter { next: to, .. },
            ) => *to = here,
            _ => {}
        }
    }

    fn node(&mut self, node: &Node) -> Result<(), PatternError> {
        match node {
            Node::Empty => {}
            Node::Char(c) => self.text(c.to_string())?,
            Node::One(one) => drop(self.push(Step::One(one.clone()))?),
            Node::Newline => drop(self.push(Step::Newline)?),
            Node::Sequence(all) => self.sequence(all)?,
            Node::Alternatives(all) => self.alternatives(all, |compiler, node| compiler.node(node))?,
            Node::Group(number, inner) => self.group(*number, inner)?,
            Node::Repeat { node, least, most, kind } => self.repeat(node, (*least, *most), *kind)?,
            Node::Atomic(inner) => self.inside(Inside::Atomic, |compiler| compiler.node(inner))?,
            Node::Look { ahead, negated, node } => self.look(*ahead, *negated, node)?,
            Node::Assertion(place) => drop(self.push(Step::Assertion(*place))?),
            Node::Backreference { group, caseless } => {
                let groups = self.pattern.numbers(group)?;
                self.push(Step::Backreference { groups, caseless: *caseless })?;
            }
            Node::Call(group) => {
                let number = self.pattern.numbers(group)?.first().copied().unwrap_or(0);
                self.push(Step::Call(number))?;
            }
            Node::SetStart => drop(self.push(Step::SetStart)?),
            Node::If { condition, then, otherwise } => self.condition(condition, then, otherwise)?,
            Node::Define(inner) => self.call_only(inner)?,
            Node::Verb(Verb::Accept) => self.accept()?,
            Node::Verb(verb) => drop(self.push(Step::Verb(*verb))?),
        }
        Ok(())
    }

    fn text(&mut self, text: String) -> Result<(), PatternError> {
        self.push(Step::Text(text.into())).map(drop)
    }

    /// Joins adjacent characters to one text.
    fn sequence(&mut self, all: &[Node]) -> Result<(), PatternError> {
        let mut text = String::new();
        for node in all {
            if let Node::Char(c) = node {
                text.push(*c);
                continue;
            }
            if !text.is_empty() {
                self.text(std::mem::take(&mut text))?;
            }
            self.node(node)?;
        }
        if text.is_empty() { Ok(()) } else { self.text(text) }
    }

    fn alternatives<T>(
        &mut self,
        all: &[T],
        each: impl Fn(&mut Self, &T) -> Result<(), PatternError>,
    ) -> Result<(), PatternError> {
        let Some((last, before)) = all.split_last() else { return Ok(()) };
        let mut ends = Vec::new();
        for node in before {
            let split = self.push(Step::Split(UNPATCHED, UNPATCHED))?;
            self.patch(split);
            each(self, node)?;
            ends.push(self.push(Step::Jump(UNPATCHED))?);
            self.patch(split);
        }
        each(self, last)?;
        ends.into_iter().for_each(|end| self.patch(end));
        Ok(())
    }

    fn group(&mut self, number: usize, inner: &Node) -> Result<(), PatternError> {
        let begin = self.push(Step::Open(number))?;
        if let Some(begins) = self.begins.get_mut(number).filter(|begins| **begins == UNPATCHED) {
            *begins = begin;
        }
        self.around.push(Around::Group(number));
        self.node(inner)?;
        self.around.pop();
        self.push(Step::Close(number)).map(drop)
    }

    /// Compiles a group that runs only when it is called.
    fn call_only(&mut self, inner: &Node) -> Result<(), PatternError> {
        let jump = self.push(Step::Jump(UNPATCHED))?;
        self.node(inner)?;
        self.patch(jump);
        Ok(())
    }

    fn inside(
        &mut self,
        kind: Inside,
        inner: impl FnOnce(&mut Self) -> Result<(), PatternError>,
    ) -> Result<(), PatternError> {
        let enter = self.push(Step::Enter { kind, next: UNPATCHED })?;
        self.around.push(Around::Inside(kind));
        inner(self)?;
        self.around.pop();
        self.push(Step::Leave(kind))?;
        self.patch(enter);
        Ok(())
    }

    fn repeat(
        &mut self,
        node: &Node,
        (least, most): (u32, u32),
        kind: Greediness,
    ) -> Result<(), PatternError> {
        if most == 0 {
            return self.call_only(node);
        }
        let one = match node {
            Node::One(one) => Some(one.clone()),
            Node::Char(c) => Some(One::Is(*c)),
            _ => None,
        };
        if let Some(one) = one {
            return self.push(Step::RepeatChar { one, least, most, kind }).map(drop);
        }
        if kind == Greediness::Possessive {
            return self
                .inside(Inside::Atomic, |compiler| compiler.repeat(node, (least, most), Greediness::Greedy));
        }
        let lazy = kind == Greediness::Lazy;
        if (least, most) == (0, 1) {
            let split = self.push(Step::Split(UNPATCHED, UNPATCHED))?;
            let next = self.steps.len();
            self.node(node)?;
            let end = self.steps.len();
            if let Some(Step::Split(first, second)) = self.steps.get_mut(split) {
                (*first, *second) = if lazy { (end, next) } else { (next, end) };
            }
            return Ok(());
        }
        let slot = self.loops;
        self.loops += 1;
        self.push(Step::LoopStart(slot))?;
        let test = self.push(Step::LoopTest { slot, least, most, lazy, end: UNPATCHED })?;
        self.push(Step::LoopEnter(slot))?;
        self.node(node)?;
        self.push(Step::Jump(test))?;
        self.patch(test);
        Ok(())
    }

    fn look(&mut self, ahead: bool, negated: bool, node: &Node) -> Result<(), PatternError> {
        let kind = if negated { Inside::LookNot } else { Inside::Look };
        if ahead {
            return self.inside(kind, |compiler| compiler.node(node));
        }
        let branches = match node {
            Node::Alternatives(all) => all.as_slice(),
            other => std::slice::from_ref(other),
        };
        self.inside(kind, |compiler| {
            compiler.alternatives(branches, |compiler, branch| {
                compiler.push(Step::Back(length::of(compiler.pattern, branch)?))?;
                compiler.node(branch)
            })
        })
    }

    fn condition(
        &mut self,
        condition: &Condition,
        then: &Node,
        otherwise: &Node,
    ) -> Result<(), PatternError> {
        let unless = match condition {
            Condition::Known(holds) => {
                self.call_only(if *holds { otherwise } else { then })?;
                return self.node(if *holds { then } else { otherwise });
            }
            Condition::Look(look) => {
                let Node::Look { ahead, negated, node } = &**look else { return Ok(()) };
                // Repeating a condition has no effect.
                let split = self.push(Step::Split(UNPATCHED, UNPATCHED))?;
                self.patch(split);
                self.look(*ahead, *negated, node)?;
                self.node(then)?;
                let end = self.push(Step::Jump(UNPATCHED))?;
                self.patch(split);
                self.look(*ahead, !*negated, node)?;
                self.node(otherwise)?;
                self.patch(end);
                return Ok(());
            }
            Condition::Group(group) => {
                Step::UnlessGroup { groups: self.pattern.numbers(group)?, to: UNPATCHED }
            }
            Condition::Called(None) => Step::UnlessCalled { groups: Box::new([]), to: UNPATCHED },
            Condition::Called(Some(group)) => {
                Step::UnlessCalled { groups: self.pattern.numbers(group)?, to: UNPATCHED }
            }
        };
        let unless = self.push(unless)?;
        self.node(then)?;
        let end = self.push(Step::Jump(UNPATCHED))?;
        self.patch(unless);
        self.node(otherwise)?;
        self.patch(end);
        Ok(())
    }

    /// Ends the enclosing constructs: groups are closed, and lookarounds succeed.
    fn accept(&mut self) -> Result<(), PatternError> {
        for around in self.around.clone().into_iter().rev() {
            match around {
                Around::Group(number) => drop(self.push(Step::Close(number))?),
                Around::Inside(Inside::Atomic) => {}
                Around::Inside(kind) => {
                    return self.push(Step::Leave(kind)).map(drop);
                }
            }
        }
        self.push(Step::Match).map(drop)
    }
}
