//! `$unsetField`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/unsetField/>.

use super::set_field::SetField;
use super::{super::prelude::*, constant_name};

pub(super) const OPERATOR: Operator = operator(
    "$unsetField",
    "A document without one of its fields.",
    (
        r#"{"a": 1, "price.usd": 45}"#,
        r#"{"$unsetField": {"field": "price.usd", "input": "$$ROOT"}}"#,
        r#"{"a": 1}"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| {
    operands
        .operator("$setField")
        .expressions(&["field", "input", "value"])
        .default("value", &Value::string("$$REMOVE"))
});

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$unsetField",
        argument,
        &["field", "input"],
        (4161100, "$unsetField only supports an object as its argument"),
        (4161101, "$unsetField found an unknown argument: {name}"),
    )?;
    named.require(&[("field", 4161102), ("input", 4161109)], &|field| {
        format!("$unsetField requires '{field}' to be specified")
    })?;
    let field = named.compile("field", context)?;
    let name = constant_name("$unsetField", named.raw("field"), field.as_ref(), 4161106, 4161107)?;
    let input = named.compile("input", context)?;
    let value = Box::new(Constant(Value::Missing));
    Ok(fold(SetField { operator: "$unsetField", name, input, value }, context))
}
