//! `$addToSet`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/addToSet/>.

use std::rc::Rc;

use super::{Accumulator, State, accumulator, unary};
use crate::Result;
use crate::value::{ArrayBuilder, Collation, KeySet, RawValue, Value, insert_key, key, tag};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$addToSet",
    "An array of the different values, in no particular order.",
    (r#"[{"n": 1}, {"n": 2}, {"n": 1}]"#, r#"{"$addToSet": "$n"}"#, "[1, 2]"),
    |argument, context| {
        let collation = context.environment.collation.clone();
        unary("$addToSet", argument, context, AddToSet { collation, ..AddToSet::default() })
    },
);

/// Distinct values in the order of first occurrence.
#[derive(Clone, Debug, Default)]
pub struct AddToSet {
    known: KeySet,
    values: ArrayBuilder,
    collation: Option<Rc<Collation>>,
    /// Reusable buffer for a key.
    key: Vec<u8>,
}

impl State for AddToSet {
    fn add(&mut self, value: Value<'_>) -> Result<()> {
        self.add_raw(value.to_raw(&mut Vec::new()))
    }

    fn add_raw(&mut self, raw: RawValue<'_>) -> Result<()> {
        if raw.tag == tag::EOO {
            return Ok(());
        }
        self.key.clear();
        key::encode_under(self.collation.as_deref(), raw, &mut self.key);
        if insert_key(&mut self.known, &self.key) {
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
        // A key is about as long as its value.
        self.values.byte_len() * 2
    }
}
