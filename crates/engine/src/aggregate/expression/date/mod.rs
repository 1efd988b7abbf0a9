//! Date operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#date-expression-operators>).

mod date_add;
mod date_diff;
mod date_from_parts;
mod date_from_string;
mod date_subtract;
pub(super) mod date_time;
mod date_to_parts;
mod date_to_string;
mod date_trunc;
mod day_of_month;
mod day_of_week;
mod day_of_year;
mod format;
mod hour;
mod iso_day_of_week;
mod iso_week;
mod iso_week_year;
mod millisecond;
mod minute;
mod month;
mod part;
mod read;
mod second;
mod shift;
mod unit;
mod week;
mod year;
mod zone;

use super::prelude::*;

pub(super) use part::{TakePart, compile_part};
pub(in crate::aggregate) use unit::Unit as TimeUnit;

/// Returns the unit of time with this name.
pub(in crate::aggregate) fn find_time_unit(name: &str) -> Option<TimeUnit> {
    TimeUnit::find(name)
}

/// Parses a date string, in UTC unless it contains a time zone; returns milliseconds.
///
/// # Errors
/// `ConversionFailure` (241).
pub(super) fn from_text(text: &str) -> Result<i64> {
    read::read(text, None).map_err(|why| date_from_string::failure(text, &why))
}

pub(super) const TABLE: &[Operator] = &[
    date_add::OPERATOR,
    date_diff::OPERATOR,
    date_from_parts::OPERATOR,
    date_from_string::OPERATOR,
    date_to_string::OPERATOR,
    date_subtract::OPERATOR,
    date_to_parts::OPERATOR,
    date_trunc::OPERATOR,
    day_of_month::OPERATOR,
    day_of_week::OPERATOR,
    day_of_year::OPERATOR,
    hour::OPERATOR,
    iso_day_of_week::OPERATOR,
    iso_week::OPERATOR,
    iso_week_year::OPERATOR,
    millisecond::OPERATOR,
    minute::OPERATOR,
    month::OPERATOR,
    second::OPERATOR,
    week::OPERATOR,
    year::OPERATOR,
];
