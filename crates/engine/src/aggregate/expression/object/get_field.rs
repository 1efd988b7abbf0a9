//! `$getField`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/getField/>.

use super::super::prelude::*;
use std::borrow::Cow;

pub(super) const OPERATOR: Operator = operator(
    "$getField",
    "The value of a field whose name may contain dots or begin with a dollar sign.",
    (r#"{"price.usd": 45}"#, r#"{"$getField": "price.usd"}"#, "45"),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["field", "input"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = argument.as_document().filter(|doc| doc.operator().is_none());
    let (field, input) = match named {
        None => (compile_partial(argument, context)?, None),
        Some(doc) => {
            for element in doc {
                if !matches!(element.name(), "field" | "input") {
                    return Err(Error::new(
                        3041701,
                        format!("$getField found an unknown argument: {}", element.name()),
                    ));
                }
            }
            let Some(field) = doc.get("field") else {
                return Err(Error::new(3041702, "$getField requires 'field' to be specified"));
            };
            let Some(input) = doc.get("input") else {
                return Err(Error::new(3041703, "$getField requires 'input' to be specified"));
            };
            (compile_partial(field, context)?, Some(compile_partial(input, context)?))
        }
    };
    // Not folded: the server reports errors of constants only for the first document.
    Ok(Box::new(GetField { field, input }))
}

#[derive(Debug)]
struct GetField {
    field: Box<dyn Expression>,
    /// The document to read; `None` for the current one.
    input: Option<Box<dyn Expression>>,
}

impl Expression for GetField {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let field = self.field.evaluate(scope)?;
        let Some(name) = field.as_str() else {
            return Err(Error::wrong_type(
                3041704,
                "$getField requires 'field' to evaluate to type String, but got {type}",
                field.tag(),
            ));
        };
        let input = match &self.input {
            None => Value::Document(Cow::Borrowed(scope.root.as_bytes())),
            Some(input) => input.evaluate(scope)?,
        };
        Ok(match input {
            Value::Document(Cow::Borrowed(bytes)) => {
                RawDoc::new(bytes).get(name).map_or(Value::Missing, Value::from)
            }
            Value::Document(Cow::Owned(bytes)) => {
                RawDoc::new(&bytes).get(name).map_or(Value::Missing, |raw| Value::from(raw).into_owned())
            }
            other if other.is_nullish() => Value::Null,
            _ => Value::Missing,
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.field.dependencies(out);
        match (&self.input, self.field.constant().and_then(Value::as_str)) {
            (Some(input), _) => input.dependencies(out),
            // A name without dots is an ordinary path.
            (None, Some(name)) if !name.contains('.') => out.fields.push(name.to_owned()),
            (None, _) => out.whole_document = true,
        }
    }
}
