//! Dates as milliseconds, and their parts.

use super::super::prelude::*;
use crate::value::calendar::{DAY, civil_from_days, days_from_civil};

/// Returns the milliseconds of a date, timestamp or ObjectId.
///
/// # Errors
/// 16006 for other types.
pub(super) fn millis(value: &Value<'_>) -> Result<i64> {
    millis_of(value)
        .ok_or_else(|| Error::wrong_type(16006, "can't convert from BSON type {type} to Date", value.tag()))
}

/// Like [`millis`], but returns `None` for other types.
pub(in super::super) fn millis_of(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::Date(millis) => Some(*millis),
        Value::Timestamp(t) => i64::try_from(t >> 32).ok().map(|seconds| seconds * 1000),
        Value::ObjectId([a, b, c, d, ..]) => Some(i64::from(i32::from_be_bytes([*a, *b, *c, *d])) * 1000),
        _ => None,
    }
}

/// The parts of a local date and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateTime {
    /// Days since 1970-01-01.
    pub days: i64,
    /// The year.
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    /// 1 to 31.
    pub day: i64,
    /// 0 to 23.
    pub hour: i64,
    /// 0 to 59.
    pub minute: i64,
    /// 0 to 59.
    pub second: i64,
    /// 0 to 999.
    pub millisecond: i64,
}

impl DateTime {
    /// Splits local milliseconds into parts.
    pub(super) fn new(local: i64) -> Self {
        let days = local.div_euclid(DAY);
        let rest = local.rem_euclid(DAY);
        let (year, month, day) = civil_from_days(days);
        DateTime {
            days,
            year,
            month,
            day,
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1000 % 60,
            millisecond: rest % 1000,
        }
    }

    /// 1 to 366.
    pub(super) fn day_of_year(&self) -> i64 {
        self.days - days_from_civil(self.year, 1, 1) + 1
    }

    /// 1 (Sunday) to 7 (Saturday).
    pub(super) fn day_of_week(&self) -> i64 {
        (self.days + 4).rem_euclid(7) + 1
    }

    /// 1 (Monday) to 7 (Sunday).
    pub(super) fn iso_day_of_week(&self) -> i64 {
        (self.days + 3).rem_euclid(7) + 1
    }

    /// 0 to 53: weeks begin on Sundays; days before the first Sunday are in week 0.
    pub(super) fn week(&self) -> i64 {
        (self.day_of_year() - self.day_of_week() + 7) / 7
    }

    /// Returns the ISO 8601 year and week: a week belongs to the year of its Thursday.
    pub(super) fn iso_year_and_week(&self) -> (i64, i64) {
        let thursday = self.days - self.iso_day_of_week() + 4;
        let (year, ..) = civil_from_days(thursday);
        (year, (thursday - days_from_civil(year, 1, 1)) / 7 + 1)
    }

    /// Returns the milliseconds since midnight.
    pub(super) fn time_of_day(&self) -> i64 {
        ((self.hour * 60 + self.minute) * 60 + self.second) * 1000 + self.millisecond
    }
}

/// Returns the first day of a year's ISO 8601 week 1, in days since 1970-01-01.
pub(super) fn iso_year_start(year: i64) -> i64 {
    let fourth = days_from_civil(year, 1, 4);
    fourth - (fourth + 3).rem_euclid(7)
}

/// Returns the number of days of a month; months outside of 1 to 12 are in neighbouring years.
pub(super) fn days_in_month(year: i64, month: i64) -> i64 {
    days_from_civil(year, month + 1, 1) - days_from_civil(year, month, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks() {
        // Friday 2021-01-01 is in the last ISO week of 2020.
        let day = DateTime::new(1_609_459_200_000);
        assert_eq!((day.day_of_week(), day.iso_day_of_week(), day.week()), (6, 5, 0));
        assert_eq!(day.iso_year_and_week(), (2020, 53));
        assert_eq!(day.day_of_year(), 1);
        assert_eq!(iso_year_start(2021), days_from_civil(2021, 1, 4));
        assert_eq!(days_in_month(2024, 2), 29);
    }
}
