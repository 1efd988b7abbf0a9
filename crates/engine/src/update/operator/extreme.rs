//! The shared implementation of `$min` and `$max`.

use std::cmp::Ordering;

use super::order::Order;
use super::prelude::*;
use super::{Parsing, owned};

/// Sets a value when it is less (or greater) than the existing one.
#[derive(Debug)]
pub(super) struct Extreme {
    value: Value<'static>,
    /// How a new value must compare to the existing one to replace it.
    wanted: Ordering,
    order: Order,
}

impl Extreme {
    /// Compiles `$min` or `$max`. `wanted` is how a new value must compare to the existing one to replace it.
    pub(super) fn parse(argument: &Element<'_>, parsing: &Parsing<'_>, wanted: Ordering) -> Rc<dyn Modifier> {
        Rc::new(Extreme { value: owned(argument.value), wanted, order: Order::of(parsing) })
    }
}

impl Modifier for Extreme {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let mut scratch = Vec::new();
        if self.order.compare(self.value.to_raw(&mut scratch), value) == self.wanted {
            return Ok(Change::Value(self.value.borrowed()));
        }
        Ok(Change::None)
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(self.value.borrowed()))
    }
}
