//! `$log10`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/log10/>.

use super::{super::prelude::*, display_double, number};

pub(super) const OPERATOR: Operator = operator(
    "$log10",
    "The logarithm of a number to base 10.",
    ("{}", r#"{"$log10": 1000}"#, "3.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(n) = number("$log10", &value)? else {
        return Ok(Value::Null);
    };
    if n.compare(Number::Int32(0)).is_le() && !n.is_nan() {
        return Err(Error::new(
            28761,
            format!("$log10's argument must be a positive number, but is {}", display_double(n)),
        ));
    }
    Ok(evaluate(Function::Log10, n).into())
}
