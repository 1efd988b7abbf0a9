//! `$multiply`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/multiply/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$multiply",
    "Multiplies numbers.",
    (r#"{"price": 10, "quantity": 3}"#, r#"{"$multiply": ["$price", "$quantity"]}"#, "30"),
    Compile::Custom(parse),
)
.grouped(Grouping::First);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(Multiply(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct Multiply(Vec<Box<dyn Expression>>);

impl Expression for Multiply {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut product = Number::Int32(1);
        // The product as a double, used once integers overflow.
        let mut double = 1.0;
        for operand in &self.0 {
            let value = operand.evaluate(scope)?;
            let Some(number) = value.as_number() else {
                if value.is_nullish() {
                    return Ok(Value::Null);
                }
                return Err(Error::wrong_type(
                    ErrorCode::TYPE_MISMATCH,
                    "$multiply only supports numeric types, not {type}",
                    value.tag(),
                ));
            };
            double *= number.to_f64();
            product = match (product, number) {
                (Number::Decimal(_), _) | (_, Number::Decimal(_)) => product.checked_mul(number),
                (Number::Double(_), _) | (_, Number::Double(_)) => None,
                _ => product.checked_mul(number),
            }
            .unwrap_or(Number::Double(double));
        }
        Ok(product.into())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
