//! A set of distinct values.

use std::collections::HashSet;

use super::order::Order;
use crate::value::RawValue;

/// The maximum number of values for which linear search is faster than encoding keys.
const MAX_LINEAR: usize = 32;

/// Distinct values.
#[derive(Debug)]
pub(super) struct ValueSet<'v> {
    order: &'v Order,
    few: Vec<RawValue<'v>>,
    /// The keys of all values, once there are more than [`MAX_LINEAR`].
    many: Option<HashSet<Vec<u8>>>,
}

impl<'v> ValueSet<'v> {
    /// Creates an empty set with an order.
    pub(super) fn new(order: &'v Order) -> Self {
        ValueSet { order, few: Vec::new(), many: None }
    }

    /// Creates the set of some values.
    pub(super) fn of(values: impl Iterator<Item = RawValue<'v>>, order: &'v Order) -> Self {
        let mut set = ValueSet::new(order);
        values.for_each(|value| {
            set.add(value);
        });
        set
    }

    /// Whether the set contains a value.
    pub(super) fn contains(&self, value: RawValue<'_>) -> bool {
        match &self.many {
            Some(keys) => keys.contains(&self.order.key(value)),
            None => self.few.iter().any(|known| self.order.equal(*known, value)),
        }
    }

    /// Adds a value. Returns whether it is new.
    pub(super) fn add(&mut self, value: RawValue<'v>) -> bool {
        if let Some(keys) = &mut self.many {
            return keys.insert(self.order.key(value));
        }
        if self.contains(value) {
            return false;
        }
        self.few.push(value);
        if self.few.len() > MAX_LINEAR {
            self.many = Some(self.few.drain(..).map(|value| self.order.key(value)).collect());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::doc;
    use crate::value::RawDoc;

    #[test]
    fn small_and_large_sets_agree_on_equality() {
        let few = doc(r#"{"a": [1, "x", {"k": 1}, [2], null]}"#);
        let numbers: Vec<String> = (100..200).map(|n| n.to_string()).collect();
        let many = doc(&format!(r#"{{"a": [1, "x", {{"k": 1}}, [2], null, {}]}}"#, numbers.join(",")));
        let asked =
            doc(r#"{"yes": [1.0, {"$numberDecimal": "1.0"}, "x", {"k": {"$numberLong": "1"}}, [2.0], null],
                "no": [2, "X", {"k": 2}, {"K": 1}, [2, 2], 0, true, ""]}"#);
        let list = |doc: &'static [u8], name: &str| RawDoc::new(doc).get(name).unwrap().as_array().unwrap();
        let leak = |bytes: Vec<u8>| -> &'static [u8] { Vec::leak(bytes) };
        let asked = leak(asked);
        for values in [leak(few), leak(many)] {
            let order = Order::default();
            let mut set = ValueSet::of(list(values, "a").values(), &order);
            for value in list(asked, "yes").values() {
                assert!(set.contains(value) && !set.add(value), "{value:?}");
            }
            for value in list(asked, "no").values() {
                assert!(!set.contains(value) && set.add(value), "{value:?}");
            }
        }
    }
}
