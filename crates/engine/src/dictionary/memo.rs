//! Memoized functions of a dictionary's values.

use std::cell::RefCell;
use std::rc::Rc;

use super::Dictionary;
use crate::value::RawValue;

/// The results of a pure function for each value of a dictionary, by code. Values are never removed, so
/// results stay valid.
#[derive(Clone, Debug)]
pub(super) struct DictionaryMemo<T>(RefCell<Rc<Vec<T>>>);

impl<T> Default for DictionaryMemo<T> {
    fn default() -> Self {
        DictionaryMemo(RefCell::default())
    }
}

impl<T: Clone> DictionaryMemo<T> {
    /// Memoizes a pure function over every dictionary value.
    pub(super) fn of_all(&self, dictionary: &Dictionary, make: impl Fn(RawValue<'_>) -> T) -> Rc<Vec<T>> {
        let mut made = self.0.borrow_mut();
        if made.len() < dictionary.len() {
            let known = made.len();
            Rc::make_mut(&mut made).extend(dictionary.values().skip(known).map(make));
        }
        made.clone()
    }

    /// Returns the memory used, in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        self.0.borrow().capacity() * size_of::<T>()
    }
}
