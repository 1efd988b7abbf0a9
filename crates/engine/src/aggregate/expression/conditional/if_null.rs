//! `$ifNull`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ifNull/>.

use super::super::prelude::*;
use crate::aggregate::expression::explained;

pub(super) const OPERATOR: Operator = operator(
    "$ifNull",
    "The first operand that is neither null nor missing, else the last operand.",
    (r#"{"a": null}"#, r#"{"$ifNull": ["$a", "$b", "none"]}"#, r#""none""#),
    Compile::Custom(parse),
)
.simplified(first_known);

/// Drops constant null operands, except the last, and all operands after a constant that isn't null.
fn first_known(argument: RawValue<'_>) -> Option<Value<'static>> {
    let mut left = Vec::new();
    let mut rest = argument.as_array()?.values().peekable();
    while let Some(operand) = rest.next() {
        let known = explained::constant(operand).map(|value| value.is_nullish());
        if known != Some(true) || rest.peek().is_none() {
            left.push(operand.into());
        }
        if known == Some(false) {
            break;
        }
    }
    if left.len() == 1 {
        return left.pop().map(Value::into_owned);
    }
    Some(explained::applied("$ifNull", &explained::list(&left)))
}

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let operands = compile_operands(argument, context)?;
    if operands.len() < 2 {
        return Err(Error::new(
            1257300,
            format!("$ifNull needs at least two arguments, had: {}", operands.len()),
        ));
    }
    Ok(fold(IfNull(operands), context))
}

#[derive(Debug)]
struct IfNull(Vec<Box<dyn Expression>>);

impl Expression for IfNull {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut value = Value::Missing;
        for operand in &self.0 {
            value = operand.evaluate(scope)?;
            if !value.is_nullish() {
                break;
            }
        }
        Ok(value)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
