//! What is left of an operator when constants among its operands have been worked out
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>). All this is
//! about operands as explain writes them, where a constant is `{ $const: … }`.

use super::expression::worked_out;
use super::owned;
use crate::aggregate::expression::{Grouping, ParseContext, find_operator};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value};

/// The value of a constant.
fn constant(operand: RawValue<'_>) -> Option<Value<'_>> {
    let only = operand.as_document()?.operator()?;
    (only.name() == "$const").then(|| only.value.into())
}

/// An operator with its argument, or what it comes to.
pub(super) fn simplified(name: &str, argument: Value<'static>, context: &mut ParseContext) -> Value<'static> {
    let mut scratch = Vec::new();
    let given = argument.to_raw(&mut scratch);
    let shorter = match (name, given.as_array(), given.as_document()) {
        ("$cond", Some(parts), _) => chosen(parts),
        ("$ifNull", Some(operands), _) => first_known(operands),
        ("$switch", _, Some(parts)) => switched(parts),
        (_, Some(operands), _) => find_operator(name)
            .and_then(|known| known.grouping)
            .and_then(|how| grouped(name, how, operands, context)),
        _ => None,
    };
    shorter.unwrap_or_else(|| operator(name, &argument))
}

fn operator(name: &str, argument: &Value<'_>) -> Value<'static> {
    let mut out = DocBuilder::new();
    out.append(name, argument);
    Value::document(out.finish())
}

fn list(operands: &[Value<'_>]) -> Value<'static> {
    let mut out = ArrayBuilder::new();
    for operand in operands {
        out.push(operand);
    }
    Value::array(out.finish())
}

/// `$cond` whose condition is known.
fn chosen(parts: RawDoc<'_>) -> Option<Value<'static>> {
    let condition = constant(parts.nth(0)?)?;
    parts.nth(if condition.truthy() { 1 } else { 2 }).map(owned)
}

/// `$ifNull` without the constants that are null, the last operand apart, and without what stands
/// behind one that is not.
fn first_known(operands: RawDoc<'_>) -> Option<Value<'static>> {
    let mut left = Vec::new();
    let mut rest = operands.values().peekable();
    while let Some(operand) = rest.next() {
        let known = constant(operand).map(|value| value.is_nullish());
        if known != Some(true) || rest.peek().is_none() {
            left.push(operand.into());
        }
        if known == Some(false) {
            break;
        }
    }
    if left.len() == 1 { left.pop().map(Value::into_owned) } else { Some(operator("$ifNull", &list(&left))) }
}

/// `$switch` without the branches that are never taken; one that always is takes the place of the default.
fn switched(parts: RawDoc<'_>) -> Option<Value<'static>> {
    let mut default = parts.get("default");
    let mut left = Vec::new();
    for branch in parts.get("branches")?.as_array()?.values() {
        let inner = branch.as_document()?;
        match inner.get("case").and_then(constant).map(|case| case.truthy()) {
            None => left.push(branch.into()),
            Some(true) => {
                default = inner.get("then");
                break;
            }
            Some(false) => {}
        }
    }
    if left.is_empty() && default.is_some() {
        return default.map(owned);
    }
    let mut out = DocBuilder::new();
    out.append("branches", &list(&left));
    if let Some(default) = default {
        out.append_raw("default", default);
    }
    Some(operator("$switch", &Value::document(out.finish())))
}

/// An operator that may be applied to some of its operands first.
fn grouped(
    name: &str,
    how: Grouping,
    operands: RawDoc<'_>,
    context: &mut ParseContext,
) -> Option<Value<'static>> {
    let mut all = Vec::new();
    for operand in operands.values() {
        // The operands of one that is the same operator may as well be this one's.
        let inner = operand.as_document().and_then(RawDoc::operator).filter(|inner| inner.name() == name);
        match inner.and_then(|inner| inner.value.as_array()).filter(|inner| inner.nth(1).is_some()) {
            Some(inner) if how != Grouping::First => all.extend(inner.values()),
            _ => all.push(operand),
        }
    }
    // One operand may be an array of what is added up.
    if all.len() < 2 {
        return None;
    }
    let (mut left, mut known) = (Vec::new(), Vec::new());
    let mut work_out = |known: &mut Vec<Value<'_>>, left: &mut Vec<Value<'static>>| {
        let together = operator(name, &list(known));
        let several = (known.len() > 1).then_some(together);
        match several.and_then(|several| worked_out(several.to_raw(&mut Vec::new()), context)) {
            Some(constant) => {
                known.clear();
                left.push(constant);
            }
            None => left.extend(known.drain(..).map(Value::into_owned)),
        }
    };
    for operand in all {
        if constant(operand).is_some() && (how != Grouping::First || left.is_empty()) {
            known.push(operand.into());
            continue;
        }
        if how != Grouping::Any {
            work_out(&mut known, &mut left);
        }
        left.push(owned(operand));
    }
    work_out(&mut known, &mut left);
    let decides = match name {
        "$and" => false,
        "$or" => true,
        _ => return Some(operator(name, &list(&left))),
    };
    let last = left.last().and_then(|last| Some(constant(last.to_raw(&mut Vec::new()))?.truthy()));
    Some(match last {
        Some(last) if last == decides => operator("$const", &Value::Bool(decides)),
        None => operator(name, &list(&left)),
        Some(_) if left.len() == 2 => operator("$coerceToBool", &list(&left[..1])),
        Some(_) => operator(name, &list(&left[..left.len() - 1])),
    })
}
