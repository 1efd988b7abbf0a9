//! `$rand`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/rand/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$rand",
    "A random number from 0 up to but not including 1, from the session's seed.",
    ("{}", r#"{"$lt": [{"$rand": {}}, 1]}"#, "true"),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, _: &mut ParseContext) -> Result<Box<dyn Expression>> {
    match argument.as_container() {
        Some(empty) if empty.is_empty() => Ok(Box::new(Rand)),
        Some(_) => Err(Error::new(3040501, "$rand does not currently accept arguments")),
        None => Err(Error::new(10065, "invalid parameter: expected an object ($rand)")),
    }
}

#[derive(Debug)]
struct Rand;

impl Expression for Rand {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(Value::Double(scope.environment.next_random_f64()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
    }
}
