//! `$match`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/match/>.

use std::rc::Rc;

use super::super::expression::compile;
use super::super::stage_prelude::*;
use crate::query::operator::Equality;
use crate::query::{Filter, Leaf, Node};
use crate::value::Path;

pub(super) const STAGE: StageOperator = stage(
    "$match",
    "Lets only the documents through that match a filter.",
    (r#"[{"_id": 1, "a": 2}, {"_id": 2, "a": 5}]"#, r#"{"$match": {"a": 5}}"#, r#"[{"_id": 2, "a": 5}]"#),
    parse,
);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::new(15959, "the match filter must be an expression in an object"));
    };
    let filter_context = context.filter_context()?;
    let mut parts = Vec::new();
    for element in doc {
        let mut alone = DocBuilder::new();
        alone.append_raw_bytes(element.key, element.value);
        let alone = alone.finish();
        let mut reads = Dependencies::default();
        reads_of(RawDoc::new(&alone), context, &mut reads)?;
        let filter = Filter::parse(RawDoc::new(&alone), &filter_context)?;
        let mut nodes = vec![filter.root().clone()];
        if element.name() == "$expr" {
            implied_equalities(element.value, context, &mut nodes)?;
        }
        let node = if nodes.len() == 1 { nodes.remove(0) } else { Node::And(nodes) };
        parts.push(Part { node, reads });
    }
    Ok(vec![Box::new(Match::new(parts))])
}

/// What a filter reads; refuses what only a find's filter may hold.
fn reads_of(filter: RawDoc<'_>, context: &mut ParseContext, out: &mut Dependencies) -> Result<()> {
    for element in filter {
        match element.name() {
            "$where" => return Err(Error::bad_value("$where is not allowed in this context")),
            "$and" | "$or" | "$nor" => {
                for item in element.value.as_array().into_iter().flat_map(RawDoc::values) {
                    item.as_document().map_or(Ok(()), |inner| reads_of(inner, context, out))?;
                }
            }
            "$expr" => compile(element.value, context)?.dependencies(out),
            "$comment" => {}
            name if name.starts_with('$') => out.whole_document = true,
            name => out.fields.push(name.to_owned()),
        }
    }
    Ok(())
}

/// Conditions that every document satisfies for which the expression is true,
/// and that an index can answer: `{ $eq: ["$field", <constant>] }`, alone or
/// among the operands of an `$and`.
fn implied_equalities(
    expression: RawValue<'_>,
    context: &mut ParseContext,
    out: &mut Vec<Node>,
) -> Result<()> {
    let Some(element) = expression.as_document().and_then(RawDoc::first) else {
        return Ok(());
    };
    let operands: Vec<_> = element.value.as_array().into_iter().flat_map(RawDoc::values).collect();
    match (element.name(), operands.as_slice()) {
        ("$and", operands) => {
            operands.iter().try_for_each(|operand| implied_equalities(*operand, context, out))
        }
        ("$eq", [left, right]) => {
            let (left, right) = (compile(*left, context)?, compile(*right, context)?);
            for (field, constant) in [(&left, &right), (&right, &left)] {
                let (Some(path), Some(value)) = (field.field_path(), constant.constant()) else { continue };
                // An array equals arrays only, and null what is missing too.
                if !value.is_nullish() && value.as_array().is_none() {
                    let equality = Equality::new(value.to_raw(&mut Vec::new()))?;
                    out.push(Leaf::node(&Path::new(path.as_str()), equality));
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A condition with what it reads.
#[derive(Clone, Debug)]
struct Part {
    node: Node,
    reads: Dependencies,
}

/// Drops what does not match.
#[derive(Debug)]
pub struct Match {
    filter: Rc<Filter>,
    parts: Vec<Part>,
}

impl Match {
    fn new(parts: Vec<Part>) -> Self {
        let node = match parts.as_slice() {
            [only] => only.node.clone(),
            several => Node::And(several.iter().map(|part| part.node.clone()).collect()),
        };
        Match { filter: Rc::new(Filter::from_node(node)), parts }
    }

    /// Takes the conditions of another `$match` in.
    pub(in crate::aggregate) fn join(&mut self, other: &Match) {
        let parts = self.parts.iter().chain(&other.parts).cloned().collect();
        *self = Match::new(parts);
    }

    /// Takes the conditions out for which `may` holds of what they read; `None`
    /// when there are none. Nothing may be left behind.
    pub(in crate::aggregate) fn split(&mut self, may: impl Fn(&Dependencies) -> bool) -> Option<Match> {
        let (moved, left): (Vec<_>, Vec<_>) = self.parts.drain(..).partition(|part| may(&part.reads));
        *self = Match::new(left);
        (!moved.is_empty()).then(|| Match::new(moved))
    }

    /// Whether there are no conditions.
    pub(in crate::aggregate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The filter.
    pub(in crate::aggregate) fn filter(&self) -> &Rc<Filter> {
        &self.filter
    }
}

impl Stage for Match {
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        while let Some(document) = input.next(execution)? {
            if self.filter.matches(RawDoc::new(&document))? {
                return Ok(Some(document));
            }
        }
        Ok(None)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        for part in &self.parts {
            out.fields.extend(part.reads.fields.iter().cloned());
            out.whole_document |= part.reads.whole_document;
        }
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Match(self)
    }

    fn describe(&self, _: RawDoc<'_>) -> Option<Vec<u8>> {
        let mut out = DocBuilder::new();
        out.append_doc("$match", RawDoc::new(&self.filter.describe()));
        Some(out.finish())
    }
}
