//! `$or`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/or/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$or",
    "True when at least one operand is true.",
    (r#"{"qty": 300}"#, r#"{"$or": [{"$gt": ["$qty", 250]}, {"$lt": ["$qty", 200]}]}"#, "true"),
    Compile::Custom(parse),
)
.decided_by(true);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(Or(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct Or(Vec<Box<dyn Expression>>);

impl Or {
    fn any<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<bool> {
        for operand in &self.0 {
            if operand.truthy(scope)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Expression for Or {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        self.any(scope).map(Value::Bool)
    }

    fn evaluate_bool<'a>(&'a self, scope: &Scope<'_, 'a>) -> Option<Result<bool>> {
        Some(self.any(scope))
    }

    fn alternatives(&self) -> &[Box<dyn Expression>] {
        &self.0
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
