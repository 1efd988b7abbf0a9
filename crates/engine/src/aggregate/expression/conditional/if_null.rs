//! `$ifNull`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ifNull/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$ifNull",
    "The first operand that is neither null nor missing, else the last operand.",
    (r#"{"a": null}"#, r#"{"$ifNull": ["$a", "$b", "none"]}"#, r#""none""#),
    Compile::Custom(parse),
);

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
