//! `$slice`: <https://www.mongodb.com/docs/manual/reference/operator/projection/slice/>.

use super::transform::{Transform, rewrite};
use crate::value::{DocBuilder, IndexName, Path, RawDoc, RawValue, display_value, tag};
use crate::{Error, Result};

/// A part of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// The number of elements to skip; a negative one counts from the end.
    skip: i64,
    /// The number of elements to keep.
    limit: usize,
}

impl Slice {
    /// Parses a number or `[skip, limit]`; `None` for `$slice` as an aggregation expression.
    ///
    /// # Errors
    /// 28667 for neither.
    pub(super) fn parse(argument: RawValue<'_>) -> Result<Option<Slice>> {
        if let Some(count) = argument.as_number() {
            let count = count.to_i64_clamped();
            let limit = count.unsigned_abs() as usize;
            return Ok(Some(Slice { skip: count.min(0), limit }));
        }
        let neither = |why: &str, count: usize| {
            Err(Error::new(
                28667,
                format!(
                    "Invalid $slice syntax. The given syntax {{ $slice: {} }} did not match the find() syntax because :: {why} :: The given syntax did not match the expression $slice syntax. :: caused by :: Expression $slice takes at least 2 arguments, and at most 3, but {count} were passed in.",
                    display_value(argument.view())
                ),
            ))
        };
        let Some(array) = argument.as_array() else {
            return neither("Location31273: $slice only supports numbers and [skip, limit] arrays", 1);
        };
        let numbers: Vec<Option<i64>> =
            array.values().map(|value| value.as_number().map(|n| n.to_i64_clamped())).collect();
        if !matches!(numbers.len(), 2 | 3) {
            return neither(
                "Location31272: $slice array argument should be of form [skip, limit]",
                numbers.len(),
            );
        }
        let [Some(skip), Some(limit @ 1..)] = numbers[..] else { return Ok(None) };
        Ok(Some(Slice { skip, limit: limit as usize }))
    }

    /// Slices the arrays at a path.
    pub(super) fn apply(self, doc: RawDoc<'_>, path: &Path) -> Vec<u8> {
        rewrite(doc, path.parts(), &mut { self })
    }
}

impl Transform for Slice {
    fn at_end(&mut self, array: RawDoc<'_>, name: &[u8], out: &mut DocBuilder) {
        let length = array.count();
        let start = match usize::try_from(self.skip) {
            Ok(skip) => skip.min(length),
            Err(_) => length.saturating_sub(self.skip.unsigned_abs() as usize),
        };
        let open = out.open_nested(tag::ARRAY, name);
        for (index, item) in array.values().skip(start).take(self.limit).enumerate() {
            out.append_raw_bytes(IndexName::new(index).as_bytes(), item);
        }
        out.close_nested(open);
    }
}
