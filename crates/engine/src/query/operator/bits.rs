//! The bitwise operators: <https://www.mongodb.com/docs/manual/reference/operator/query-bitwise/>.

use super::prelude::*;
use crate::value::natural_number;

/// The required values of the bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test {
    AllSet,
    AllClear,
    AnySet,
    AnyClear,
}

/// A test of bit positions in numbers and binary data. Negative numbers are sign-extended.
#[derive(Debug)]
struct Bits {
    name: &'static str,
    test: Test,
    positions: Vec<u32>,
}

/// Compiles a bitwise operator. The argument is a number, binary data or an array of positions.
///
/// # Errors
/// `BadValue` or `FailedToParse` for other arguments.
pub(super) fn parse(argument: &Argument<'_>, name: &'static str, test: Test) -> Result<Node> {
    let positions = match argument.value.tag {
        tag::ARRAY => {
            let array = argument.value.as_array().unwrap_or(RawDoc::empty());
            array.values().enumerate().map(position).collect::<Result<Vec<u32>>>()?
        }
        tag::BINARY => match Value::from(argument.value) {
            Value::Binary { bytes, .. } => (0..bytes.len() as u32 * 8)
                .filter(|bit| bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 1)
                .collect(),
            _ => Vec::new(),
        },
        _ => {
            let shown = || format!("{name}: {}", display_value(argument.value.view()));
            if argument.value.as_number().is_none() {
                let path = argument.path_text();
                return Err(Error::bad_value(format!(
                    "{path} takes an Array, a number, or a BinData but received: {}",
                    shown()
                )));
            }
            let mask = natural_number(argument.value, &shown()).map_err(Error::failed_to_parse)?;
            (0..63).filter(|bit| mask >> bit & 1 == 1).collect()
        }
    };
    let mut positions = positions;
    crate::value::sort(&mut positions);
    positions.dedup();
    Ok(argument.leaf(Bits { name, test, positions }))
}

/// Parses an element of a list of positions.
fn position((index, value): (usize, RawValue<'_>)) -> Result<u32> {
    let wrong = |what: &str| {
        Error::bad_value(format!("bit positions {what}: {index}: {}", display_value(value.view())))
    };
    let number = value.as_number().ok_or_else(|| wrong("must be an integer but got"))?;
    if number.is_nan() {
        return Err(wrong("cannot take a NaN"));
    }
    if number.to_f64().abs() > f64::from(i32::MAX) {
        return Err(wrong("cannot be represented as a 32-bit signed integer"));
    }
    let integer = number.to_i64_exact().ok_or_else(|| wrong("must be an integer but got"))?;
    u32::try_from(integer).map_err(|_| wrong("must be >= 0 but got"))
}

impl Bits {
    fn decide(&self, is_set: impl Fn(u32) -> bool) -> bool {
        let mut positions = self.positions.iter().copied();
        match self.test {
            Test::AllSet => positions.all(is_set),
            Test::AllClear => positions.all(|bit| !is_set(bit)),
            Test::AnySet => positions.any(is_set),
            Test::AnyClear => positions.any(|bit| !is_set(bit)),
        }
    }
}

impl ValuePredicate for Bits {
    fn matches(&self, value: RawValue<'_>) -> bool {
        if let Some(number) = value.as_number() {
            return match number.to_i64_exact() {
                Some(integer) => self.decide(|bit| integer >> bit.min(63) & 1 == 1),
                None => false,
            };
        }
        match Value::from(value) {
            Value::Binary { bytes, .. } => self
                .decide(|bit| bytes.get((bit / 8) as usize).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)),
            _ => false,
        }
    }

    fn reason(&self) -> &'static str {
        "bitwise operator failed to match"
    }

    fn inverse_reason(&self) -> &'static str {
        "bitwise operator matched successfully"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.array(self.name, |array| {
            for bit in &self.positions {
                array.push(&Value::Int32(*bit as i32));
            }
        });
    }
}
