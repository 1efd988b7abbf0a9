//! `$dateDiff`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateDiff/>.

use super::super::prelude::*;
use super::date_time::{DateTime, millis_of};
use super::unit::{Unit, constant_fault, fold_checked, named, weekday};
use super::zone::{Zone, ZoneArgument};

pub(super) const OPERATOR: Operator = operator(
    "$dateDiff",
    "The number of a unit's boundaries between two dates.",
    (
        r#"{"from": {"$date": "2020-12-31T23:00:00Z"}, "to": {"$date": "2021-01-01T01:00:00Z"}}"#,
        r#"{"$dateDiff": {"startDate": "$from", "endDate": "$to", "unit": "year"}}"#,
        r#"{"$numberLong": "1"}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["startDate", "endDate", "unit", "timezone", "startOfWeek"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = ["startDate", "endDate", "unit", "timezone", "startOfWeek"];
    let named = NamedOperands::check(
        "$dateDiff",
        argument,
        &fields,
        (5166301, "$dateDiff only supports an object as its argument"),
        (5166302, "Unrecognized argument to $dateDiff: {name}"),
    )?;
    named.require(&[("startDate", 5166303), ("endDate", 5166304), ("unit", 5166305)], &|field| {
        format!("Missing '{field}' parameter to $dateDiff")
    })?;
    let diff = DateDiff {
        start: named.compile("startDate", context)?,
        end: named.compile("endDate", context)?,
        unit: named.compile("unit", context)?,
        zone: ZoneArgument::new("$dateDiff", named.compile_optional("timezone", context)?),
        start_of_week: named.compile_optional("startOfWeek", context)?,
    };
    let fault = constant_fault("$dateDiff", diff.unit.as_ref(), diff.start_of_week.as_deref());
    Ok(fold_checked(diff, fault, context))
}

#[derive(Debug)]
struct DateDiff {
    start: Box<dyn Expression>,
    end: Box<dyn Expression>,
    unit: Box<dyn Expression>,
    zone: ZoneArgument,
    start_of_week: Option<Box<dyn Expression>>,
}

impl Expression for DateDiff {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let start = self.start.evaluate(scope)?;
        let end = self.end.evaluate(scope)?;
        let unit = self.unit.evaluate(scope)?;
        let first_day = self.start_of_week.as_ref().map(|day| day.evaluate(scope)).transpose()?;
        if start.is_nullish() || end.is_nullish() || unit.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(zone) = self.zone.evaluate("$dateDiff", scope)? else {
            return Ok(Value::Null);
        };
        let unit_is_week = unit.as_str() == Some("week");
        let unit = named("$dateDiff", "unit", &unit, Unit::find, "a time unit")?;
        let first_day = match first_day {
            Some(day) if unit_is_week && day.is_nullish() => return Ok(Value::Null),
            Some(day) if unit_is_week => named("$dateDiff", "startOfWeek", &day, weekday, "a day of a week")?,
            _ => SUNDAY,
        };
        let date = |value: &Value<'_>, field: &str| {
            millis_of(value).ok_or_else(|| {
                Error::new(
                    5166307,
                    format!("$dateDiff requires '{field}' to be a date, but got {}", type_name(value.tag())),
                )
            })
        };
        let (start, end) = (date(&start, "startDate")?, date(&end, "endDate")?);
        difference(start, end, unit, &zone, first_day).map(Value::Int64)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.start.dependencies(out);
        self.end.dependencies(out);
        self.unit.dependencies(out);
        self.zone.dependencies(out);
        self.start_of_week.iter().for_each(|day| day.dependencies(out));
    }
}

/// Days after Monday.
const SUNDAY: i64 = 6;

fn difference(start: i64, end: i64, unit: Unit, zone: &Zone, first_day: i64) -> Result<i64> {
    let (from, to) = (DateTime::new(zone.local(start)), DateTime::new(zone.local(end)));
    Ok(match unit {
        Unit::Months(size) => {
            let months = |m: &DateTime| (m.year * 12 + m.month - 1).div_euclid(size);
            months(&to) - months(&from)
        }
        Unit::Days(7) => {
            // 1970-01-01 was a Thursday, three days from Monday.
            let weeks = |m: &DateTime| (m.days + 3 - first_day).div_euclid(7);
            weeks(&to) - weeks(&from)
        }
        Unit::Days(_) => to.days - from.days,
        Unit::Millis(size) if size < 60_000 => {
            let difference = end.div_euclid(size).checked_sub(start.div_euclid(size));
            return difference.ok_or_else(|| Error::new(ErrorCode::OVERFLOW, "dateDiff overflowed"));
        }
        Unit::Millis(size) => {
            // Boundaries are those of the local clock, but a repeated hour counts twice.
            let shown = zone.local(end).div_euclid(size) - zone.local(start).div_euclid(size);
            shown + (zone.offset_at(start) - zone.offset_at(end)) / size
        }
    })
}
