//! The operands and result of `$indexOfBytes` and `$indexOfCP`.

use super::super::prelude::*;

/// The operands of a search.
pub(super) struct Search<'v> {
    /// The text to search.
    pub text: &'v str,
    /// The text to find.
    pub part: &'v str,
    /// The first position.
    pub start: usize,
    /// The position after the last one; `None` for the end.
    pub end: Option<usize>,
}

/// Checks the operands; `None` when the text is null.
///
/// # Errors
/// `codes` for operands that aren't strings, 40096 and 40097 for positions.
pub(super) fn operands<'v>(
    name: &str,
    codes: (i32, i32),
    values: &'v [Value<'_>],
) -> Result<Option<Search<'v>>> {
    let [text, part, range @ ..] = values else {
        return Ok(None);
    };
    if text.is_nullish() {
        return Ok(None);
    }
    let string = |value: &'v Value<'_>, code, which| {
        value.as_str().ok_or_else(|| {
            Error::new(
                code,
                format!(
                    "{name} requires a string as the {which} argument, found: {}",
                    type_name(value.tag())
                ),
            )
        })
    };
    let text = string(text, codes.0, "first")?;
    let part = string(part, codes.1, "second")?;
    let start = range.first().map_or(Ok(0), |value| position(name, value, "starting"))?;
    let end = range.get(1).map(|value| position(name, value, "ending")).transpose()?;
    Ok(Some(Search { text, part, start, end }))
}

fn position(name: &str, value: &Value<'_>, which: &str) -> Result<usize> {
    let whole = value.as_number().and_then(Number::to_i64_exact).and_then(|n| i32::try_from(n).ok());
    let Some(index) = whole else {
        return Err(Error::new(
            40096,
            format!(
                "{name} requires an integral {which} index, found a value of type: {}, with value: \"{}\"",
                type_name(value.tag()),
                shown(value)
            ),
        ));
    };
    usize::try_from(index).map_err(|_| {
        Error::new(40097, format!("{name} requires a nonnegative {which} index, found: {index}"))
    })
}

/// Returns the operator's result: a position, or -1.
pub(super) fn found(at: Option<usize>) -> Value<'static> {
    Value::Int32(at.and_then(|at| i32::try_from(at).ok()).unwrap_or(-1))
}
