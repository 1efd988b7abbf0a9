//! `$dateTrunc`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateTrunc/>.

use super::super::prelude::*;
use super::date_time::{DateTime, millis_of};
use super::unit::{Unit, constant_fault, fold_checked, named, weekday};
use super::zone::{Zone, ZoneArgument};
use crate::value::calendar::{DAY, days_from_civil};

pub(super) const OPERATOR: Operator = operator(
    "$dateTrunc",
    "The start of the unit, or bin of units, that contains a date.",
    (
        r#"{"at": {"$date": "2021-05-20T13:05:09Z"}}"#,
        r#"{"$dateTrunc": {"date": "$at", "unit": "month"}}"#,
        r#"{"$date": "2021-05-01T00:00:00Z"}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["date", "unit", "binSize", "timezone", "startOfWeek"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = ["date", "unit", "binSize", "timezone", "startOfWeek"];
    let named = NamedOperands::check(
        "$dateTrunc",
        argument,
        &fields,
        (5439007, "$dateTrunc only supports an object as its argument"),
        (
            5439008,
            "Unrecognized argument to $dateTrunc: {name}. Expected arguments are date, unit, and optionally, binSize, timezone, startOfWeek",
        ),
    )?;
    named.require(&[("date", 5439009), ("unit", 5439010)], &|field| {
        format!("Missing '{field}' parameter to $dateTrunc")
    })?;
    let trunc = DateTrunc {
        date: named.compile("date", context)?,
        unit: named.compile("unit", context)?,
        bin_size: named.compile_optional("binSize", context)?,
        zone: ZoneArgument::new("$dateTrunc", named.compile_optional("timezone", context)?),
        start_of_week: named.compile_optional("startOfWeek", context)?,
    };
    let fault = constant_fault("$dateTrunc", trunc.unit.as_ref(), trunc.start_of_week.as_deref());
    Ok(fold_checked(trunc, fault, context))
}

#[derive(Debug)]
struct DateTrunc {
    date: Box<dyn Expression>,
    unit: Box<dyn Expression>,
    bin_size: Option<Box<dyn Expression>>,
    zone: ZoneArgument,
    start_of_week: Option<Box<dyn Expression>>,
}

impl Expression for DateTrunc {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let date = self.date.evaluate(scope)?;
        let unit = self.unit.evaluate(scope)?;
        let bin_size = self.bin_size.as_ref().map(|size| size.evaluate(scope)).transpose()?;
        let first_day = self.start_of_week.as_ref().map(|day| day.evaluate(scope)).transpose()?;
        if date.is_nullish() || unit.is_nullish() || bin_size.as_ref().is_some_and(Value::is_nullish) {
            return Ok(Value::Null);
        }
        let Some(zone) = self.zone.evaluate("$dateTrunc", scope)? else {
            return Ok(Value::Null);
        };
        let millis = millis_of(&date).ok_or_else(|| {
            Error::wrong_type(5439012, "$dateTrunc requires 'date' to be a date, but got {type}", date.tag())
        })?;
        let unit_is_week = unit.as_str() == Some("week");
        let unit = named("$dateTrunc", "unit", &unit, Unit::find, "a time unit")?;
        let bin_size = bin_size.as_ref().map_or(Ok(1), read_bin_size)?;
        let first_day = match first_day {
            Some(day) if unit_is_week && day.is_nullish() => return Ok(Value::Null),
            Some(day) if unit_is_week => {
                named("$dateTrunc", "startOfWeek", &day, weekday, "a day of a week")?
            }
            _ => SUNDAY,
        };
        let code = match unit {
            Unit::Millis(size) if size.checked_mul(bin_size).is_none() => 5439002,
            Unit::Months(_) if bin_size > 100_000_000_000 => 5439006,
            _ => 5166406,
        };
        truncate(millis, unit, bin_size, &zone, first_day)
            .filter(|_| code != 5439006)
            .map(Value::Date)
            .ok_or_else(|| Error::new(code, "$dateTrunc overflowed"))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.date.dependencies(out);
        self.unit.dependencies(out);
        self.bin_size.iter().for_each(|size| size.dependencies(out));
        self.zone.dependencies(out);
        self.start_of_week.iter().for_each(|day| day.dependencies(out));
    }
}

/// Days after Monday.
const SUNDAY: i64 = 6;
const SATURDAY: i64 = 5;

fn read_bin_size(value: &Value<'_>) -> Result<i64> {
    let Some(size) = value.as_number().and_then(Number::to_i64_exact) else {
        return Err(Error::new(
            5439017,
            format!(
                "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '{}' of type {}",
                shown(value),
                type_name(value.tag())
            ),
        ));
    };
    if size > 0 {
        return Ok(size);
    }
    Err(Error::new(
        5439018,
        format!("$dateTrunc requires 'binSize' to be greater than 0, but got value {size}"),
    ))
}

/// Truncates a date to the start of its bin. Bins are counted from 2000-01-01, a Saturday; weeks
/// from the first start of a week on or after it.
fn truncate(millis: i64, unit: Unit, bin_size: i64, zone: &Zone, first_day: i64) -> Option<i64> {
    let reference = days_from_civil(2000, 1, 1);
    match unit {
        Unit::Millis(size) => {
            let size = size.checked_mul(bin_size)?;
            let origin = zone.to_utc(reference * DAY);
            let bins = millis.checked_sub(origin)?.div_euclid(size);
            bins.checked_mul(size)?.checked_add(origin)
        }
        Unit::Days(days) => {
            let origin = if days == 7 { reference + (first_day - SATURDAY).rem_euclid(7) } else { reference };
            let size = days.checked_mul(bin_size)?;
            let day = zone.local(millis).div_euclid(DAY);
            let start = (day - origin).div_euclid(size).checked_mul(size)?.checked_add(origin)?;
            Some(zone.to_utc(start.checked_mul(DAY)?))
        }
        Unit::Months(months) => {
            let size = months.checked_mul(bin_size)?;
            let local = DateTime::new(zone.local(millis));
            let since = (local.year - 2000) * 12 + local.month - 1;
            let start = since.div_euclid(size).checked_mul(size)?;
            if start.unsigned_abs() > 12 * 300_000_000 {
                return None;
            }
            Some(zone.to_utc(days_from_civil(2000, start + 1, 1).checked_mul(DAY)?))
        }
    }
}
