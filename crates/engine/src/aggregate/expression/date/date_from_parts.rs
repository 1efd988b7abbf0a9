//! `$dateFromParts`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateFromParts/>.

use super::super::prelude::*;
use super::date_time::iso_year_start;
use super::zone::ZoneArgument;
use crate::value::calendar::{DAY, days_from_civil};

pub(super) const OPERATOR: Operator = operator(
    "$dateFromParts",
    "The date with the given parts.",
    (
        r#"{"y": 2021}"#,
        r#"{"$dateFromParts": {"year": "$y", "month": 5, "day": 20, "hour": 13}}"#,
        r#"{"$date": "2021-05-20T13:00:00Z"}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| {
    operands.expressions(&[
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "millisecond",
        "isoWeekYear",
        "isoWeek",
        "isoDayOfWeek",
        "timezone",
    ])
});

const TIMES: [&str; 4] = ["hour", "minute", "second", "millisecond"];

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = [
        "year",
        "month",
        "day",
        "isoWeekYear",
        "isoWeek",
        "isoDayOfWeek",
        "hour",
        "minute",
        "second",
        "millisecond",
        "timezone",
    ];
    let named = NamedOperands::check(
        "$dateFromParts",
        argument,
        &fields,
        (40519, "$dateFromParts only supports an object as its argument"),
        (40518, "Unrecognized argument to $dateFromParts: {name}"),
    )?;
    let has = |name: &str| named.raw(name).is_some();
    let iso = has("isoWeekYear");
    if !has("year") && !iso {
        return Err(Error::new(
            40516,
            "$dateFromParts requires either 'year' or 'isoWeekYear' to be present",
        ));
    }
    if has("year") && (iso || has("isoWeek") || has("isoDayOfWeek")) {
        return Err(Error::new(40489, "$dateFromParts does not allow mixing natural dates with ISO dates"));
    }
    if iso && (has("month") || has("day")) {
        return Err(Error::new(40525, "$dateFromParts does not allow mixing ISO dates with natural dates"));
    }
    let days = if iso { ["isoWeekYear", "isoWeek", "isoDayOfWeek"] } else { ["year", "month", "day"] };
    let mut parts = Vec::new();
    for name in days.into_iter().chain(TIMES) {
        parts.push((name, named.compile_optional(name, context)?));
    }
    let zone = ZoneArgument::new("$dateFromParts", named.compile_optional("timezone", context)?);
    Ok(fold(DateFromParts { iso, parts, zone }, context))
}

#[derive(Debug)]
struct DateFromParts {
    iso: bool,
    /// Year, month, day (or their ISO counterparts), hour, minute, second, millisecond.
    parts: Vec<(&'static str, Option<Box<dyn Expression>>)>,
    zone: ZoneArgument,
}

impl DateFromParts {
    /// Evaluates the parts; `None` when one is null.
    fn numbers<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Option<[i64; 7]>> {
        let mut numbers = [0, 1, 1, 0, 0, 0, 0];
        for (at, (name, operand)) in self.parts.iter().enumerate() {
            let Some(operand) = operand else { continue };
            let value = operand.evaluate(scope)?;
            if value.is_nullish() {
                return Ok(None);
            }
            let Some(number) = value.as_number().and_then(Number::to_i64_exact) else {
                return Err(Error::new(
                    40515,
                    format!(
                        "'{name}' must evaluate to an integer, found {} with value {}",
                        type_name(value.tag()),
                        shown(&value)
                    ),
                ));
            };
            if at == 0 && !(1..=9999).contains(&number) {
                return Err(Error::new(
                    40523,
                    format!("'{name}' must evaluate to an integer in the range 1 to 9999, found {number}"),
                ));
            }
            // Seconds and milliseconds have no limits.
            if (1..5).contains(&at) && i16::try_from(number).is_err() {
                return Err(Error::new(
                    31034,
                    format!(
                        "'{name}' must evaluate to a value in the range [-32768, 32767]; value {number} is not in range"
                    ),
                ));
            }
            numbers[at] = number;
        }
        Ok(Some(numbers))
    }
}

impl Expression for DateFromParts {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let Some([year, month, day, hour, minute, second, millisecond]) = self.numbers(scope)? else {
            return Ok(Value::Null);
        };
        let Some(zone) = self.zone.evaluate("$dateFromParts", scope)? else {
            return Ok(Value::Null);
        };
        let days = if self.iso {
            iso_year_start(year) + (month - 1) * 7 + day - 1
        } else {
            days_from_civil(year, month, 1) + day - 1
        };
        let seconds = (hour * 60 + minute) * 60;
        let local = second
            .checked_add(seconds)
            .and_then(|seconds| seconds.checked_mul(1000)?.checked_add(millisecond))
            .and_then(|millis| millis.checked_add(days * DAY));
        match local {
            Some(local) => Ok(Value::Date(zone.to_utc(local))),
            None => Err(Error::new(
                ErrorCode::OVERFLOW,
                "$dateFromParts: the date is out of the range of 64-bit milliseconds",
            )),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.parts.iter().filter_map(|(_, operand)| operand.as_ref()).for_each(|o| o.dependencies(out));
        self.zone.dependencies(out);
    }
}
