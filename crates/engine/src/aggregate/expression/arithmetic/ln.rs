//! `$ln`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ln/>.

use super::{super::prelude::*, display_double, number};

pub(super) const OPERATOR: Operator = operator(
    "$ln",
    "The natural logarithm of a number.",
    ("{}", r#"{"$ln": 1}"#, "0.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(n) = number("$ln", &value)? else {
        return Ok(Value::Null);
    };
    // NaN passes, since its logarithm is NaN.
    if n.compare(Number::Int32(0)).is_le() && !n.is_nan() {
        return Err(Error::new(
            28766,
            format!("$ln's argument must be a positive number, but is {}", display_double(n)),
        ));
    }
    Ok(evaluate(Function::Ln, n).into())
}
