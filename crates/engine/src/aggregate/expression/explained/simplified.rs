//! Operators as explain shows them after their constant operands were combined
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>). All this is
//! about operands as explain writes them, where a constant is `{ $const: … }`.

use super::{owned, worked_out};
use crate::aggregate::expression::{Grouping, ParseContext, Simplification, find_operator};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value};

/// The value of a constant.
pub(in crate::aggregate) fn constant(operand: RawValue<'_>) -> Option<Value<'_>> {
    let only = operand.as_document()?.operator()?;
    (only.name() == "$const").then(|| only.value.into())
}

/// An operator with its argument, or what it comes to.
pub(super) fn simplified(name: &str, argument: Value<'static>, context: &mut ParseContext) -> Value<'static> {
    let mut scratch = Vec::new();
    let given = argument.to_raw(&mut scratch);
    let shorter = find_operator(name).and_then(|known| known.simplification).and_then(|how| match how {
        Simplification::Own(simplify) => simplify(given),
        Simplification::Grouped(how) => {
            Some(applied(name, &list(&grouped(name, how, given.as_array()?, context)?)))
        }
        Simplification::Decided(truth) => {
            let left = grouped(name, Grouping::Any, given.as_array()?, context)?;
            Some(decided(name, truth, &left))
        }
    });
    shorter.unwrap_or_else(|| applied(name, &argument))
}

/// An operator with its argument.
pub(in crate::aggregate) fn applied(name: &str, argument: &Value<'_>) -> Value<'static> {
    let mut out = DocBuilder::new();
    out.append(name, argument);
    Value::document(out.finish())
}

/// An array of operands.
pub(in crate::aggregate) fn list(operands: &[Value<'_>]) -> Value<'static> {
    let mut out = ArrayBuilder::new();
    for operand in operands {
        out.push(operand);
    }
    Value::array(out.finish())
}

/// The operands of an operator that may be applied to some of them first.
fn grouped(
    name: &str,
    how: Grouping,
    operands: RawDoc<'_>,
    context: &mut ParseContext,
) -> Option<Vec<Value<'static>>> {
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
        let together = applied(name, &list(known));
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
    Some(left)
}

/// Simplifies an operator that one operand of this truth decides; a constant comes last.
fn decided(name: &str, truth: bool, left: &[Value<'_>]) -> Value<'static> {
    let last = left.last().and_then(|last| Some(constant(last.to_raw(&mut Vec::new()))?.truthy()));
    match last {
        Some(last) if last == truth => applied("$const", &Value::Bool(truth)),
        None => applied(name, &list(left)),
        Some(_) if left.len() == 2 => applied("$coerceToBool", &list(&left[..1])),
        Some(_) => applied(name, &list(&left[..left.len() - 1])),
    }
}
