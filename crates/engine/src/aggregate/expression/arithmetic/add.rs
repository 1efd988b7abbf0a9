//! `$add`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/add/>.

use super::super::prelude::*;
use crate::aggregate::total::Total;

pub(super) const OPERATOR: Operator = operator(
    "$add",
    "Adds numbers, or numbers of milliseconds to a date.",
    (r#"{"price": 10, "fee": 2.5}"#, r#"{"$add": ["$price", "$fee"]}"#, "12.5"),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(Add(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct Add(Vec<Box<dyn Expression>>);

impl Expression for Add {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut total = Total::default();
        let mut date = None;
        for operand in &self.0 {
            match operand.evaluate(scope)? {
                value if value.is_nullish() => return Ok(Value::Null),
                Value::Date(millis) => {
                    if date.replace(millis).is_some() {
                        return Err(Error::new(16612, "only one date allowed in an $add expression"));
                    }
                }
                value => match value.as_number() {
                    Some(number) => total.add(number),
                    None => {
                        return Err(Error::type_mismatch(format!(
                            "$add only supports numeric or date types, not {}",
                            type_name(value.tag())
                        )));
                    }
                },
            }
        }
        match date {
            None => Ok(total.value().into()),
            Some(millis) => add_to_date(millis, total.value()),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}

/// A date moved by a number of milliseconds, which is rounded to a whole one.
fn add_to_date(millis: i64, number: Number) -> Result<Value<'static>> {
    let overflow = || Error::new(ErrorCode::OVERFLOW, "date overflow in $add");
    let offset = match number {
        Number::Int32(n) => i64::from(n),
        Number::Int64(n) => n,
        Number::Double(n) => rounded(n.round()).ok_or_else(overflow)?,
        Number::Decimal(n) => n
            .round_to_integral(decmathlib_rs::d128::RoundingMode::NearestEven)
            .to_i64_exact()
            .ok_or_else(overflow)?,
    };
    millis.checked_add(offset).map(Value::Date).ok_or_else(overflow)
}

fn rounded(value: f64) -> Option<i64> {
    crate::value::f64_to_i64_exact(value)
}
