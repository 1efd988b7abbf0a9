//! String operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#string-expression-operators>).

mod concat;
mod index_of;
mod index_of_bytes;
mod index_of_cp;
mod ltrim;
mod regex;
mod regex_find;
mod regex_find_all;
mod regex_match;
mod replace;
mod replace_all;
mod replace_one;
mod rtrim;
mod split;
mod str_len_bytes;
mod str_len_cp;
mod strcasecmp;
mod substr;
mod substr_bytes;
mod substr_cp;
mod to_lower;
mod to_upper;
mod trim;
mod trimming;

use std::borrow::Cow;

use super::super::text;
use super::prelude::*;
use crate::value::calendar;

pub(super) const TABLE: &[Operator] = &[
    concat::OPERATOR,
    index_of_bytes::OPERATOR,
    index_of_cp::OPERATOR,
    ltrim::OPERATOR,
    regex_find::OPERATOR,
    regex_find_all::OPERATOR,
    regex_match::OPERATOR,
    replace_all::OPERATOR,
    replace_one::OPERATOR,
    rtrim::OPERATOR,
    split::OPERATOR,
    str_len_bytes::OPERATOR,
    str_len_cp::OPERATOR,
    strcasecmp::OPERATOR,
    substr::OPERATOR,
    substr_bytes::OPERATOR,
    substr_cp::OPERATOR,
    to_lower::OPERATOR,
    to_upper::OPERATOR,
    trim::OPERATOR,
];

/// Converts an operand to a string like older operators do; null becomes empty.
///
/// # Errors
/// 16007 for types that can't be converted.
pub(super) fn coerce<'v>(value: &'v Value<'_>) -> Result<Cow<'v, str>> {
    match value {
        Value::Missing | Value::Null | Value::Undefined => Ok(Cow::Borrowed("")),
        Value::String(s) | Value::Symbol(s) | Value::Code(s) => Ok(Cow::Borrowed(s)),
        Value::Date(millis) => calendar::iso_text(*millis).map(Cow::Owned),
        Value::Timestamp(timestamp) => Ok(Cow::Owned(pretty(*timestamp))),
        // Six digits like in messages, unlike `$toString`.
        Value::Double(_) => Ok(Cow::Owned(text::shown(value))),
        other => match other.as_number() {
            Some(number) => Ok(Cow::Owned(text::number(number))),
            None => {
                Err(Error::wrong_type(16007, "can't convert from BSON type {type} to String", other.tag()))
            }
        },
    }
}

/// Formats a timestamp like older operators do: `Jan  1 00:00:05:6`, the increment in hexadecimal.
fn pretty(timestamp: u64) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = i64::try_from(timestamp >> 32).unwrap_or_default();
    let (_, month, day) = calendar::civil_from_days(seconds.div_euclid(86_400));
    let name = usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).unwrap_or(&"");
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{name} {day:2} {hour:02}:{minute:02}:{second:02}:{:x}", timestamp & 0xFFFF_FFFF)
}
