//! `$mod`: <https://www.mongodb.com/docs/manual/reference/operator/query/mod/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$mod",
    Place::Field,
    "Matches numbers that leave the given remainder when divided by the divisor.",
    (r#"{"qty": 12}"#, r#"{"qty": {"$mod": [4, 0]}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let Some(array) = argument.value.as_array() else {
        return Err(Error::bad_value("malformed mod, needs to be an array"));
    };
    let mut values = array.values();
    let (Some(divisor), Some(remainder)) = (values.next(), values.next()) else {
        return Err(Error::bad_value("malformed mod, not enough elements"));
    };
    if values.next().is_some() {
        return Err(Error::bad_value("malformed mod, too many elements"));
    }
    let divisor = coerce(divisor, "divisor")?;
    let remainder = coerce(remainder, "remainder")?;
    if divisor == 0 {
        return Err(Error::bad_value("divisor cannot be 0"));
    }
    Ok(argument.leaf(Modulo { divisor, remainder }))
}

fn coerce(value: RawValue<'_>, which: &str) -> Result<i64> {
    let number =
        value.as_number().ok_or_else(|| Error::bad_value(format!("malformed mod, {which} not a number")))?;
    truncate(number).ok_or_else(|| {
        let why = if number.is_finite() {
            "Out of bounds coercing to integral value"
        } else {
            "Unable to coerce NaN/Inf to integral type"
        };
        Error::bad_value(format!("malformed mod, {which} value is invalid :: caused by :: {why}"))
    })
}

/// Truncates a number to an integer; `None` outside 64 bits.
fn truncate(number: Number) -> Option<i64> {
    match number {
        Number::Double(value) => crate::value::f64_to_i64_exact(value.trunc()),
        Number::Decimal(value) => value.truncate_to_i128().and_then(|n| i64::try_from(n).ok()),
        other => other.integer(),
    }
}

#[derive(Debug)]
struct Modulo {
    divisor: i64,
    remainder: i64,
}

impl ValuePredicate for Modulo {
    fn matches(&self, value: RawValue<'_>) -> bool {
        let number = value.as_number().and_then(truncate);
        number.is_some_and(|number| number.wrapping_rem(self.divisor) == self.remainder)
    }

    fn may_match_whole_array(&self) -> bool {
        false
    }

    fn bounds(&self) -> Option<Bounds> {
        let mut bounds = Bounds::inexact(vec![Interval::of_type(tag::DOUBLE)?]);
        bounds.key_decides = true;
        Some(bounds)
    }

    fn reason(&self) -> &'static str {
        "$mod did not evaluate to expected remainder"
    }

    fn inverse_reason(&self) -> &'static str {
        "$mod did evaluate to expected remainder"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.array("$mod", |array| {
            array.push(&Value::from(Number::from_i64_narrow(self.divisor)));
            array.push(&Value::from(Number::from_i64_narrow(self.remainder)));
        });
    }
}
