//! `$match`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/match/>.

mod redact;
pub(super) mod rename;

use std::rc::Rc;

use super::super::expression::{ConstantFaults, FieldPath, compile, is_first_element};
use super::super::stage_prelude::*;
use crate::error::OptimizedPart;
use crate::query::{Filter, FilterContext, Node};
use redact::holds_before_redact;
use rename::{only_compares, rename_node, rename_written};

pub(super) const STAGE: StageOperator = stage(
    "$match",
    "Passes only the documents that match a filter.",
    (r#"[{"_id": 1, "a": 2}, {"_id": 2, "a": 5}]"#, r#"{"$match": {"a": 5}}"#, r#"[{"_id": 2, "a": 5}]"#),
    parse,
);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(spec, 15959, "the match filter must be an expression in an object")?;
    let filter_context = context.filter_context();
    let mut parts = Vec::new();
    add_parts(doc, &filter_context, context, &mut parts)?;
    Ok(vec![Box::new(Match::new(parts))])
}

/// Splits a filter into its top-level conjuncts.
fn add_parts(
    doc: RawDoc<'_>,
    filter_context: &FilterContext,
    context: &mut ParseContext,
    out: &mut Vec<Part>,
) -> Result<()> {
    let mut faults = ConstantFaults::default();
    for element in doc {
        let mut alone = DocBuilder::new();
        alone.append_raw_bytes(element.key, element.value);
        let written = alone.finish();
        let filter = match Filter::parse(RawDoc::new(&written), filter_context) {
            Ok(filter) => filter,
            Err(error) => {
                faults.keep(error.found_in(OptimizedPart::Pipeline))?;
                continue;
            }
        };
        let mut reads = Dependencies::default();
        reads_of(RawDoc::new(&written), context, &mut reads)?;
        if element.name() == "$and" {
            for item in element.value.as_array().into_iter().flat_map(RawDoc::values) {
                add_parts(item.as_document().unwrap_or(RawDoc::empty()), filter_context, context, out)?;
            }
            continue;
        }
        out.push(Part { node: filter.root().clone(), reads, written });
    }
    faults.report()
}

/// Collects the fields that a filter reads; refuses operators that are only allowed in a find.
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
            name => {
                out.fields.push(name.to_owned());
                let mut alone = DocBuilder::new();
                alone.append_raw(name, element.value);
                let condition = Filter::parse(RawDoc::new(&alone.finish()), &context.filter_context());
                let depends_only_on_array_length = match is_first_element(name) {
                    true => only_checks_existence(element.value),
                    false => condition.is_ok_and(|condition| condition.root().depends_only_on_array_length()),
                };
                if depends_only_on_array_length {
                    out.length_only.push(name.to_owned());
                }
            }
        }
    }
    Ok(())
}

/// Whether a condition is just `$exists`, which doesn't read the value.
fn only_checks_existence(condition: RawValue<'_>) -> bool {
    let mut operators = condition.as_document().unwrap_or(RawDoc::empty()).iter();
    operators.next().is_some_and(|only| only.name() == "$exists") && operators.next().is_none()
}

/// A condition and the fields that it reads.
#[derive(Clone, Debug)]
struct Part {
    node: Node,
    reads: Dependencies,
    /// The condition as written: a document with one field.
    written: Vec<u8>,
}

impl Part {
    /// Returns the condition rewritten for a stage's input, if the stage maps all its fields for comparisons.
    fn renamed(&self, stage: &dyn Stage) -> Option<Part> {
        let written = RawDoc::new(&self.written);
        let present = holds_before_redact(written);
        let name = |path: &str| stage.comparison_origin(path, present);
        if only_compares(written) { self.with_names(&name) } else { None }
    }

    /// Returns the condition with its fields renamed; `None` when one can't be.
    fn with_names(&self, name: &dyn Fn(&str) -> Option<String>) -> Option<Part> {
        let written = RawDoc::new(&self.written);
        if self.reads.whole_document || self.reads.fields.is_empty() {
            return None;
        }
        let node = rename_node(&self.node, name)?;
        let written = rename_written(written, name)?;
        let read = self.reads.fields.iter().map(|field| name(field)).collect::<Option<Vec<_>>>()?;
        Some(Part { node, reads: Dependencies { fields: read, ..Dependencies::default() }, written })
    }
}

/// The `$match` stage: drops documents that don't match.
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

    /// Absorbs the conditions of another `$match`.
    pub(in crate::aggregate) fn join(&mut self, other: &Match) {
        let parts = self.parts.iter().chain(&other.parts).cloned().collect();
        *self = Match::new(parts);
    }

    /// Splits off the conditions that may move in front of a stage: those whose fields pass `may`, and those that
    /// can be rewritten for the stage's input. `None` when there are none. May leave `self` empty.
    pub(in crate::aggregate) fn split(
        &mut self,
        stage: &dyn Stage,
        may: impl Fn(&Dependencies) -> bool,
    ) -> Option<Match> {
        let (mut moved, mut left) = (Vec::new(), Vec::new());
        for part in self.parts.drain(..) {
            if may(&part.reads) {
                moved.push(part);
            } else {
                let renamed = part.renamed(stage);
                match renamed.or_else(|| part.with_names(&|path| stage.origin(path))) {
                    Some(other) => moved.push(other),
                    None => left.push(part),
                }
            }
        }
        *self = Match::new(left);
        (!moved.is_empty()).then(|| Match::new(moved))
    }

    /// Returns the conditions that hold for a document whenever they hold for its redacted form;
    /// `None` without any.
    pub(in crate::aggregate) fn before_redact(&self) -> Option<Match> {
        let parts: Vec<Part> = self
            .parts
            .iter()
            .filter(|part| holds_before_redact(RawDoc::new(&part.written)))
            .cloned()
            .collect();
        (!parts.is_empty()).then(|| Match::new(parts))
    }

    /// Returns the filter for the input of a `$replaceRoot` by the document at a path, if each
    /// condition can be rewritten. Values that aren't documents pass, since `$replaceRoot` raises
    /// the error.
    pub(in crate::aggregate) fn before_root(&self, path: &FieldPath) -> Option<Match> {
        if self.is_empty() {
            return None;
        }
        // In a filter's path, a number may be an array position.
        if path.parts().iter().any(|part| part.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        let below = |field: &str| Some(format!("{}.{field}", path.as_str()));
        let below_path = self.parts.iter().map(|part| part.with_names(&below)).collect::<Option<Vec<_>>>()?;
        let mut other = DocBuilder::new();
        other.document(path.as_str(), |condition| {
            condition.document("$not", |not| {
                not.append_str("$type", "object");
            });
        });
        let other = other.finish();
        let no_document = Filter::parse(RawDoc::new(&other), &FilterContext::default()).ok()?;
        let mut written = DocBuilder::new();
        written.array("$or", |or| {
            or.document(|all| {
                all.array("$and", |and| {
                    below_path.iter().for_each(|part| {
                        and.push_doc(RawDoc::new(&part.written));
                    });
                });
            });
            or.push_doc(RawDoc::new(&other));
        });
        let mut fields: Vec<_> =
            below_path.iter().flat_map(|part| part.reads.fields.iter().cloned()).collect();
        fields.push(path.as_str().to_owned());
        let conditions = Match::new(below_path).filter.root().clone();
        let part = Part {
            node: Node::Or(vec![conditions, no_document.root().clone()]),
            reads: Dependencies { fields, ..Dependencies::default() },
            written: written.finish(),
        };
        Some(Match::new(vec![part]))
    }

    /// Splits off the conditions on paths below one field, rewritten for the document in that
    /// field. Returns each condition compiled and as written.
    pub(in crate::aggregate) fn split_below(&mut self, field: &str) -> Vec<(Node, Vec<u8>)> {
        let name = |path: &str| path.strip_prefix(field)?.strip_prefix('.').map(str::to_owned);
        let mut below = Vec::new();
        self.parts.retain(|part| {
            let renamed =
                rename_node(&part.node, &name).zip(rename_written(RawDoc::new(&part.written), &name));
            let stays = renamed.is_none();
            below.extend(renamed);
            stays
        });
        let left = std::mem::take(&mut self.parts);
        *self = Match::new(left);
        below
    }

    /// Whether there are no conditions.
    pub(in crate::aggregate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns one `$match` stage per condition, as written.
    pub(in crate::aggregate) fn written(&self) -> Vec<Vec<u8>> {
        let stage = |part: &Part| {
            let mut stage = DocBuilder::new();
            stage.append_doc("$match", RawDoc::new(&part.written));
            stage.finish()
        };
        self.parts.iter().map(stage).collect()
    }

    /// The filter.
    pub(in crate::aggregate) fn filter(&self) -> &Rc<Filter> {
        &self.filter
    }
}

impl Stage for Match {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        input.each_into(sink, |row, sink| match self.filter.matches(row.document)? {
            true => sink.push(row),
            false => Ok(()),
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        for part in &self.parts {
            out.fields.extend(part.reads.fields.iter().cloned());
            out.length_only.extend(part.reads.length_only.iter().cloned());
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
