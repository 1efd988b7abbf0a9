//! `$min`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/min/>.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::aggregate::expression::Environment;
use crate::aggregate::window::sliding_state;
use crate::value::{Collation, PlainKind, PlainNumber, RawValue, Value, compare};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$min",
    "The least value; null and missing do not count.",
    (r#"[{"n": 1}, {"n": 2}]"#, r#"{"$min": "$n"}"#, "1"),
    |argument, context| unary("$min", argument, context, Extreme::least(&context.environment)),
)
.sliding(|| Box::new(sliding_state::Extreme::LEAST));

/// The least or greatest value so far.
#[derive(Clone, Debug)]
pub(in crate::aggregate) struct Extreme {
    best: Option<Value<'static>>,
    /// How a value must compare to the best one to replace it.
    better: Ordering,
    collation: Option<Rc<Collation>>,
}

impl Extreme {
    /// Creates the state of `$min`.
    pub(in crate::aggregate) fn least(environment: &Environment) -> Self {
        Extreme { best: None, better: Ordering::Less, collation: environment.collation.clone() }
    }

    /// Creates the state of `$max`.
    pub(in crate::aggregate) fn greatest(environment: &Environment) -> Self {
        Extreme { best: None, better: Ordering::Greater, collation: environment.collation.clone() }
    }

    fn order(&self, value: RawValue<'_>, best: &Value<'_>) -> Ordering {
        // Fast path for doubles; `compare` orders NaN.
        if let (Some(value), Value::Double(best)) = (value.as_double(), best)
            && let Some(order) = value.partial_cmp(best)
        {
            return order;
        }
        match &self.collation {
            None => compare(value.view(), best.view()),
            Some(collation) => {
                let mut scratch = Vec::new();
                let best = collation.fold(best.to_raw(&mut scratch));
                compare(collation.fold(value).view(), best.view())
            }
        }
    }
}

impl State for Extreme {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        let better = match &self.best {
            _ if value.is_nullish() => false,
            None => true,
            Some(best) if self.collation.is_none() => compare(value.view(), best.view()) == self.better,
            Some(best) => self.order(value.to_raw(&mut Vec::new()), best) == self.better,
        };
        if better {
            self.best = Some(value.into_owned());
        }
        Ok(())
    }

    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        let better = match &self.best {
            _ if raw.is_nullish() => false,
            None => true,
            Some(best) => self.order(raw, best) == self.better,
        };
        if better {
            self.best = Some(Value::from(raw).into_owned());
        }
        Ok(())
    }

    const PLAIN: bool = true;

    #[inline]
    fn add_plain<'v>(&mut self, number: PlainNumber, raw: impl Fn() -> RawValue<'v>) -> Result<()> {
        let best = match &self.best {
            Some(Value::Double(best)) => *best,
            Some(Value::Int32(best)) => f64::from(*best),
            _ => return self.add_raw(raw()),
        };
        // NaN takes the slow path.
        match number.to_f64().partial_cmp(&best) {
            Some(order) if number.kind == PlainKind::Nullish || order != self.better => Ok(()),
            _ => self.add_raw(raw()),
        }
    }

    const INTEGERS: bool = true;

    #[inline]
    fn add_integer(&mut self, value: i32) -> Result<()> {
        match &mut self.best {
            Some(Value::Int32(best)) => {
                if value.cmp(best) == self.better {
                    *best = value;
                }
                Ok(())
            }
            _ => self.add(Value::Int32(value)),
        }
    }

    fn value(&self) -> Value<'static> {
        self.best.clone().unwrap_or(Value::Null)
    }
}
