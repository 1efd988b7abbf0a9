//! The memory limit of evaluating an expression.
//!
//! A document is bounded when it is stored, not while it is computed. A short
//! expression can double what it has again and again, and where memory ends the
//! engine has no way to go on: so it ends before.

use std::borrow::Cow;
use std::cell::Cell;

use super::Environment;
use crate::value::Value;
use crate::{Error, Result};

/// The largest value that an expression may make on the way, in bytes.
const LARGEST: usize = 100 * 1024 * 1024;
/// Bytes that variables and lists may hold at one time.
const MOST: usize = 4 * LARGEST;

/// Counts a value's bytes as held until this is dropped.
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
    /// Holds a computed value; what lies in documents is not counted.
    ///
    /// # Errors
    /// `ExceededMemoryLimit` when there is too much.
    pub(super) fn hold(&self, value: &Value<'_>) -> Result<MemoryCharge<'_>> {
        let bytes = match value {
            Value::String(Cow::Owned(text)) => text.len(),
            Value::Document(Cow::Owned(bytes)) | Value::Array(Cow::Owned(bytes)) => bytes.len(),
            _ => 0,
        };
        let total = self.held.get() + bytes;
        if total > MOST {
            return Err(exceeded(total, MOST));
        }
        self.held.set(total);
        Ok(MemoryCharge { total: &self.held, bytes })
    }
}

/// Whether a value may get as large as this.
///
/// # Errors
/// `ExceededMemoryLimit` when it may not.
#[inline]
pub(super) fn check_size(bytes: usize) -> Result<()> {
    if bytes > LARGEST { Err(exceeded(bytes, LARGEST)) } else { Ok(()) }
}

fn exceeded(bytes: usize, limit: usize) -> Error {
    Error::new(146, format!("An expression would use too much memory: {bytes} bytes. Limit: {limit} bytes"))
}
