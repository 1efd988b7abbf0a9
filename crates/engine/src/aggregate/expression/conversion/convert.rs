//! `$convert`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/>.

use super::super::prelude::*;
use super::cast::{CONVERSION_FAILURE, cast};
use crate::value::TYPE_NAMES;

pub(super) const OPERATOR: Operator = operator(
    "$convert",
    "A value converted to a type.",
    (r#"{"a": "17"}"#, r#"{"$convert": {"input": "$a", "to": "int", "onError": 0}}"#, "17"),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let fields = [("input", false), ("to", false), ("onError", false), ("onNull", false), ("format", false)];
    let arguments = Arguments::check(
        "$convert",
        argument,
        &fields,
        (ErrorCode::FAILED_TO_PARSE, "$convert expects an object of named arguments but found: {type}"),
        (ErrorCode::FAILED_TO_PARSE, "$convert found an unknown argument: {name}"),
        (ErrorCode::FAILED_TO_PARSE, ""),
    )?;
    for field in ["input", "to"] {
        if arguments.raw(field).is_none() {
            return Err(Error::failed_to_parse(format!("Missing '{field}' parameter to $convert")));
        }
    }
    if arguments.raw("format").is_some() {
        return Err(Error::not_supported("The format of $convert"));
    }
    let convert = Convert {
        input: arguments.compile("input", context)?,
        to: arguments.compile("to", context)?,
        on_error: arguments.compile_optional("onError", context)?,
        on_null: arguments.compile_optional("onNull", context)?,
    };
    if let Some(to) = convert.to.constant().filter(|to| !to.is_nullish()) {
        target(to)?;
    }
    Ok(fold(convert, context))
}

/// The type that `to` names.
fn target(to: &Value<'_>) -> Result<u8> {
    if let Some(name) = to.as_str() {
        let found = TYPE_NAMES.iter().find(|(.., known)| *known == name);
        return found
            .map(|(tag, ..)| *tag)
            .ok_or_else(|| Error::bad_value(format!("Unknown type name: {name}")));
    }
    let Some(number) = to.as_number() else {
        return Err(Error::failed_to_parse(format!(
            "$convert's 'to' argument must be a string or number, but is {}",
            type_name(to.tag())
        )));
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
    on_error: Option<Box<dyn Expression>>,
    on_null: Option<Box<dyn Expression>>,
}

impl Expression for Convert {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let to = self.to.evaluate(scope)?;
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return self.on_null.as_ref().map_or(Ok(Value::Null), |value| value.evaluate(scope));
        }
        if to.is_nullish() {
            return Ok(Value::Null);
        }
        match (cast(input, target(&to)?), &self.on_error) {
            (Err(error), Some(on_error)) if error.code() == CONVERSION_FAILURE => on_error.evaluate(scope),
            (outcome, _) => outcome,
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.to.dependencies(out);
        self.on_error.iter().chain(&self.on_null).for_each(|operand| operand.dependencies(out));
    }
}
