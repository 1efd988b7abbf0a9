//! Operators with simplified constant operands, as explain shows them
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>). Operands here
//! are in explain's form, with constants as `{ $const: … }`.

use super::{evaluated, owned};
use crate::aggregate::expression::{Grouping, ParseContext, Simplification, find_operator};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value};

/// Returns the value of a constant operand.
pub(in crate::aggregate) fn constant(operand: RawValue<'_>) -> Option<Value<'_>> {
    let only = operand.as_document()?.operator()?;
    (only.name() == "$const").then(|| only.value.into())
}

/// Returns the simplified form of an operator with its argument.
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

/// Returns an operator with its argument.
pub(in crate::aggregate) fn applied(name: &str, argument: &Value<'_>) -> Value<'static> {
    let mut out = DocBuilder::new();
    out.append(name, argument);
    Value::document(out.finish())
}

/// Returns an array of operands.
pub(in crate::aggregate) fn list(operands: &[Value<'_>]) -> Value<'static> {
    let mut out = ArrayBuilder::new();
    for operand in operands {
        out.push(operand);
    }
    Value::array(out.finish())
}

/// Combines constant operands; returns the remaining operands.
fn grouped(
    name: &str,
    how: Grouping,
    operands: RawDoc<'_>,
    context: &mut ParseContext,
) -> Option<Vec<Value<'static>>> {
    let mut all = Vec::new();
    for operand in operands.values() {
        // Flatten nested uses of the same operator.
        let inner = operand.as_document().and_then(RawDoc::operator).filter(|inner| inner.name() == name);
        match inner.and_then(|inner| inner.value.as_array()).filter(|inner| inner.nth(1).is_some()) {
            Some(inner) if how != Grouping::First => all.extend(inner.values()),
            _ => all.push(operand),
        }
    }
    // A single operand may be an array of numbers.
    if all.len() < 2 {
        return None;
    }
    let (mut left, mut known) = (Vec::new(), Vec::new());
    let mut combine = |known: &mut Vec<Value<'_>>, left: &mut Vec<Value<'static>>| {
        let together = applied(name, &list(known));
        let several = (known.len() > 1).then_some(together);
        match several.and_then(|several| evaluated(several.to_raw(&mut Vec::new()), context)) {
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
            combine(&mut known, &mut left);
        }
        left.push(owned(operand));
    }
    combine(&mut known, &mut left);
    Some(left)
}

/// Simplifies an operator whose result a constant with this truth value determines; a constant comes last.
fn decided(name: &str, truth: bool, left: &[Value<'_>]) -> Value<'static> {
    let last = left.last().and_then(|last| Some(constant(last.to_raw(&mut Vec::new()))?.truthy()));
    match last {
        Some(last) if last == truth => applied("$const", &Value::Bool(truth)),
        None => applied(name, &list(left)),
        Some(_) if left.len() == 2 => applied("$coerceToBool", &list(&left[..1])),
        Some(_) => applied(name, &list(&left[..left.len() - 1])),
    }
}
