//! What `$trim`, `$ltrim` and `$rtrim` share.

use super::super::node::Variadic;
use super::super::prelude::*;

/// Which ends are trimmed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Both.
    Both,
    /// Only the beginning.
    Left,
    /// Only the end.
    Right,
}

/// Compiles one of the three.
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
    // Characters that are not given are white space; those of a missing field are null.
    let mut operands = vec![named.compile("input", context)?];
    operands.extend(named.compile_optional("chars", context)?);
    Ok(fold(Variadic { name, apply, operands }, context))
}

/// Null characters and the white space that the manual lists.
fn is_white(c: char) -> bool {
    matches!(c, '\0' | '\t'..='\r' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}')
}

/// Trims `input` of `chars`.
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
