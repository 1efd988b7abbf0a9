//! The implementation of `$replaceOne` and `$replaceAll`.

use super::super::prelude::*;

/// Compiles the operator with this name.
pub(super) fn parse(
    name: &'static str,
    all: bool,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let fields = ["input", "find", "replacement"];
    let named = NamedOperands::check(
        name,
        argument,
        &fields,
        (51751, "{op} requires an object as an argument, found: {type}"),
        (51750, "{op} found an unknown argument: {name}"),
    )?;
    let required = [("input", 51749), ("find", 51748), ("replacement", 51747)];
    named.require(&required, &|field| format!("{name} requires '{field}' to be specified"))?;
    let replace = Replace {
        name,
        all,
        input: named.compile("input", context)?,
        find: named.compile("find", context)?,
        replacement: named.compile("replacement", context)?,
    };
    Ok(fold(replace, context))
}

#[derive(Debug)]
struct Replace {
    name: &'static str,
    all: bool,
    input: Box<dyn Expression>,
    find: Box<dyn Expression>,
    replacement: Box<dyn Expression>,
}

impl Expression for Replace {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        let find = self.find.evaluate(scope)?;
        let replacement = self.replacement.evaluate(scope)?;
        let all = [(&input, "input", 51746), (&find, "find", 51745), (&replacement, "replacement", 51744)];
        for (value, field, code) in all {
            if !value.is_nullish() && value.as_str().is_none() {
                return Err(Error::new(
                    code,
                    format!("{} requires that '{field}' be a string, found: {}", self.name, shown(value)),
                ));
            }
        }
        match (input.as_str(), find.as_str(), replacement.as_str()) {
            (Some(input), Some(find), Some(replacement)) if self.all => {
                let found = input.matches(find).count();
                check_size(input.len().saturating_add(found.saturating_mul(replacement.len())))?;
                Ok(Value::string(input.replace(find, replacement)))
            }
            (Some(input), Some(find), Some(replacement)) => {
                Ok(Value::string(input.replacen(find, replacement, 1)))
            }
            _ => Ok(Value::Null),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.find.dependencies(out);
        self.replacement.dependencies(out);
    }
}
