//! Expressions under the command's collation: operators compare folded operands,
//! and results contain the original values
//! (<https://www.mongodb.com/docs/manual/reference/collation/>).

use std::collections::HashMap;
use std::rc::Rc;

use super::operator::UnderCollation;
use super::prelude::*;
use crate::value::{Collation, key};

/// Wraps an operand so that it evaluates to its folded value, if the command has a collation.
pub(super) fn collated(operand: Box<dyn Expression>, context: &ParseContext) -> Box<dyn Expression> {
    match &context.environment.collation {
        None => operand,
        Some(collation) => fold(Folded { operand, collation: collation.clone() }, context),
    }
}

/// Like [`collated`], if the operator compares its operands.
pub(super) fn collated_for(
    operator: &Operator,
    operand: Box<dyn Expression>,
    context: &ParseContext,
) -> Box<dyn Expression> {
    match operator.collation {
        UnderCollation::Compared => collated(operand, context),
        UnderCollation::Nothing | UnderCollation::Chosen => operand,
    }
}

#[derive(Debug)]
struct Folded {
    operand: Box<dyn Expression>,
    collation: Rc<Collation>,
}

impl Expression for Folded {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let value = self.operand.evaluate(scope)?;
        Ok(self.collation.fold(value.to_raw(&mut Vec::new())).into_owned())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operand.dependencies(out);
    }
}

/// Compiles an operator that chooses elements: it runs on the folded operands, and the
/// chosen elements are mapped back to the originals. Returns the operands unchanged, as
/// `Err`, for another operator or without a collation.
pub(super) fn choosing(
    operator: &Operator,
    apply: Apply,
    operands: Vec<Box<dyn Expression>>,
    context: &ParseContext,
) -> std::result::Result<Box<dyn Expression>, Vec<Box<dyn Expression>>> {
    match &context.environment.collation {
        Some(collation) if matches!(operator.collation, UnderCollation::Chosen) => {
            Ok(fold(Choosing { apply, operands, collation: collation.clone() }, context))
        }
        _ => Err(operands),
    }
}

/// An operator's function.
#[derive(Clone, Copy)]
pub(super) enum Apply {
    /// Of two operands.
    Two(for<'a> fn(Value<'a>, Value<'a>) -> Result<Value<'a>>),
    /// Of any number of operands.
    All(for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>),
}

impl std::fmt::Debug for Apply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Apply")
    }
}

#[derive(Debug)]
struct Choosing {
    apply: Apply,
    operands: Vec<Box<dyn Expression>>,
    collation: Rc<Collation>,
}

impl Expression for Choosing {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let operands =
            self.operands.iter().map(|operand| operand.evaluate(scope)).collect::<Result<Vec<_>>>()?;
        let mut folded = Vec::new();
        let mut originals: HashMap<Vec<u8>, RawValue<'_>> = HashMap::new();
        for value in &operands {
            for item in value.as_array().into_iter().flat_map(RawDoc::values) {
                let shape = self.collation.fold(item);
                originals.entry(key::key_of(shape.view())).or_insert(item);
            }
            folded.push(self.collation.fold(value.to_raw(&mut Vec::new())).into_owned());
        }
        let chosen = match (self.apply, folded.as_mut_slice()) {
            (Apply::All(apply), all) => apply(all)?,
            (Apply::Two(apply), [a, b]) => apply(a.borrowed(), b.borrowed())?.into_owned(),
            (Apply::Two(_), _) => Value::Null,
        };
        let Some(items) = chosen.as_array() else { return Ok(chosen.into_owned()) };
        let mut out = ArrayBuilder::new();
        for item in items.values() {
            out.push_raw(originals.get(&key::key_of(item.view())).copied().unwrap_or(item));
        }
        Ok(Value::array(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operands.iter().for_each(|operand| operand.dependencies(out));
    }
}
