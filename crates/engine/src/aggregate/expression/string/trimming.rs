//! The implementation of `$trim`, `$ltrim` and `$rtrim`.

use super::super::node::Variadic;
use super::super::prelude::*;

/// The ends to trim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Both ends.
    Both,
    /// The beginning.
    Left,
    /// The end.
    Right,
}

/// Compiles the operator with this name.
pub(super) fn parse(
    name: &'static str,
    apply: for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        name,
        argument,
        &["input", "chars"],
        (50696, "{op} only supports an object as an argument, found {type}"),
        (50694, "{op} found an unknown argument: {name}"),
    )?;
    named.require(&[("input", 50695)], &|field| format!("{name} requires an '{field}' field"))?;
    // Absent `chars` are white space; `chars` that evaluate to missing are null.
    let mut operands = vec![named.compile("input", context)?];
    operands.extend(named.compile_optional("chars", context)?);
    Ok(fold(Variadic { name, apply, operands }, context))
}

/// Whether a character is null or in the manual's list of white space.
fn is_white(c: char) -> bool {
    matches!(c, '\0' | '\t'..='\r' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}')
}

/// Trims `chars` from `input`.
pub(super) fn trim<'a>(name: &str, ends: Ends, values: &[Value<'a>]) -> Result<Value<'a>> {
    let [input, chars @ ..] = values else {
        return Ok(Value::Null);
    };
    if input.is_nullish() {
        return Ok(Value::Null);
    }
    let wrong = |code, what: &str, value: &Value<'_>| {
        Error::new(
            code,
            format!(
                "{name} requires {what} to be a string, got {} (of type {}) instead.",
                shown(value),
                type_name(value.tag())
            ),
        )
    };
    let text = input.as_str().ok_or_else(|| wrong(50699, "its input", input))?;
    let set = match chars.first() {
        None => None,
        Some(value) if value.is_nullish() => return Ok(Value::Null),
        Some(value) => Some(value.as_str().ok_or_else(|| wrong(50700, "'chars'", value))?),
    };
    let unwanted = |c: char| set.map_or_else(|| is_white(c), |set| set.contains(c));
    let mut out = text;
    if ends != Ends::Right {
        out = out.trim_start_matches(unwanted);
    }
    if ends != Ends::Left {
        out = out.trim_end_matches(unwanted);
    }
    Ok(Value::string(out.to_owned()))
}
