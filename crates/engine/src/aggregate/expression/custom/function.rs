//! `$function`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/function/>.

use super::super::prelude::*;
use crate::aggregate::script;

pub(super) const OPERATOR: Operator = operator(
    "$function",
    "The result of a JavaScript function.",
    (
        r#"{"a": 1}"#,
        r#"{"$cond": [{"$eq": ["$a", 1]}, "plain", {"$function": {"body": "function(a) { return a; }", "args": ["$a"], "lang": "js"}}]}"#,
        r#""plain""#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.settings(&["body"]).expressions(&["args"]).settings(&["lang"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    if context.in_validator {
        return Err(Error::new(4660800, "$function cannot be used inside a validator."));
    }
    let doc = expect_document(argument, 31260, "$function requires an object as an argument, found: {type}")?;
    let required = |field: &str, code| {
        doc.get(field).ok_or_else(|| Error::new(code, format!("The {field} field must be specified.")))
    };
    let Some(body) = doc.get("body") else {
        return Err(Error::new(31261, "The body function must be specified."));
    };
    let body = compile_partial(body, context)?;
    let body = match body.constant() {
        None => return Err(Error::new(31432, "The body function must be a constant expression")),
        Some(Value::String(text) | Value::Code(text)) => text.clone().into_owned(),
        Some(_) => {
            return Err(Error::new(31262, "The body function must evaluate to type string or code"));
        }
    };
    let args = compile_partial(required("args", 31263)?, context)?;
    if required("lang", 31418)?.as_str() != Some("js") {
        return Err(Error::new(31419, "Currently the only supported language specifier is 'js'."));
    }
    Ok(Box::new(Function { body, args }))
}

#[derive(Debug)]
struct Function {
    body: String,
    args: Box<dyn Expression>,
}

impl Expression for Function {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let args = self.args.evaluate(scope)?;
        let Some(args) = args.as_array() else {
            return Err(Error::new(31266, "The args field must be of type array"));
        };
        let args: Vec<_> = args.values().map(Value::from).collect();
        script::call(scope.environment, &self.body, &args)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
        self.args.dependencies(out);
    }
}
