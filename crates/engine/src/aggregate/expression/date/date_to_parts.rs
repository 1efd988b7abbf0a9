//! `$dateToParts`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateToParts/>.

use super::super::prelude::*;
use super::date_time::{DateTime, millis};
use super::zone::ZoneArgument;

pub(super) const OPERATOR: Operator = operator(
    "$dateToParts",
    "A document with the parts of a date.",
    (
        r#"{"at": {"$date": "2021-05-20T13:05:09.250Z"}}"#,
        r#"{"$dateToParts": {"date": "$at"}}"#,
        r#"{"year": 2021, "month": 5, "day": 20, "hour": 13, "minute": 5, "second": 9, "millisecond": 250}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["date", "timezone", "iso8601"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$dateToParts",
        argument,
        &["date", "timezone", "iso8601"],
        (40524, "$dateToParts only supports an object as its argument"),
        (40520, "Unrecognized argument to $dateToParts: {name}"),
    )?;
    named.require(&[("date", 40522)], &|field| format!("Missing '{field}' parameter to $dateToParts"))?;
    let parts = DateToParts {
        date: named.compile("date", context)?,
        zone: ZoneArgument::new("$dateToParts", named.compile_optional("timezone", context)?),
        iso: named.compile_optional("iso8601", context)?,
    };
    Ok(fold(parts, context))
}

#[derive(Debug)]
struct DateToParts {
    date: Box<dyn Expression>,
    zone: ZoneArgument,
    iso: Option<Box<dyn Expression>>,
}

impl Expression for DateToParts {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let date = self.date.evaluate(scope)?;
        let Some(zone) = self.zone.evaluate("$dateToParts", scope)? else {
            return Ok(Value::Null);
        };
        let iso = match self.iso.as_ref().map(|iso| iso.evaluate(scope)).transpose()? {
            None => false,
            Some(Value::Bool(iso)) => iso,
            Some(value) if value.is_nullish() => return Ok(Value::Null),
            Some(value) => {
                return Err(Error::wrong_type(
                    40521,
                    "iso8601 must evaluate to a bool, found {type}",
                    value.tag(),
                ));
            }
        };
        if date.is_nullish() {
            return Ok(Value::Null);
        }
        let m = DateTime::new(zone.local(millis(&date)?));
        let (iso_year, iso_week) = m.iso_year_and_week();
        let days = match iso {
            true => [("isoWeekYear", iso_year), ("isoWeek", iso_week), ("isoDayOfWeek", m.iso_day_of_week())],
            false => [("year", m.year), ("month", m.month), ("day", m.day)],
        };
        let times =
            [("hour", m.hour), ("minute", m.minute), ("second", m.second), ("millisecond", m.millisecond)];
        let mut out = DocBuilder::new();
        for (name, part) in days.into_iter().chain(times) {
            out.append_i32(name, i32::try_from(part).unwrap_or(i32::MAX));
        }
        Ok(Value::document(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.date.dependencies(out);
        self.zone.dependencies(out);
        self.iso.iter().for_each(|iso| iso.dependencies(out));
    }
}
