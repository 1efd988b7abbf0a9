//! `$and`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/and/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$and",
    "True when every operand is true.",
    (r#"{"qty": 150}"#, r#"{"$and": [{"$gt": ["$qty", 100]}, {"$lt": ["$qty", 250]}]}"#, "true"),
    Compile::Custom(parse),
)
.decided_by(false);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(And(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct And(Vec<Box<dyn Expression>>);

impl And {
    fn all<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<bool> {
        for operand in &self.0 {
            if !operand.truthy(scope)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Expression for And {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        self.all(scope).map(Value::Bool)
    }

    fn evaluate_bool<'a>(&'a self, scope: &Scope<'_, 'a>) -> Option<Result<bool>> {
        Some(self.all(scope))
    }

    fn conjuncts(&self) -> &[Box<dyn Expression>] {
        &self.0
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
