//! The implementation of `$regexMatch`, `$regexFind` and `$regexFindAll`.

use super::super::prelude::*;
use crate::regex::{Captures, Regex};

/// Computes an operator's result from pattern and text.
pub(super) type Answer = fn(&Regex, Option<&str>) -> Result<Value<'static>>;

/// Compiles the operator with this name.
pub(super) fn parse(
    name: &'static str,
    answer: Answer,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        name,
        argument,
        &["input", "regex", "options"],
        (51103, "{op} expects an object of named arguments but found: {type}"),
        (31024, "{op} found an unknown argument: {name}"),
    )?;
    named.require(&[("input", 31022), ("regex", 31023)], &|field| {
        format!("{name} requires '{field}' parameter")
    })?;
    let input = named.compile("input", context)?;
    let pattern = named.compile("regex", context)?;
    let options = named.compile_optional("options", context)?;
    let known = match (pattern.constant(), options.as_ref().map(|options| options.constant())) {
        (Some(pattern), None) => Some(build(name, pattern, None)),
        (Some(pattern), Some(Some(options))) => Some(build(name, pattern, Some(options))),
        _ => None,
    };
    let known = match known.transpose() {
        Ok(known) => known,
        Err(error) => return Ok(failing(error)),
    };
    Ok(fold(Search { name, answer, input, pattern, options, known }, context))
}

struct Search {
    name: &'static str,
    answer: Answer,
    input: Box<dyn Expression>,
    pattern: Box<dyn Expression>,
    options: Option<Box<dyn Expression>>,
    /// The compiled pattern if it is constant; the inner `None` when it is null.
    known: Option<Option<Regex>>,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple(self.name).field(&self.input).field(&self.pattern).finish()
    }
}

/// Compiles a pattern; `None` when it is null.
fn build(name: &str, pattern: &Value<'_>, options: Option<&Value<'_>>) -> Result<Option<Regex>> {
    let options = match options {
        None | Some(Value::Missing | Value::Null | Value::Undefined) => None,
        Some(value) => Some(
            value
                .as_str()
                .ok_or_else(|| Error::new(51106, format!("{name} needs 'options' to be of type string")))?,
        ),
    };
    let (pattern, flags) = match pattern {
        value if value.is_nullish() => return Ok(None),
        Value::String(pattern) => (pattern, options.unwrap_or("")),
        Value::Regex { pattern, options: own } => {
            if !own.is_empty() && options.is_some() {
                return Err(Error::new(
                    51107,
                    format!("{name}: found regex option(s) specified in both 'regex' and 'option' fields"),
                ));
            }
            (pattern, options.unwrap_or(own))
        }
        _ => {
            return Err(Error::new(51105, format!("{name} needs 'regex' to be of type string or regex")));
        }
    };
    for (code, what, text) in [(51109, "", &**pattern), (51110, " options", flags)] {
        if text.contains('\0') {
            let why = format!("{name}: regular expression{what} cannot contain an embedded null byte");
            return Err(Error::new(code, why));
        }
    }
    Regex::capturing(pattern, flags).map(Some).map_err(|error| match error.code() {
        51108 => error.context(&format!("{name} ")),
        _ => {
            let why = error.message().trim_start_matches("Regular expression is invalid: ").to_owned();
            Error::new(51111, format!("Invalid Regex in {name}: {why}"))
        }
    })
}

impl Expression for Search {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if !input.is_nullish() && input.as_str().is_none() {
            return Err(Error::new(51104, format!("{} needs 'input' to be of type string", self.name)));
        }
        let built;
        let regex = match &self.known {
            Some(known) => known.as_ref(),
            None => {
                let pattern = self.pattern.evaluate(scope)?;
                let options = self.options.as_ref().map(|options| options.evaluate(scope)).transpose()?;
                built = build(self.name, &pattern, options.as_ref())?;
                built.as_ref()
            }
        };
        match regex {
            Some(regex) => (self.answer)(regex, input.as_str()),
            // A null pattern never matches.
            None => (self.answer)(&Regex::new("", "")?, None),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.pattern.dependencies(out);
        self.options.iter().for_each(|options| options.dependencies(out));
    }
}

/// Returns a match as `{ match, idx, captures }`.
pub(super) fn describe(text: &str, captures: &Captures) -> Vec<u8> {
    let mut out = DocBuilder::new();
    let part = |range: &std::ops::Range<usize>| text.get(range.clone()).unwrap_or_default();
    let whole = captures.first().and_then(Option::as_ref);
    let start = whole.map_or(0, |range| range.start);
    out.append_str("match", whole.map(part).unwrap_or_default());
    let position = text.get(..start).map_or(0, |before| before.chars().count());
    out.append_i32("idx", i32::try_from(position).unwrap_or(i32::MAX));
    out.array("captures", |groups| {
        for group in captures.iter().skip(1) {
            match group {
                Some(range) => groups.push_str(part(range)),
                None => groups.push(&Value::Null),
            };
        }
    });
    out.finish()
}
