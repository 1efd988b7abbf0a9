//! `$concatArrays`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/concatArrays/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$concatArrays",
    "One array of the elements of several arrays.",
    (r#"{"a": [1, 2], "b": [3]}"#, r#"{"$concatArrays": ["$a", "$b"]}"#, "[1, 2, 3]"),
    Compile::Custom(parse),
)
.grouped(Grouping::Neighbours);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(ConcatArrays(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct ConcatArrays(Vec<Box<dyn Expression>>);

impl Expression for ConcatArrays {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut out = ArrayBuilder::new();
        for operand in &self.0 {
            let value = operand.evaluate(scope)?;
            let Some(array) = value.as_array() else {
                if value.is_nullish() {
                    return Ok(Value::Null);
                }
                return Err(Error::wrong_type(
                    28664,
                    "$concatArrays only supports arrays, not {type}",
                    value.tag(),
                ));
            };
            for item in array.values() {
                out.push_raw(item);
            }
            check_size(out.byte_len())?;
        }
        Ok(Value::array(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
