//! Accumulators over windows whose start moves: a document that leaves is taken out again, so that no
//! expression is evaluated more than once for a document.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::ops::Range;

use super::{Bounds, Partition, WindowFunction};
use crate::Result;
use crate::aggregate::accumulator::{State, StdDev};
use crate::aggregate::expression::{Constant, Dependencies, Environment, Expression, ParseContext, compile};
use crate::aggregate::total::SlidingTotal;
use crate::value::{Number, RawValue, Value};

/// The accumulator of this name over windows whose start moves; `None` for one that is computed anew for
/// each window.
///
/// # Errors
/// What the argument raises.
pub(in crate::aggregate) fn sliding(
    name: &str,
    argument: RawValue<'_>,
    bounds: &Bounds,
    context: &mut ParseContext,
) -> Result<Option<Box<dyn WindowFunction>>> {
    let held: Box<dyn Held> = match name {
        "$sum" | "$count" => Box::new(Sum::default()),
        "$avg" => Box::new(Avg(Sum::default())),
        "$stdDevPop" => Deviation::of(StdDev::population()),
        "$stdDevSamp" => Deviation::of(StdDev::sample()),
        "$min" => Box::new(Extreme { displaces: Ordering::is_lt, kept: VecDeque::new() }),
        // Of equal ones of several types the last.
        "$max" => Box::new(Extreme { displaces: Ordering::is_ge, kept: VecDeque::new() }),
        "$first" => Box::new(Edge { last: false, held: 0..0 }),
        "$last" => Box::new(Edge { last: true, held: 0..0 }),
        _ => return Ok(None),
    };
    if bounds.start_stays() {
        return Ok(None);
    }
    let argument = match name {
        "$count" => Box::new(Constant(Value::Int32(1))),
        _ => compile(argument, context)?,
    };
    Ok(Some(Box::new(Sliding { argument, held, bounds: bounds.clone() })))
}

/// The sums of numbers over windows.
pub(super) fn sums(windows: impl Iterator<Item = Range<usize>>, numbers: &[Option<Number>]) -> Vec<Number> {
    let mut held: Range<usize> = 0..0;
    let mut total = SlidingTotal::default();
    let some = |range: Range<usize>| numbers.get(range).unwrap_or_default().iter().flatten();
    let sum = |window: Range<usize>| {
        let step = Step::between(&held, &window);
        if step.begins_anew {
            total = SlidingTotal::default();
        }
        some(step.added).for_each(|number| total.add(*number));
        some(step.removed).for_each(|number| total.remove(*number));
        held = window;
        total.value()
    };
    windows.map(sum).collect()
}

/// What leads from one window to the next.
struct Step {
    /// Whether what is held of the one is of no use for the other.
    begins_anew: bool,
    added: Range<usize>,
    removed: Range<usize>,
}

impl Step {
    fn between(held: &Range<usize>, window: &Range<usize>) -> Step {
        let begins_anew = window.start < held.start || window.end < held.end || window.start >= held.end;
        let held = if begins_anew { &(window.start..window.start) } else { held };
        Step { begins_anew, added: held.end..window.end, removed: held.start..window.start }
    }
}

/// What is held of a window.
trait Held {
    /// Takes in the value at a place.
    fn add(&mut self, at: usize, values: &[Value<'static>], environment: &Environment);

    /// Takes out the value at a place: that of the first document held.
    fn remove(&mut self, at: usize, values: &[Value<'static>]);

    /// Holds nothing again.
    fn clear(&mut self);

    /// The result.
    fn value(&self, values: &[Value<'static>]) -> Value<'static>;
}

struct Sliding {
    argument: Box<dyn Expression>,
    held: Box<dyn Held>,
    bounds: Bounds,
}

impl WindowFunction for Sliding {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let values = partition.evaluate(self.argument.as_ref())?;
        let mut out = Vec::with_capacity(values.len());
        let mut held: Range<usize> = 0..0;
        self.held.clear();
        for window in self.bounds.windows(partition)? {
            let step = Step::between(&held, &window);
            if step.begins_anew {
                self.held.clear();
            }
            step.added.for_each(|at| self.held.add(at, &values, partition.environment));
            step.removed.for_each(|at| self.held.remove(at, &values));
            held = window;
            out.push(self.held.value(&values));
        }
        Ok(out)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.argument.dependencies(out);
    }
}

#[derive(Default)]
struct Sum(SlidingTotal);

impl Held for Sum {
    fn add(&mut self, at: usize, values: &[Value<'static>], _: &Environment) {
        if let Some(number) = values[at].as_number() {
            self.0.add(number);
        }
    }

    fn remove(&mut self, at: usize, values: &[Value<'static>]) {
        if let Some(number) = values[at].as_number() {
            self.0.remove(number);
        }
    }

    fn clear(&mut self) {
        self.0 = SlidingTotal::default();
    }

    fn value(&self, _: &[Value<'static>]) -> Value<'static> {
        self.0.value().into()
    }
}

struct Avg(Sum);

impl Held for Avg {
    fn add(&mut self, at: usize, values: &[Value<'static>], environment: &Environment) {
        self.0.add(at, values, environment);
    }

    fn remove(&mut self, at: usize, values: &[Value<'static>]) {
        self.0.remove(at, values);
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn value(&self, _: &[Value<'static>]) -> Value<'static> {
        self.0.0.mean().map_or(Value::Null, Value::from)
    }
}

/// The numbers held, of which the deviation is computed anew for each window: taking out what was added would
/// leave errors of rounding behind. With infinities or NaN in the window there is none.
struct Deviation {
    prototype: StdDev,
    numbers: VecDeque<f64>,
    not_finite: usize,
}

impl Deviation {
    fn of(prototype: StdDev) -> Box<dyn Held> {
        Box::new(Deviation { prototype, numbers: VecDeque::new(), not_finite: 0 })
    }
}

impl Held for Deviation {
    fn add(&mut self, at: usize, values: &[Value<'static>], _: &Environment) {
        if let Some(number) = values[at].as_number().map(Number::to_f64) {
            self.numbers.push_back(number);
            self.not_finite += usize::from(!number.is_finite());
        }
    }

    fn remove(&mut self, at: usize, values: &[Value<'static>]) {
        if let Some(number) = values[at].as_number().map(Number::to_f64) {
            self.numbers.pop_front();
            self.not_finite -= usize::from(!number.is_finite());
        }
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.not_finite = 0;
    }

    fn value(&self, _: &[Value<'static>]) -> Value<'static> {
        if self.not_finite > 0 {
            return Value::Null;
        }
        let mut deviation = self.prototype.clone();
        self.numbers.iter().for_each(|number| deviation.add_number(*number));
        deviation.value()
    }
}

/// The value of the first document held, or of the last.
struct Edge {
    last: bool,
    held: Range<usize>,
}

impl Held for Edge {
    fn add(&mut self, at: usize, _: &[Value<'static>], _: &Environment) {
        let start = if self.held.is_empty() { at } else { self.held.start };
        self.held = start..at + 1;
    }

    fn remove(&mut self, at: usize, _: &[Value<'static>]) {
        self.held.start = at + 1;
    }

    fn clear(&mut self) {
        self.held = 0..0;
    }

    fn value(&self, values: &[Value<'static>]) -> Value<'static> {
        if self.held.is_empty() {
            return Value::Null;
        }
        match values.get(if self.last { self.held.end - 1 } else { self.held.start }) {
            None | Some(Value::Missing) => Value::Null,
            Some(value) => value.clone(),
        }
    }
}

/// The places of the values that are best from somewhere on, the best first: any that comes before a better
/// one will never be the result.
struct Extreme {
    /// Whether a value that compares so to one before it is better.
    displaces: fn(Ordering) -> bool,
    kept: VecDeque<usize>,
}

impl Held for Extreme {
    fn add(&mut self, at: usize, values: &[Value<'static>], environment: &Environment) {
        let value = &values[at];
        if value.is_nullish() {
            return;
        }
        let (mut scratch, mut other) = (Vec::new(), Vec::new());
        while let Some(last) = self.kept.back() {
            let (raw, known) = (value.to_raw(&mut scratch), values[*last].to_raw(&mut other));
            if !(self.displaces)(environment.compare(raw, known)) {
                break;
            }
            self.kept.pop_back();
            scratch.clear();
            other.clear();
        }
        self.kept.push_back(at);
    }

    fn remove(&mut self, at: usize, _: &[Value<'static>]) {
        if self.kept.front() == Some(&at) {
            self.kept.pop_front();
        }
    }

    fn clear(&mut self) {
        self.kept.clear();
    }

    fn value(&self, values: &[Value<'static>]) -> Value<'static> {
        self.kept.front().map_or(Value::Null, |at| values[*at].clone())
    }
}
