//! `$switch`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/switch/>.

use super::super::prelude::*;
use crate::aggregate::expression::explained;
use crate::error::SlotEngineError;

pub(super) const OPERATOR: Operator = operator(
    "$switch",
    "The value of the first branch whose condition holds.",
    (
        r#"{"score": 85}"#,
        r#"{"$switch": {"branches": [{"case": {"$gte": ["$score", 90]}, "then": "A"}, {"case": {"$gte": ["$score", 80]}, "then": "B"}], "default": "C"}}"#,
        r#""B""#,
    ),
    Compile::Custom(parse),
)
.simplified(possible)
.explained(|operands| operands.expressions(&["branches", "default"]));

/// Drops branches that are never taken. A branch that is always taken becomes the default.
fn possible(argument: RawValue<'_>) -> Option<Value<'static>> {
    let parts = argument.as_document()?;
    let mut default = parts.get("default");
    let mut left = Vec::new();
    for branch in parts.get("branches")?.as_array()?.values() {
        let inner = branch.as_document()?;
        match inner.get("case").and_then(explained::constant).map(|case| case.truthy()) {
            None => left.push(branch.into()),
            Some(true) => {
                default = inner.get("then");
                break;
            }
            Some(false) => {}
        }
    }
    if left.is_empty() && default.is_some() {
        return default.map(explained::owned);
    }
    let mut out = DocBuilder::new();
    out.append("branches", &explained::list(&left));
    if let Some(default) = default {
        out.append_raw("default", default);
    }
    Some(explained::applied("$switch", &Value::document(out.finish())))
}

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let doc = expect_document(argument, 40060, "$switch requires an object as an argument, found: {type}")?;
    let mut branches = Vec::new();
    let mut default = None;
    for element in doc {
        match element.name() {
            "branches" => {
                let Some(array) = element.value.as_array() else {
                    return Err(Error::wrong_type(
                        40061,
                        "$switch expected an array for 'branches', found: {type}",
                        element.value.tag,
                    ));
                };
                for item in array.values() {
                    branches.push(branch(item, context)?);
                }
            }
            "default" => default = Some(compile_partial(element.value, context)?),
            name => return Err(Error::new(40067, format!("$switch found an unknown argument: {name}"))),
        }
    }
    if branches.is_empty() {
        return Err(Error::new(40068, "$switch requires at least one branch."));
    }
    // Branches that are never taken are dropped with their errors.
    branches.retain(|(case, _)| case.constant().is_none_or(Value::truthy));
    if let Some(first) = branches.first() {
        if first.0.constant().is_some() {
            return Ok(branches.swap_remove(0).1);
        }
    } else if let Some(default) = default {
        return Ok(default);
    } else {
        return Ok(failing(Error::new(
            40069,
            "One cannot execute a switch statement where all the cases evaluate to false without a default.",
        )));
    }
    Ok(fold(Switch { branches, default }, context))
}

type Branch = (Box<dyn Expression>, Box<dyn Expression>);

fn branch(item: RawValue<'_>, context: &mut ParseContext) -> Result<Branch> {
    let doc = expect_document(item, 40062, "$switch expected each branch to be an object, found: {type}")?;
    let (mut case, mut then) = (None, None);
    for element in doc {
        match element.name() {
            "case" => case = Some(compile_partial(element.value, context)?),
            "then" => then = Some(compile_partial(element.value, context)?),
            name => {
                return Err(Error::new(
                    40063,
                    format!("$switch found an unknown argument to a branch: {name}"),
                ));
            }
        }
    }
    match (case, then) {
        (None, _) => Err(Error::new(40064, "$switch requires each branch have a 'case' expression")),
        (_, None) => Err(Error::new(40065, "$switch requires each branch have a 'then' expression.")),
        (Some(case), Some(then)) => Ok((case, then)),
    }
}

#[derive(Debug)]
struct Switch {
    branches: Vec<Branch>,
    default: Option<Box<dyn Expression>>,
}

impl Expression for Switch {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        for (case, then) in &self.branches {
            if case.truthy(scope)? {
                return then.evaluate(scope);
            }
        }
        match &self.default {
            Some(default) => default.evaluate(scope),
            None => Err(Error::new(
                40066,
                "$switch could not find a matching branch for an input, and no default was specified.",
            )
            .or_by_slots(SlotEngineError::Switch)),
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        for (case, then) in &self.branches {
            case.dependencies(out);
            then.dependencies(out);
        }
        if let Some(default) = &self.default {
            default.dependencies(out);
        }
    }
}
