//! `$function`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/function/>.

use super::super::prelude::*;
use crate::aggregate::script;

pub(super) const OPERATOR: Operator = operator(
    "$function",
    "The value that a JavaScript function gives.",
    (
        r#"{"a": 1}"#,
        r#"{"$cond": [{"$eq": ["$a", 1]}, "plain", {"$function": {"body": "function(a) { return a; }", "args": ["$a"], "lang": "js"}}]}"#,
        r#""plain""#,
    ),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let arguments = Arguments::check(
        "$function",
        argument,
        &[("body", false), ("args", false), ("lang", false)],
        (4660800, "$function requires an object as an argument, found: {type}"),
        (4660801, "$function found an unknown argument: {name}"),
        (4660802, ""),
    )?;
    for (field, code) in [("body", 4660802), ("args", 4660803), ("lang", 4660804)] {
        if arguments.raw(field).is_none() {
            return Err(Error::new(code, format!("The '{field}' field must be specified in $function.")));
        }
    }
    if arguments.raw("lang").and_then(RawValue::as_str) != Some("js") {
        return Err(Error::new(4660805, "Currently the only supported language specifier is 'js'."));
    }
    let body = script::source(arguments.raw("body").unwrap_or(RawValue::NULL), "The body function", 4660806)?;
    let args = compile_operands(arguments.raw("args").unwrap_or(RawValue::NULL), context)?;
    Ok(Box::new(Function { body, args }))
}

#[derive(Debug)]
struct Function {
    body: String,
    args: Vec<Box<dyn Expression>>,
}

impl Expression for Function {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let args = self.args.iter().map(|arg| arg.evaluate(scope)).collect::<Result<Vec<_>>>()?;
        script::call(scope.environment, &self.body, &args)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
        self.args.iter().for_each(|arg| arg.dependencies(out));
    }
}
