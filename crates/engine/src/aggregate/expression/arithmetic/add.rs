//! `$add`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/add/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$add",
    "Adds numbers, or numbers of milliseconds to a date.",
    (r#"{"price": 10, "fee": 2.5}"#, r#"{"$add": ["$price", "$fee"]}"#, "12.5"),
    Compile::Custom(parse),
)
.grouped(Grouping::First);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(Add(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct Add(Vec<Box<dyn Expression>>);

impl Expression for Add {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        // From left to right; unlike `$sum`, without compensation for rounding errors.
        let mut sum = Number::Int64(0);
        let (mut date, mut narrow) = (false, true);
        for operand in &self.0 {
            let value = operand.evaluate(scope)?;
            let number = match value {
                Value::Date(millis) => {
                    if date {
                        return Err(Error::new(16612, "only one date allowed in an $add expression"));
                    }
                    date = true;
                    sum = Number::Int64(whole_millis(sum).ok_or_else(overflow)?);
                    Number::Int64(millis)
                }
                _ => match value.as_number() {
                    Some(number) => {
                        narrow = narrow && matches!(number, Number::Int32(_));
                        number
                    }
                    None if value.is_nullish() => return Ok(Value::Null),
                    None => {
                        return Err(Error::wrong_type(
                            ErrorCode::TYPE_MISMATCH,
                            "$add only supports numeric or date types, not {type}",
                            value.tag(),
                        ));
                    }
                },
            };
            // Each operand added to a date is rounded separately.
            if date {
                let moved = whole_millis(number).and_then(|n| n.checked_add(sum.integer()?));
                sum = Number::Int64(moved.ok_or_else(overflow)?);
                continue;
            }
            // A sum that overflows 64 bits continues as a double.
            sum = sum.checked_add(number).unwrap_or_else(|| Number::Double(sum.to_f64() + number.to_f64()));
        }
        match sum {
            Number::Int64(n) if date => Ok(Value::Date(n)),
            Number::Int64(n) if narrow => Ok(Number::from_i64_narrow(n).into()),
            sum => Ok(sum.into()),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}

fn overflow() -> Error {
    Error::new(ErrorCode::OVERFLOW, "date overflow in $add")
}

/// Rounds a number to whole milliseconds, to be added to a date.
pub(super) fn whole_millis(number: Number) -> Option<i64> {
    match number {
        Number::Double(n) => crate::value::f64_to_i64_exact(n.round()),
        Number::Decimal(n) => n.round_to_integral(crate::value::RoundingMode::NearestEven).to_i64_exact(),
        integer => integer.integer(),
    }
}
