//! `$match`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/match/>.

use std::rc::Rc;

use super::super::expression::compile;
use super::super::stage_prelude::*;
use crate::query::{Filter, Node};

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
    let mut reads = Dependencies::default();
    reads_of(doc, context, &mut reads)?;
    let filter = Filter::parse(doc, &context.filter_context()?)?;
    Ok(vec![Box::new(Match { filter: Rc::new(filter), reads })])
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

/// Drops what does not match.
#[derive(Debug)]
pub struct Match {
    filter: Rc<Filter>,
    reads: Dependencies,
}

impl Match {
    /// Takes the conditions of another `$match` in.
    pub(in crate::aggregate) fn join(&mut self, other: &Match) {
        let both = vec![self.filter.root().clone(), other.filter.root().clone()];
        self.filter = Rc::new(Filter::from_node(Node::And(both)));
        self.reads.fields.extend(other.reads.fields.iter().cloned());
        self.reads.whole_document |= other.reads.whole_document;
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
        out.fields.extend(self.reads.fields.iter().cloned());
        out.whole_document |= self.reads.whole_document;
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Match(self)
    }
}
