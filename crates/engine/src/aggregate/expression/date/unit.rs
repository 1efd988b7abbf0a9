//! Units of time and days of the week.

use super::super::prelude::*;
use super::date_time::{DateTime, days_in_month};
use super::zone::Zone;
use crate::value::calendar::{DAY, days_from_civil};

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::aggregate) enum Unit {
    /// This number of months: year, quarter, month.
    Months(i64),
    /// This number of days: week, day.
    Days(i64),
    /// This number of milliseconds: hour, minute, second, millisecond.
    Millis(i64),
}

impl Unit {
    /// Finds a unit by its name.
    pub(in crate::aggregate) fn find(name: &str) -> Option<Unit> {
        Some(match name {
            "year" => Unit::Months(12),
            "quarter" => Unit::Months(3),
            "month" => Unit::Months(1),
            "week" => Unit::Days(7),
            "day" => Unit::Days(1),
            "hour" => Unit::Millis(3_600_000),
            "minute" => Unit::Millis(60_000),
            "second" => Unit::Millis(1000),
            "millisecond" => Unit::Millis(1),
            _ => return None,
        })
    }

    /// Whether the range of dates is at least this number of units long.
    pub(super) fn allows(self, amount: i64) -> bool {
        const MOST_DAYS: i64 = (u64::MAX / DAY as u64) as i64 + 1;
        let most = match self {
            Unit::Millis(1) => return true,
            Unit::Millis(size) => MOST_DAYS * (DAY / size),
            Unit::Days(size) => MOST_DAYS / size,
            Unit::Months(size) => (MOST_DAYS / 365 + 1) * 12 / size,
        };
        (1 - most..most).contains(&amount)
    }

    /// Adds `amount` units to a date. Adding months keeps the day of the month, or uses
    /// the month's last day; adding months or days keeps the local time of day. `None`
    /// when the result is out of range.
    pub(super) fn add(self, millis: i64, amount: i64, zone: &Zone) -> Option<i64> {
        match self {
            Unit::Millis(size) => millis.checked_add(size.checked_mul(amount)?),
            Unit::Days(size) => {
                let local = zone.local(millis).checked_add(size.checked_mul(amount)?.checked_mul(DAY)?)?;
                Some(zone.to_utc(local))
            }
            Unit::Months(size) => {
                let local = DateTime::new(zone.local(millis));
                let month = local.month.checked_add(size.checked_mul(amount)?)?;
                if month.unsigned_abs() > 12 * 300_000_000 {
                    return None;
                }
                let day = local.day.min(days_in_month(local.year, month));
                let days = days_from_civil(local.year, month, day);
                Some(zone.to_utc(days.checked_mul(DAY)?.checked_add(local.time_of_day())?))
            }
        }
    }
}

impl Unit {
    /// Adds `amount` units to a date in UTC.
    pub(in crate::aggregate) fn shift(self, millis: i64, amount: i64) -> Option<i64> {
        self.add(millis, amount, &Zone::UTC)
    }

    /// Returns the milliseconds of a unit with a fixed length.
    pub(in crate::aggregate) fn fixed_millis(self) -> Option<i64> {
        match self {
            Unit::Months(_) => None,
            Unit::Days(days) => Some(days * DAY),
            Unit::Millis(millis) => Some(millis),
        }
    }
}

/// Parses a weekday's name, in full or its first three letters; returns the days after Monday.
pub(super) fn weekday(name: &str) -> Option<i64> {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let name = name.to_ascii_lowercase();
    let at = names.iter().position(|known| **known == *name || known.get(..3) == Some(&*name))?;
    i64::try_from(at).ok()
}

/// Returns the error of an invalid constant `unit` or `startOfWeek`.
pub(super) fn constant_fault(
    operator: &str,
    unit: &dyn Expression,
    start_of_week: Option<&dyn Expression>,
) -> Option<Error> {
    let given = |operand: Option<&Value<'static>>| operand.filter(|value| !value.is_nullish()).cloned();
    let unit = given(unit.constant());
    let day = given(start_of_week.and_then(|day| day.constant()));
    let day = day.filter(|_| unit.as_ref().and_then(Value::as_str).is_none_or(|unit| unit == "week"));
    let unit = unit.map(|unit| named(operator, "unit", &unit, Unit::find, "a time unit").map(drop));
    let day = day.map(|day| named(operator, "startOfWeek", &day, weekday, "a day of a week").map(drop));
    unit.and_then(Result::err).or_else(|| day.and_then(Result::err))
}

/// Folds an expression. The error of a constant operand, if any, is reported before any document is read, unless the
/// whole expression is constant.
pub(super) fn fold_checked(
    node: impl Expression + 'static,
    fault: Option<Error>,
    context: &ParseContext,
) -> Box<dyn Expression> {
    let folded = fold(node, context);
    match fault {
        Some(fault) if folded.constant().is_none() => failing(fault),
        _ => folded,
    }
}

/// Parses a `unit` or `startOfWeek` operand.
///
/// # Errors
/// `not_text` and `unknown`.
pub(super) fn named<T>(
    operator: &str,
    field: &str,
    value: &Value<'_>,
    find: fn(&str) -> Option<T>,
    what: &str,
) -> Result<T> {
    let (not_text, unknown) = if field == "unit" { (5439013, 5439014) } else { (5439015, 5439016) };
    let Some(text) = value.as_str() else {
        return Err(Error::new(
            not_text,
            format!("{operator} requires '{field}' to be a string, but got {}", type_name(value.tag())),
        ));
    };
    find(text).ok_or_else(|| {
        Error::new(
            unknown,
            format!("{operator} parameter '{field}' value cannot be recognized as {what}: {text}"),
        )
    })
}
