//! `$dateToString`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateToString/>.

use super::super::prelude::*;
use super::date_time::millis;
use super::format::Format;
use super::zone::ZoneArgument;

pub(super) const OPERATOR: Operator = operator(
    "$dateToString",
    "A date formatted as a string.",
    (
        r#"{"at": {"$date": "2021-05-20T13:05:09Z"}}"#,
        r#"{"$dateToString": {"date": "$at", "format": "%Y-%m-%d"}}"#,
        r#""2021-05-20""#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["date", "format", "timezone", "onNull"]));

/// The default format; for UTC, a `Z` is added.
const DEFAULT: &str = "%Y-%m-%dT%H:%M:%S.%L";

const SPECIFIERS: &str = "YGmdHMSLjwuUVzZbB";

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$dateToString",
        argument,
        &["date", "format", "timezone", "onNull"],
        (18629, "$dateToString only supports an object as its argument"),
        (18534, "Unrecognized argument to $dateToString: {name}"),
    )?;
    named.require(&[("date", 18628)], &|field| format!("Missing '{field}' parameter to $dateToString"))?;
    let format = named.compile_optional("format", context)?;
    // An invalid constant format is reported when a date is formatted.
    let known = match &format {
        None => Some(Format::parse(DEFAULT, SPECIFIERS)?),
        Some(format) => format.constant().and_then(|value| read_format(value).ok()),
    };
    let expression = DateToString {
        date: named.compile("date", context)?,
        format,
        known,
        zone: ZoneArgument::new("$dateToString", named.compile_optional("timezone", context)?),
        on_null: named.compile_optional("onNull", context)?,
    };
    Ok(fold(expression, context))
}

fn read_format(value: &Value<'_>) -> Result<Format> {
    Format::of_value("$dateToString", 18533, SPECIFIERS, value)
}

#[derive(Debug)]
struct DateToString {
    date: Box<dyn Expression>,
    format: Option<Box<dyn Expression>>,
    /// The parsed format if it is constant.
    known: Option<Format>,
    zone: ZoneArgument,
    on_null: Option<Box<dyn Expression>>,
}

impl Expression for DateToString {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let date = self.date.evaluate(scope)?;
        let computed = match (&self.known, &self.format) {
            (None, Some(format)) => match format.evaluate(scope)? {
                value if value.is_nullish() => return Ok(Value::Null),
                value => Some(read_format(&value)?),
            },
            _ => None,
        };
        let Some(zone) = self.zone.evaluate("$dateToString", scope)? else {
            return Ok(Value::Null);
        };
        if date.is_nullish() {
            return self.on_null.as_ref().map_or(Ok(Value::Null), |value| value.evaluate(scope));
        }
        let millis = millis(&date)?;
        match computed.as_ref().or(self.known.as_ref()) {
            Some(format) => {
                let mut text = format.write(millis, &zone)?;
                if self.format.is_none() && zone.is_utc() {
                    text.push('Z');
                }
                Ok(Value::string(text))
            }
            None => Ok(Value::Null),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.date.dependencies(out);
        self.format.iter().chain(&self.on_null).for_each(|operand| operand.dependencies(out));
        self.zone.dependencies(out);
    }
}
