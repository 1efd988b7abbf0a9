//! `$dateFromString`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateFromString/>.

use super::super::prelude::*;
use super::format::Format;
use super::read::read;
use super::zone::{Zone, ZoneArgument};

pub(super) const OPERATOR: Operator = operator(
    "$dateFromString",
    "The date in a string.",
    (
        r#"{"at": "2021-05-20"}"#,
        r#"{"$dateFromString": {"dateString": "$at"}}"#,
        r#"{"$date": "2021-05-20T00:00:00Z"}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["dateString", "timezone", "format", "onNull", "onError"]));

const SPECIFIERS: &str = "YGmdHMSLjuVzZbB";

/// The error code `ConversionFailure`.
const CONVERSION_FAILURE: i32 = ErrorCode::CONVERSION_FAILURE;

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = ["dateString", "format", "timezone", "onError", "onNull"];
    let named = NamedOperands::check(
        "$dateFromString",
        argument,
        &fields,
        (40540, "$dateFromString only supports an object as an argument, found: {type}"),
        (40541, "Unrecognized argument to $dateFromString: {name}"),
    )?;
    named.require(&[("dateString", 40542)], &|field| {
        format!("Missing '{field}' parameter to $dateFromString")
    })?;
    let format = named.compile_optional("format", context)?;
    // An invalid constant format is reported when a string is parsed.
    let known = format.as_ref().and_then(|format| read_format(format.constant()?).ok());
    let has_zone = named.raw("timezone").is_some();
    let expression = DateFromString {
        text: named.compile("dateString", context)?,
        format,
        known,
        has_zone,
        zone: ZoneArgument::new("$dateFromString", named.compile_optional("timezone", context)?),
        on_error: named.compile_optional("onError", context)?,
        on_null: named.compile_optional("onNull", context)?,
    };
    Ok(fold(expression, context))
}

fn read_format(value: &Value<'_>) -> Result<Format> {
    Format::of_value("$dateFromString", 40684, SPECIFIERS, value)
}

#[derive(Debug)]
struct DateFromString {
    text: Box<dyn Expression>,
    format: Option<Box<dyn Expression>>,
    /// The parsed format if it is constant.
    known: Option<Format>,
    has_zone: bool,
    zone: ZoneArgument,
    on_error: Option<Box<dyn Expression>>,
    on_null: Option<Box<dyn Expression>>,
}

impl DateFromString {
    fn convert(&self, text: &Value<'_>, format: Option<&Format>, zone: Option<&Zone>) -> Result<i64> {
        let Some(text) = text.as_str() else {
            return Err(Error::new(
                CONVERSION_FAILURE,
                format!(
                    "$dateFromString requires that 'dateString' be a string, found: {} with value {}",
                    type_name(text.tag()),
                    shown(text)
                ),
            ));
        };
        let found = match format {
            Some(format) => format.read(text, zone),
            None => read(text, zone),
        };
        found.map_err(|why| failure(text, &why))
    }
}

/// Returns the error for an invalid date string.
pub(super) fn failure(text: &str, why: &str) -> Error {
    let message = if why.starts_with("you cannot") || why.starts_with("an incomplete") {
        why.to_owned()
    } else {
        format!("Error parsing date string '{text}'; {why}")
    };
    Error::new(CONVERSION_FAILURE, message)
}

/// Returns the message for unexpected text: the position in bytes and the character there.
pub(super) fn fault(text: &str, rest: &str, what: &str) -> String {
    let character = rest.chars().next().unwrap_or('\0');
    format!("{}: {what} '{character}'", text.len().saturating_sub(rest.len()))
}

impl Expression for DateFromString {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let text = self.text.evaluate(scope)?;
        let computed = match (&self.known, &self.format) {
            (None, Some(format)) => match format.evaluate(scope)? {
                value if value.is_nullish() => return Ok(Value::Null),
                value => Some(read_format(&value)?),
            },
            _ => None,
        };
        let zone = self.zone.evaluate("$dateFromString", scope)?;
        if text.is_nullish() {
            return self.on_null.as_ref().map_or(Ok(Value::Null), |value| value.evaluate(scope));
        }
        let Some(zone) = zone else {
            return Ok(Value::Null);
        };
        // With the zone UTC, the string may contain its own zone.
        let zone = (self.has_zone && !zone.is_utc()).then_some(&zone);
        match (self.convert(&text, computed.as_ref().or(self.known.as_ref()), zone), &self.on_error) {
            (Err(error), Some(on_error)) if error.code() == CONVERSION_FAILURE => on_error.evaluate(scope),
            (outcome, _) => outcome.map(Value::Date),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.text.dependencies(out);
        let others = [&self.format, &self.on_error, &self.on_null];
        others.into_iter().flatten().for_each(|operand| operand.dependencies(out));
        self.zone.dependencies(out);
    }
}
