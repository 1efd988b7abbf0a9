//! Shared parts of `$pull` and `$pullAll`.

use super::array_value;
use super::prelude::*;
use crate::value::ArrayBuilder;

/// Removes the elements that `picks` selects from an array.
///
/// # Errors
/// `BadValue` (2) for a value that is not an array; errors of `picks`.
pub(super) fn remove_selected<'a>(
    value: RawValue<'a>,
    mut picks: impl FnMut(RawValue<'a>) -> Result<bool>,
) -> Result<Change<'a>> {
    let Some(array) = value.as_array() else {
        return Err(Error::bad_value("Cannot apply $pull to a non-array value"));
    };
    let mut out = ArrayBuilder::new();
    let mut culled = false;
    for element in array.values() {
        if picks(element)? {
            culled = true;
        } else {
            out.push_raw(element);
        }
    }
    Ok(if culled { Change::Value(array_value(out.finish())) } else { Change::None })
}
