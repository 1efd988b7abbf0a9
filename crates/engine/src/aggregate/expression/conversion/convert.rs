//! `$convert`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/>.

use super::super::prelude::*;
use super::binary::{self, Format};
use super::cast::{CONVERSION_FAILURE, cast};
use crate::value::TYPE_NAMES;

pub(super) const OPERATOR: Operator = operator(
    "$convert",
    "A value converted to a type.",
    (r#"{"a": "17"}"#, r#"{"$convert": {"input": "$a", "to": "int", "onError": 0}}"#, "17"),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["input", "to", "format", "onError", "onNull"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = ["input", "to", "onError", "onNull", "format"];
    let named = NamedOperands::check(
        "$convert",
        argument,
        &fields,
        (ErrorCode::FAILED_TO_PARSE, "$convert expects an object of named arguments but found: {type}"),
        (ErrorCode::FAILED_TO_PARSE, "$convert found an unknown argument: {name}"),
    )?;
    let required = [("input", ErrorCode::FAILED_TO_PARSE), ("to", ErrorCode::FAILED_TO_PARSE)];
    named.require(&required, &|field| format!("Missing '{field}' parameter to $convert"))?;
    let convert = Convert {
        input: named.compile("input", context)?,
        to: named.compile("to", context)?,
        format: named.compile_optional("format", context)?,
        on_error: named.compile_optional("onError", context)?,
        on_null: named.compile_optional("onNull", context)?,
    };
    Ok(fold(convert, context))
}

/// Returns the target type's tag, and for binary data the subtype; `None` for null.
fn target(to: &Value<'_>) -> Result<Option<(u8, u8)>> {
    let (to, subtype) = match to.as_document() {
        Some(doc) => (doc.get("type").map_or(Value::Missing, Value::from), doc.get("subtype")),
        None => (to.borrowed(), None),
    };
    if to.is_nullish() {
        return Ok(None);
    }
    let subtype = subtype.map_or(Ok(0), |subtype| read_subtype(&subtype.into()))?;
    Ok(Some((type_of(&to)?, subtype)))
}

fn read_subtype(value: &Value<'_>) -> Result<u8> {
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(
            4341108,
            "$convert's 'subtype' argument must be a number, but is {type}",
            value.tag(),
        ));
    };
    let Some(subtype) = number.to_i64_exact() else {
        return Err(Error::new(4341106, "In $convert, numeric 'subtype' argument is not an integer"));
    };
    // 0 to 8 are defined; 128 and above are user-defined.
    u8::try_from(subtype).ok().filter(|subtype| matches!(subtype, 0..=8 | 128..)).ok_or_else(|| {
        Error::new(
            4341107,
            format!(
                "In $convert, numeric value for 'subtype' does not correspond to a BinData type: {subtype}"
            ),
        )
    })
}

/// Returns the tag of the type that `to` names.
fn type_of(to: &Value<'_>) -> Result<u8> {
    if let Some(name) = to.as_str() {
        let found = TYPE_NAMES.iter().find(|(.., known)| *known == name);
        return found
            .map(|(tag, ..)| *tag)
            .ok_or_else(|| Error::bad_value(format!("Unknown type name: {name}")));
    }
    let Some(number) = to.as_number() else {
        return Err(Error::wrong_type(
            ErrorCode::FAILED_TO_PARSE,
            "$convert's 'to' argument must be a string or number, but is {type}",
            to.tag(),
        ));
    };
    let Some(code) = number.to_i64_exact() else {
        return Err(Error::failed_to_parse(
            "In $convert, numeric 'to' argument is not an integer".to_owned(),
        ));
    };
    let found = TYPE_NAMES.iter().find(|(_, known, _)| i64::from(*known) == code);
    found.map(|(tag, ..)| *tag).ok_or_else(|| {
        Error::failed_to_parse(format!(
            "In $convert, numeric value for 'to' does not correspond to a BSON type: {code}"
        ))
    })
}

#[derive(Debug)]
struct Convert {
    input: Box<dyn Expression>,
    to: Box<dyn Expression>,
    format: Option<Box<dyn Expression>>,
    on_error: Option<Box<dyn Expression>>,
    on_null: Option<Box<dyn Expression>>,
}

impl Convert {
    fn convert<'a>(
        &'a self,
        input: Value<'a>,
        (to, subtype): (u8, u8),
        scope: &Scope<'_, 'a>,
    ) -> Result<Value<'a>> {
        let format = match &self.format {
            Some(format) => match Format::read(&format.evaluate(scope)?)? {
                Some(format) => Some(format),
                None => return Ok(Value::Null),
            },
            None => None,
        };
        converted(input, (to, subtype), format)
    }
}

/// Converts a value that isn't null to another type, and for binary data to a subtype.
///
/// # Errors
/// `ConversionFailure` (241); 4341115 when a required format is missing.
pub(super) fn converted<'a>(
    input: Value<'a>,
    (to, subtype): (u8, u8),
    format: Option<Format>,
) -> Result<Value<'a>> {
    let needed = |from: u8| {
        format.ok_or_else(|| {
            Error::new(
                4341115,
                format!(
                    "Format must be speficied when converting from '{}' to '{}'",
                    type_name(from),
                    type_name(to)
                ),
            )
        })
    };
    match (&input, to) {
        (Value::String(text), tag::BINARY) => {
            let bytes = binary::from_text(text, subtype, needed(tag::STRING)?)?;
            Ok(Value::Binary { subtype, bytes: bytes.into() })
        }
        (Value::Binary { subtype: own, bytes }, tag::STRING) => {
            binary::to_text(bytes, *own, needed(tag::BINARY)?).map(Value::string)
        }
        (Value::Binary { subtype: own, .. }, tag::BINARY) if *own != subtype => Err(Error::new(
            CONVERSION_FAILURE,
            "Conversions between different BinData subtypes are not supported in $convert with no onError value",
        )),
        _ => cast(input, to),
    }
}

impl Expression for Convert {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let to = self.to.evaluate(scope)?;
        let input = self.input.evaluate(scope)?;
        let to = target(&to)?;
        if input.is_nullish() {
            return self.on_null.as_ref().map_or(Ok(Value::Null), |value| value.evaluate(scope));
        }
        let Some(to) = to else {
            return Ok(Value::Null);
        };
        match (self.convert(input, to, scope), &self.on_error) {
            (Err(error), Some(on_error)) if error.code() == CONVERSION_FAILURE => on_error.evaluate(scope),
            (outcome, _) => outcome,
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.to.dependencies(out);
        self.format
            .iter()
            .chain(&self.on_error)
            .chain(&self.on_null)
            .for_each(|operand| operand.dependencies(out));
    }
}
