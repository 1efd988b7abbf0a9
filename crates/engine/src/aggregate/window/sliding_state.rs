//! The states of accumulators over windows with a moving start. An accumulator's table entry names its state.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::ops::Range;

use crate::aggregate::accumulator::{State, StdDev};
use crate::aggregate::compensated_sum::SlidingTotal;
use crate::aggregate::expression::Environment;
use crate::value::{Number, Value};

/// An accumulator's state over the values of a sliding window.
pub(in crate::aggregate) trait SlidingState {
    /// Adds the value at an index.
    fn add(&mut self, at: usize, values: &[Value<'static>], environment: &Environment);

    /// Removes the value at an index: that of the first document in the window.
    fn remove(&mut self, at: usize, values: &[Value<'static>]);

    /// Empties the window.
    fn clear(&mut self);

    /// Returns the result.
    fn value(&self, values: &[Value<'static>]) -> Value<'static>;
}

/// The number of documents in the window.
#[derive(Default)]
pub(in crate::aggregate) struct Count(i64);

impl SlidingState for Count {
    fn add(&mut self, _: usize, _: &[Value<'static>], _: &Environment) {
        self.0 += 1;
    }

    fn remove(&mut self, _: usize, _: &[Value<'static>]) {
        self.0 -= 1;
    }

    fn clear(&mut self) {
        self.0 = 0;
    }

    fn value(&self, _: &[Value<'static>]) -> Value<'static> {
        Number::from_i64_narrow(self.0).into()
    }
}

/// The sum of the numbers in the window.
#[derive(Default)]
pub(in crate::aggregate) struct Sum(SlidingTotal);

impl SlidingState for Sum {
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

/// The mean of the numbers in the window.
#[derive(Default)]
pub(in crate::aggregate) struct Avg(Sum);

impl SlidingState for Avg {
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

/// The standard deviation of the numbers in the window. It is recomputed for each window, since removal would
/// leave rounding errors. Null with infinities or NaN in the window.
pub(in crate::aggregate) struct Deviation {
    prototype: StdDev,
    numbers: VecDeque<f64>,
    not_finite: usize,
}

impl Deviation {
    /// Creates a deviation of the kind of `prototype`.
    pub(in crate::aggregate) fn of(prototype: StdDev) -> Self {
        Deviation { prototype, numbers: VecDeque::new(), not_finite: 0 }
    }
}

impl SlidingState for Deviation {
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

/// The value of the first or last document in the window.
pub(in crate::aggregate) struct Edge {
    last: bool,
    held: Range<usize>,
}

impl Edge {
    /// The first document's value.
    pub(in crate::aggregate) const FIRST: Self = Edge { last: false, held: 0..0 };

    /// The last document's value.
    pub(in crate::aggregate) const LAST: Self = Edge { last: true, held: 0..0 };
}

impl SlidingState for Edge {
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

/// The least or greatest value in the window. Keeps a monotonic queue of positions, the best value first: a value
/// before a better one can never become the result.
pub(in crate::aggregate) struct Extreme {
    /// Whether a value that compares like this to an earlier one replaces it.
    displaces: fn(Ordering) -> bool,
    kept: VecDeque<usize>,
}

impl Extreme {
    /// The least value.
    pub(in crate::aggregate) const LEAST: Self =
        Extreme { displaces: Ordering::is_lt, kept: VecDeque::new() };

    /// The greatest value; the last of values that compare equal.
    pub(in crate::aggregate) const GREATEST: Self =
        Extreme { displaces: Ordering::is_ge, kept: VecDeque::new() };
}

impl SlidingState for Extreme {
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
