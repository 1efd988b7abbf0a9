//! `$bit`: <https://www.mongodb.com/docs/manual/reference/operator/update/bit/>.

use super::prelude::*;
use crate::value::Number;

pub(super) const OPERATOR: Operator = operator(
    "$bit",
    "Combines an integer bit by bit: and, or, xor.",
    (r#"{"_id": 1, "flags": 13}"#, r#"{"$bit": {"flags": {"and": 10}}}"#, r#"{"_id": 1, "flags": 8}"#),
    |argument, _| Ok(Rc::new(Bit { operations: parse(argument)? })),
);

type Operation = (fn(i64, i64) -> i64, Number);

fn parse(argument: &Element<'_>) -> Result<Vec<Operation>> {
    let Some(list) = argument.value.as_document() else {
        return Err(Error::bad_value(format!(
            "The $bit modifier is not compatible with a {}. You must pass in an embedded document: {{$bit: \
             {{field: {{and/or/xor: #}}}}",
            type_name(argument.value.tag)
        )));
    };
    let mut operations: Vec<Operation> = Vec::new();
    for element in list.iter() {
        let combine: fn(i64, i64) -> i64 = match element.name() {
            "and" => |a, b| a & b,
            "or" => |a, b| a | b,
            "xor" => |a, b| a ^ b,
            other => {
                return Err(Error::bad_value(format!(
                    "The $bit modifier only supports 'and', 'or', and 'xor', not '{other}' which is an unknown \
                     operator: {{{}}}",
                    display_argument(&element)
                )));
            }
        };
        let operand = element.value.as_number().filter(|number| number.integer().is_some());
        let operand = operand.ok_or_else(|| {
            Error::bad_value(format!(
                "The $bit modifier field must be an Integer(32/64 bit); a '{}' is not supported here: {{{}}}",
                type_name(element.value.tag),
                display_argument(&element)
            ))
        })?;
        operations.push((combine, operand));
    }
    if operations.is_empty() {
        return Err(Error::bad_value(
            "You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}",
        ));
    }
    Ok(operations)
}

#[derive(Debug)]
struct Bit {
    operations: Vec<Operation>,
}

impl Bit {
    /// Returns the result, in the widest type of the operands.
    fn apply(&self, start: Number) -> Number {
        self.operations.iter().fold(start, |value, (combine, operand)| {
            let combined = combine(value.integer().unwrap_or(0), operand.integer().unwrap_or(0));
            match (value, operand) {
                // Sign extension makes the higher bits redundant.
                (Number::Int32(_), Number::Int32(_)) => Number::Int32(combined as i32),
                _ => Number::Int64(combined),
            }
        })
    }
}

impl Modifier for Bit {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let number = value.as_number().filter(|number| number.integer().is_some());
        let Some(number) = number else {
            return Err(Error::bad_value(format!(
                "Cannot apply $bit to a value of non-integral type.{{{}}} has the field {} of non-integer type {}",
                site.id(),
                site.trail.name,
                type_name(value.tag)
            )));
        };
        let result = self.apply(number);
        let same = result.tag() == number.tag() && result.integer() == number.integer();
        Ok(if same { Change::None } else { Change::Value(result.into()) })
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(self.apply(Number::Int32(0)).into()))
    }
}
