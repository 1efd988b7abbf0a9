//! `$concat`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/concat/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$concat",
    "Joins strings.",
    (r#"{"first": "Ann", "last": "Lee"}"#, r#"{"$concat": ["$first", " ", "$last"]}"#, r#""Ann Lee""#),
    Compile::Custom(parse),
)
.grouped(Grouping::Neighbours);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(Concat(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct Concat(Vec<Box<dyn Expression>>);

impl Expression for Concat {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut out = String::new();
        for operand in &self.0 {
            match operand.evaluate(scope)? {
                value if value.is_nullish() => return Ok(Value::Null),
                Value::String(text) => {
                    check_size(out.len() + text.len())?;
                    out.push_str(&text);
                }
                other => {
                    return Err(Error::wrong_type(
                        16702,
                        "$concat only supports strings, not {type}",
                        other.tag(),
                    ));
                }
            }
        }
        Ok(Value::string(out))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
