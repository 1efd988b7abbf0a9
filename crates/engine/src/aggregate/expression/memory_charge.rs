//! The memory limit of evaluating an expression.
//!
//! The size of a document is checked when it is stored, not while it is computed.
//! A short expression can double a value again and again, and the engine can't
//! survive running out of memory, so evaluation fails before that.

use std::borrow::Cow;
use std::cell::Cell;

use super::Environment;
use crate::value::Value;
use crate::{Error, Result};

/// The largest size in bytes of a computed value.
const MAX_VALUE: usize = 100 * 1024 * 1024;
/// The largest total size in bytes of the values that variables and lists hold at one time.
const MAX_TOTAL: usize = 4 * MAX_VALUE;

/// A guard that counts a value's bytes as held until dropped.
pub(super) struct MemoryCharge<'e> {
    total: &'e Cell<usize>,
    bytes: usize,
}

impl Drop for MemoryCharge<'_> {
    fn drop(&mut self) {
        self.total.set(self.total.get().saturating_sub(self.bytes));
    }
}

impl Environment {
    /// Counts the bytes of a computed value; borrowed values aren't counted.
    ///
    /// # Errors
    /// `ExceededMemoryLimit` when the total exceeds the limit.
    pub(super) fn hold(&self, value: &Value<'_>) -> Result<MemoryCharge<'_>> {
        let bytes = match value {
            Value::String(Cow::Owned(text)) => text.len(),
            Value::Document(Cow::Owned(bytes)) | Value::Array(Cow::Owned(bytes)) => bytes.len(),
            _ => 0,
        };
        let total = self.held.get() + bytes;
        if total > MAX_TOTAL {
            return Err(exceeded(total, MAX_TOTAL));
        }
        self.held.set(total);
        Ok(MemoryCharge { total: &self.held, bytes })
    }
}

/// Checks the size of a value before it is computed.
///
/// # Errors
/// `ExceededMemoryLimit` when it exceeds the limit.
#[inline]
pub(super) fn check_size(bytes: usize) -> Result<()> {
    if bytes > MAX_VALUE { Err(exceeded(bytes, MAX_VALUE)) } else { Ok(()) }
}

fn exceeded(bytes: usize, limit: usize) -> Error {
    Error::new(
        146,
        format!(
            "An expression needs {bytes} bytes of memory; the limit is {limit}. Use smaller strings and arrays"
        ),
    )
}
