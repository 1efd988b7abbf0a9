//! `$log`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/log/>.

use super::{super::prelude::*, display_double};

pub(super) const OPERATOR: Operator = operator(
    "$log",
    "The logarithm of a number to the given base.",
    ("{}", r#"{"$log": [100, 10]}"#, "2.0"),
    Compile::Binary(apply),
);

fn apply<'a>(argument: Value<'a>, base: Value<'a>) -> Result<Value<'a>> {
    if argument.is_nullish() || base.is_nullish() {
        return Ok(Value::Null);
    }
    let numeric = |code, what: &str, value: &Value<'_>| {
        value.as_number().ok_or_else(|| {
            Error::new(code, format!("$log's {what} must be numeric, not {}", type_name(value.tag())))
        })
    };
    let n = numeric(28756, "argument", &argument)?;
    let b = numeric(28757, "base", &base)?;
    if n.compare(Number::Int32(0)).is_le() && !n.is_nan() {
        return Err(Error::new(
            28758,
            format!("$log's argument must be a positive number, but is {}", display_double(n)),
        ));
    }
    let bad_base = b.compare(Number::Int32(0)).is_le() || b.compare(Number::Int32(1)).is_eq();
    if bad_base && !b.is_nan() {
        return Err(Error::new(
            28759,
            format!("$log's base must be a positive number not equal to 1, but is {}", display_double(b)),
        ));
    }
    let ln = |number: Number| evaluate(Function::Ln, number);
    Ok(match (n, b) {
        (Number::Decimal(_), _) | (_, Number::Decimal(_)) => {
            let (n, b) = (Number::Decimal(n.to_decimal()), Number::Decimal(b.to_decimal()));
            match b.to_i64_exact() {
                Some(2) => evaluate(Function::Log2, n).into(),
                Some(10) => evaluate(Function::Log10, n).into(),
                _ => Value::Decimal(ln(n).to_decimal() / ln(b).to_decimal()),
            }
        }
        _ => Value::Double(ln(n).to_f64() / ln(b).to_f64()),
    })
}
