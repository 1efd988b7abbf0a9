//! What is made of the values of a dictionary.

use std::cell::RefCell;
use std::rc::Rc;

use super::dictionary::Dictionary;
use crate::value::RawValue;

/// What was made of each value of one dictionary, by code. It is remembered, as values are never taken away.
#[derive(Clone, Debug)]
pub(super) struct Made<T>(RefCell<Rc<Vec<T>>>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Made(RefCell::default())
    }
}

impl<T: Clone> Made<T> {
    /// What is made of all values; it has to be the same each time.
    pub(super) fn of_all(&self, dictionary: &Dictionary, make: impl Fn(RawValue<'_>) -> T) -> Rc<Vec<T>> {
        let mut made = self.0.borrow_mut();
        if made.len() < dictionary.len() {
            let known = made.len();
            Rc::make_mut(&mut made).extend(dictionary.values().skip(known).map(make));
        }
        made.clone()
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.0.borrow().capacity() * size_of::<T>()
    }
}
