//! `$addToSet`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/addToSet/>.

use std::collections::HashSet;
use std::rc::Rc;

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::aggregate::expression::{Environment, key_under};
use crate::value::{ArrayBuilder, Collation, RawValue, Value, key, tag};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$addToSet",
    "An array of the different values, in no particular order.",
    (r#"[{"n": 1}, {"n": 2}, {"n": 1}]"#, r#"{"$addToSet": "$n"}"#, "[1, 2]"),
    |argument, context| unary("$addToSet", argument, context, AddToSet::new(&context.environment)),
);

/// Different values in the order they first came.
#[derive(Clone, Debug, Default)]
pub struct AddToSet {
    known: HashSet<Vec<u8>>,
    values: ArrayBuilder,
    collation: Option<Rc<Collation>>,
}

impl AddToSet {
    fn new(environment: &Environment) -> Self {
        AddToSet { collation: environment.collation.clone(), ..AddToSet::default() }
    }
}

impl AddToSet {
    fn key(&self, value: &Value<'_>) -> Vec<u8> {
        match &self.collation {
            None => key::key_of(value.view()),
            collation => key_under(collation.as_deref(), value.to_raw(&mut Vec::new())),
        }
    }
}

impl State for AddToSet {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        if !matches!(value, Value::Missing) && self.known.insert(self.key(&value)) {
            self.values.push(&value);
        }
        Ok(())
    }

    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        if raw.tag != tag::EOO && self.known.insert(key_under(self.collation.as_deref(), raw)) {
            self.values.push_raw(raw);
        }
        Ok(())
    }

    fn value(&self) -> Value<'static> {
        Value::array(self.values.clone().finish())
    }

    fn take(&mut self) -> Value<'static> {
        self.known.clear();
        Value::array(std::mem::take(&mut self.values).finish())
    }

    fn memory(&self) -> usize {
        // Keys are about as long as the values they stand for.
        self.values.byte_len() * 2
    }
}
