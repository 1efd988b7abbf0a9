//! What is left of an operator when constants among its operands have been worked out
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>). All this is
//! about operands as explain writes them, where a constant is `{ $const: … }`.

use super::expression::worked_out;
use super::owned;
use crate::aggregate::expression::ParseContext;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value};

/// Which operands may be worked out before the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// Those at the beginning.
    First,
    /// Those that stand side by side.
    Neighbours,
    /// All, which come last.
    Any,
}

fn grouping(name: &str) -> Option<Grouping> {
    Some(match name {
        "$add" | "$multiply" => Grouping::First,
        "$concat" | "$concatArrays" | "$mergeObjects" => Grouping::Neighbours,
        "$and" | "$bitAnd" | "$bitOr" | "$bitXor" | "$max" | "$min" | "$or" | "$setIntersection"
        | "$setUnion" | "$sum" => Grouping::Any,
        _ => return None,
    })
}

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
        (_, Some(operands), _) => grouping(name).and_then(|how| grouped(name, how, operands, context)),
        _ => None,
    };
    shorter.unwrap_or_else(|| operator(name, &argument))
}

fn operator(name: &str, argument: &Value<'_>) -> Value<'static> {
    let mut out = DocBuilder::new();
    out.append(name, argument);
    Value::document(out.finish())
}

fn list(operands: &[RawValue<'_>]) -> Value<'static> {
    let mut out = ArrayBuilder::new();
    operands.iter().for_each(|operand| {
        out.push_raw(*operand);
    });
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
    let all: Vec<_> = operands.values().collect();
    let mut left = Vec::new();
    for (at, operand) in all.iter().enumerate() {
        match constant(*operand) {
            Some(value) if value.is_nullish() && at + 1 < all.len() => {}
            Some(value) if !value.is_nullish() => {
                left.push(*operand);
                break;
            }
            _ => left.push(*operand),
        }
    }
    match left.as_slice() {
        [only] => Some(owned(*only)),
        _ if left.len() == all.len() => None,
        _ => Some(operator("$ifNull", &list(&left))),
    }
}

/// `$switch` without the branches that are never taken; one that always is takes the place of the default.
fn switched(parts: RawDoc<'_>) -> Option<Value<'static>> {
    let branches: Vec<_> = parts.get("branches")?.as_array()?.values().collect();
    let mut default = parts.get("default");
    let mut left = Vec::new();
    for branch in &branches {
        let branch_parts = branch.as_document()?;
        match branch_parts.get("case").and_then(constant) {
            None => left.push(*branch),
            Some(case) if case.truthy() => {
                default = branch_parts.get("then");
                break;
            }
            Some(_) => {}
        }
    }
    if left.len() == branches.len() {
        return None;
    }
    if let (true, Some(default)) = (left.is_empty(), default) {
        return Some(owned(default));
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
    let mut all: Vec<_> = operands.values().collect();
    // One operand may be an array of what is added up.
    if all.len() < 2 {
        return logical(name, &all);
    }
    if how != Grouping::First {
        all = all.into_iter().flat_map(|operand| flattened(name, operand)).collect();
    }
    let mut runs: Vec<Vec<RawValue<'_>>> = Vec::new();
    let mut last = Vec::new();
    for operand in &all {
        let known = constant(*operand).is_some();
        if known && how == Grouping::Any {
            last.push(*operand);
            continue;
        }
        let joins = match how {
            Grouping::First => runs.len() == 1,
            _ => true,
        };
        match runs.last_mut() {
            Some(run) if joins && known && run.iter().all(|one| constant(*one).is_some()) => {
                run.push(*operand);
            }
            _ => runs.push(vec![*operand]),
        }
    }
    if !last.is_empty() {
        runs.push(last);
    }
    let mut left = Vec::new();
    for run in &runs {
        let together = operator(name, &list(run));
        let mut scratch = Vec::new();
        let several = run.len() > 1;
        match several.then(|| worked_out(together.to_raw(&mut scratch), context)).flatten() {
            Some(constant) => left.push(constant),
            None => left.extend(run.iter().map(|operand| owned(*operand))),
        }
    }
    let mut out = ArrayBuilder::new();
    left.iter().for_each(|operand| {
        out.push(operand);
    });
    let left = out.finish();
    let left: Vec<_> = RawDoc::new(&left).values().collect();
    logical(name, &left).or_else(|| Some(operator(name, &list(&left))))
}

/// The operands of one that is the same operator, which may as well be this one's.
fn flattened<'v>(name: &str, operand: RawValue<'v>) -> Vec<RawValue<'v>> {
    let inner = operand.as_document().and_then(RawDoc::operator).filter(|inner| inner.name() == name);
    match inner.and_then(|inner| inner.value.as_array()) {
        Some(operands) if operands.values().count() > 1 => operands.values().collect(),
        _ => vec![operand],
    }
}

/// `$and` and `$or`, of whose operands the last may be a constant.
fn logical(name: &str, operands: &[RawValue<'_>]) -> Option<Value<'static>> {
    let decides = match name {
        "$and" => false,
        "$or" => true,
        _ => return None,
    };
    let (last, others) = operands.split_last()?;
    let value = constant(*last)?.truthy();
    if value == decides {
        let mut out = DocBuilder::new();
        out.append_bool("$const", decides);
        return Some(Value::document(out.finish()));
    }
    Some(match others {
        [_] => operator("$coerceToBool", &list(others)),
        _ => operator(name, &list(others)),
    })
}
