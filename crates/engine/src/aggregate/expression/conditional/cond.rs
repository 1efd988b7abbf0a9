//! `$cond`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/cond/>.

use super::super::operands::exactly;
use super::super::prelude::*;
use crate::aggregate::expression::explained;

pub(super) const OPERATOR: Operator = operator(
    "$cond",
    "One of two values, chosen by a condition.",
    (r#"{"qty": 300}"#, r#"{"$cond": {"if": {"$gte": ["$qty", 250]}, "then": 30, "else": 20}}"#, "30"),
    Compile::Custom(parse),
)
.simplified(chosen);

/// Returns the branch taken if the condition is constant.
fn chosen(argument: RawValue<'_>) -> Option<Value<'static>> {
    let parts = argument.as_array()?;
    let condition = explained::constant(parts.nth(0)?)?;
    parts.nth(if condition.truthy() { 1 } else { 2 }).map(explained::owned)
}

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let [condition, then, otherwise] = match argument.as_document() {
        Some(doc) if doc.operator().is_none() => named(doc, context)?,
        _ => exactly("$cond", argument, context)?,
    };
    // A constant condition drops the other branch with its errors.
    match condition.constant().map(Value::truthy) {
        Some(true) => Ok(then),
        Some(false) => Ok(otherwise),
        None => Ok(fold(Cond { condition, then, otherwise }, context)),
    }
}

fn named(doc: RawDoc<'_>, context: &mut ParseContext) -> Result<[Box<dyn Expression>; 3]> {
    for element in doc {
        if !matches!(element.name(), "if" | "then" | "else") {
            return Err(Error::new(17083, format!("Unrecognized parameter to $cond: {}", element.name())));
        }
    }
    let mut part = |code, name| match doc.get(name) {
        Some(value) => compile_partial(value, context),
        None => Err(Error::new(code, format!("Missing '{name}' parameter to $cond"))),
    };
    Ok([part(17080, "if")?, part(17081, "then")?, part(17082, "else")?])
}

#[derive(Debug)]
struct Cond {
    condition: Box<dyn Expression>,
    then: Box<dyn Expression>,
    otherwise: Box<dyn Expression>,
}

impl Expression for Cond {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        if self.condition.truthy(scope)? { self.then.evaluate(scope) } else { self.otherwise.evaluate(scope) }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.condition.dependencies(out);
        self.then.dependencies(out);
        self.otherwise.dependencies(out);
    }
}
