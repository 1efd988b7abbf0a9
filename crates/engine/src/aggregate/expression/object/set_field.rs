//! `$setField`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setField/>.

use super::{super::prelude::*, constant_name};

pub(super) const OPERATOR: Operator = operator(
    "$setField",
    "A document with one field set, or removed when the value is $$REMOVE.",
    (
        r#"{"a": 1}"#,
        r#"{"$setField": {"field": "price.usd", "input": "$$ROOT", "value": 45}}"#,
        r#"{"a": 1, "price.usd": 45}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["field", "input", "value"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$setField",
        argument,
        &["field", "input", "value"],
        (4161100, "$setField only supports an object as its argument"),
        (4161101, "$setField found an unknown argument: {name}"),
    )?;
    named.require(&[("field", 4161102), ("value", 4161103), ("input", 4161109)], &|field| {
        format!("$setField requires '{field}' to be specified")
    })?;
    let field = named.compile("field", context)?;
    let name = constant_name("$setField", named.raw("field"), field.as_ref(), 4161106, 4161107)?;
    if name.contains('\0') {
        // BSON names end with a null byte.
        return Err(Error::bad_value("$setField requires 'field' to contain no null byte"));
    }
    let input = named.compile("input", context)?;
    let value = named.compile("value", context)?;
    Ok(fold(SetField { operator: "$setField", name, input, value }, context))
}

/// Sets or removes one field of a document.
#[derive(Debug)]
pub(super) struct SetField {
    pub(super) operator: &'static str,
    pub(super) name: Box<str>,
    pub(super) input: Box<dyn Expression>,
    pub(super) value: Box<dyn Expression>,
}

impl Expression for SetField {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(doc) = input.as_document() else {
            return Err(Error::new(
                4161105,
                format!("{} requires 'input' to evaluate to type Object", self.operator),
            ));
        };
        let value = self.value.evaluate(scope)?;
        let mut out = DocBuilder::with_capacity(doc.as_bytes().len() + 16);
        let mut found = false;
        for element in doc {
            if element.key == self.name.as_bytes() {
                found = true;
                out.append(&self.name, &value);
            } else {
                out.append_raw_bytes(element.key, element.value);
            }
        }
        if !found {
            out.append(&self.name, &value);
        }
        Ok(Value::document(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.value.dependencies(out);
    }
}
