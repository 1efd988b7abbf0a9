//! `$lookup`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/lookup/>.

pub(super) mod equality;
pub(super) mod fields;
pub(super) mod records;
pub(super) mod specification;
mod unwind;

use std::rc::Rc;

use super::super::execution::{Catalog, Usage};
use super::super::expression::{
    ArrayLength, ConstantFaults, Expression, FieldPath, Found, Scope, check_user_variable_name,
};
use super::super::foreign::{NestedPipelineRules, check_nested, concatenate, open_pipeline};
use super::super::pipeline::Pipeline;
use super::super::stage_prelude::*;
use super::{Memory, RequiredFields, set_path};
use crate::collection::{Collection, Counts, NEEDS_DOCUMENT, RecordId};
use crate::internal_namespaces::NO_COLLECTION;
use crate::plan::Examined;
use crate::query::Filter;
use crate::value::{ArrayBuilder, EMPTY_DOCUMENT};
use equality::Equality;
use fields::Fields;
use records::{Join, MatchedRecords};
use specification::{Specification, begins_with_documents, check_source};
use unwind::Streaming;
pub(super) use unwind::Unwinding;

pub(super) const STAGE: StageOperator = stage(
    "$lookup",
    "Adds an array of the matching documents of another collection.",
    (
        r#"[{"_id": 1, "x": 5}]"#,
        r#"{"$lookup": {"from": "elsewhere", "localField": "x", "foreignField": "_id", "as": "found"}}"#,
        r#"[{"_id": 1, "x": 5, "found": []}]"#,
    ),
    parse,
)
.explained(explained::lookup)
.foreign_references(|spec| ForeignReferences::in_fields(spec, "from", Some("pipeline")));

const NESTED: NestedPipelineRules = NestedPipelineRules {
    refused: &["$changeStream"],
    code: 51047,
    text: "is not allowed within a $lookup's sub-pipeline",
};

/// Returns all documents of an uncorrelated pipeline.
fn read_all(pipeline: &mut Pipeline, execution: Execution<'_>) -> Result<Vec<Vec<u8>>> {
    let mut memory = Memory::default();
    let mut documents = Vec::new();
    pipeline.drain(execution, |row| {
        memory.add(row.document.as_bytes().len(), "$lookup")?;
        documents.push(row.document.as_bytes().to_vec());
        Ok(())
    })?;
    Ok(documents)
}

/// The largest total size in bytes of one document's matches.
const MAX_MATCHES: usize = 100 * 1024 * 1024;

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "the $lookup stage specification must be an object, but found {type}",
    )?;
    check_source(doc)?;
    let spec = Specification::read(doc, context)?;
    let Some(as_field) = spec.as_field else {
        return Err(Error::failed_to_parse("must specify 'as' field for a $lookup"));
    };
    let equality = match (spec.local, spec.foreign) {
        (Some(local), Some(foreign)) => Some(Equality { local, foreign }),
        (None, None) if spec.pipeline.is_some() => None,
        (None, None) => {
            return Err(Error::failed_to_parse(
                "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
            ));
        }
        _ => {
            return Err(Error::failed_to_parse(
                "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
            ));
        }
    };
    if spec.pipeline.is_none() && spec.variables.is_some() {
        return Err(Error::failed_to_parse("$lookup with a 'let' argument must also specify 'pipeline'"));
    }
    let from = spec.from.unwrap_or_else(|| (context.database.clone(), NO_COLLECTION.to_owned()));
    let mut variables: Vec<(String, Box<dyn Expression>)> = Vec::new();
    let mut faults = ConstantFaults::default();
    for element in spec.variables.into_iter().flat_map(RawDoc::iter) {
        check_user_variable_name(element.name())?;
        variables.push((element.name().to_owned(), faults.compile(element.value, context)?));
    }
    let names: Vec<&str> = variables.iter().map(|(name, _)| name.as_str()).collect();
    let mut correlated = equality.is_some();
    if let Some(pipeline) = spec.pipeline {
        check_nested(pipeline, &names, NESTED, context)?;
        correlated |= names.iter().any(|name| contains(pipeline.as_bytes(), &format!("$${name}")));
        correlated |= RANDOM.iter().any(|operator| contains(pipeline.as_bytes(), operator));
    }
    faults.report()?;
    let mut inner = context.clone();
    inner.nesting += 1;
    Ok(vec![Box::new(Lookup {
        from,
        as_field: Rc::new(as_field),
        equality,
        variables,
        pipeline: spec.pipeline.map(|stages| stages.as_bytes().to_vec()),
        context: inner,
        correlated,
        unwind: None,
        absorbed: None,
        cached: None,
        streaming: None,
        visible: Fields::default(),
        emits_length_only: false,
        join: Join::default(),
        usage: Usage::default(),
        collection_scans: 0,
    })])
}

/// Stages and operators whose results differ between runs.
const RANDOM: [&str; 3] = ["$rand\0", "$sample\0", "$sampleRate\0"];

/// Whether a text, such as a variable's name, occurs in a pipeline's bytes.
fn contains(pipeline: &[u8], text: &str) -> bool {
    pipeline.windows(text.len()).any(|window| window == text.as_bytes())
}

/// The `$lookup` stage: joins another collection.
#[derive(Debug)]
pub struct Lookup {
    from: (String, String),
    pub(super) as_field: Rc<FieldPath>,
    equality: Option<Equality>,
    variables: Vec<(String, Box<dyn Expression>)>,
    /// The nested pipeline as written.
    pipeline: Option<Vec<u8>>,
    context: ParseContext,
    /// Whether the matches depend on the input document.
    correlated: bool,
    /// The absorbed `$unwind` of the array.
    pub(super) unwind: Option<Unwinding>,
    /// The absorbed `$match` after that `$unwind`, rewritten for foreign documents: its filter and its stages.
    pub(super) absorbed: Option<(Filter, Vec<u8>)>,
    /// The matches of an uncorrelated lookup.
    cached: Option<Rc<Vec<Vec<u8>>>>,
    /// The document whose matches didn't all fit into the sink.
    pub(super) streaming: Option<Streaming<'static>>,
    /// The fields that later stages read.
    pub(super) visible: Fields,
    /// Whether the stage emits the number of matches instead of their array.
    emits_length_only: bool,
    /// How matches of an equality without a pipeline are found.
    join: Join,
    usage: Usage,
    collection_scans: u64,
}

/// The matches of one document.
#[derive(Debug)]
pub(super) enum Matches {
    Running(Box<Pipeline>),
    Cached(Rc<Vec<Vec<u8>>>, usize),
    Records(MatchedRecords),
}

impl Lookup {
    /// Starts the search for the matches of a document.
    fn open(&self, root: RawDoc<'_>, execution: Execution<'_>) -> Result<Pipeline> {
        let mut context = self.context.clone();
        let scope = Scope::new(root, execution.environment);
        for (name, value) in &self.variables {
            context.define_constant(name, value.evaluate(&scope)?.into_owned());
        }
        let written = self.pipeline.as_deref().unwrap_or(EMPTY_DOCUMENT);
        let absorbed = self.absorbed.as_ref().map_or(EMPTY_DOCUMENT, |(_, stages)| stages);
        let written = &*concatenate(RawDoc::new(written), RawDoc::new(absorbed));
        // The equality precedes the pipeline, but follows a leading `$documents`.
        let source = usize::from(begins_with_documents(RawDoc::new(written)));
        let with_equality = self.equality.as_ref().map(|equality| {
            let mut stages = ArrayBuilder::new();
            let push = |stages: &mut ArrayBuilder, stage| {
                stages.push_raw(stage);
            };
            RawDoc::new(written).values().take(source).for_each(|stage| push(&mut stages, stage));
            stages.document(|stage| {
                stage.append_doc("$match", RawDoc::new(&equality.filter(root)));
            });
            RawDoc::new(written).values().skip(source).for_each(|stage| push(&mut stages, stage));
            stages.finish()
        });
        let stages = RawDoc::new(with_equality.as_deref().unwrap_or(written));
        let catalog: &Catalog = execution.catalog;
        open_pipeline(catalog, &self.from.0, &self.from.1, stages, None, &mut context)
    }

    fn count(&mut self, pipeline: &Pipeline) {
        let usage = pipeline.usage();
        self.usage.add(&usage);
        self.collection_scans += u64::from(usage.summary.is_some_and(|plan| plan.contains("COLLSCAN")));
    }

    pub(super) fn matches(&mut self, root: RawDoc<'_>, execution: Execution<'_>) -> Result<Matches> {
        if let Some(cached) = &self.cached {
            return Ok(Matches::Cached(cached.clone(), 0));
        }
        if let Some(records) = self.look_up(root, execution)? {
            return Ok(Matches::Records(records));
        }
        let mut pipeline = self.open(root, execution)?;
        if self.correlated {
            return Ok(Matches::Running(Box::new(pipeline)));
        }
        let outcome = read_all(&mut pipeline, execution);
        self.count(&pipeline);
        let documents = Rc::new(outcome?);
        self.cached = Some(documents.clone());
        Ok(Matches::Cached(documents, 0))
    }

    /// Looks up the matches of a plain equality without planning a query; `None` for other lookups.
    fn look_up(&mut self, root: RawDoc<'_>, execution: Execution<'_>) -> Result<Option<MatchedRecords>> {
        let (Some(equality), None) = (&self.equality, &self.pipeline) else {
            return Ok(None);
        };
        let Some(collection) = self.foreign(execution) else {
            return Ok(None);
        };
        if collection.options.view.is_some() {
            return Ok(None);
        }
        let path = equality.foreign.as_str();
        if self.join.has_index(collection, path) {
            // A single value, compared by its key bytes.
            return Ok(match equality.local.find(root) {
                Found::Stored(value) if execution.environment.collation.is_none() => {
                    self.join.by_index(value, collection, path, &mut self.usage)
                }
                _ => None,
            });
        }
        let values = equality.local_values(root);
        let values = RawDoc::new(&values);
        if values.values().any(|value| value.tag == crate::value::tag::UNDEFINED) {
            return Ok(None);
        }
        let compared = (path, self.context.environment.collation.clone());
        let (records, read) = self.join.by_table(values.values(), collection, compared, &mut self.usage)?;
        self.collection_scans += u64::from(read);
        Ok(Some(records))
    }

    /// Passes the remaining matches of a document to `take` until it returns false. Returns whether there are no more.
    pub(super) fn each_match(
        &mut self,
        matches: &mut Matches,
        execution: Execution<'_>,
        take: &mut dyn FnMut(&Self, RawDoc<'_>) -> Result<bool>,
    ) -> Result<bool> {
        match matches {
            Matches::Cached(documents, at) => {
                while let Some(document) = documents.get(*at) {
                    *at += 1;
                    if !take(self, RawDoc::new(document))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Matches::Records(records) => {
                let Some(foreign) = self.foreign(execution) else { return Ok(true) };
                let mut buffer = Vec::new();
                while let Some((record, _)) = records.next(foreign) {
                    self.usage.examined = self.usage.examined + records.take_examined();
                    if !self.absorbs(record, foreign)? {
                        continue;
                    }
                    let mut out = DocBuilder::within(std::mem::take(&mut buffer));
                    self.write_match(record, foreign, &mut out);
                    buffer = out.finish();
                    if !take(self, RawDoc::new(&buffer))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Matches::Running(pipeline) => {
                let exhausted = pipeline.each(execution, |row| take(self, row.document));
                if !matches!(exhausted, Ok(false)) {
                    self.count(pipeline);
                }
                exhausted
            }
        }
    }

    /// Returns the foreign collection; `None` when it doesn't exist.
    fn foreign<'db>(&self, execution: Execution<'db>) -> Option<&'db Collection> {
        execution.catalog.find(&self.from.0, &self.from.1).map(|(_, collection)| collection)
    }

    /// Returns match counts by value, valid while this command runs, which replace looking up matches.
    fn counts(&mut self, foreign: Option<&Collection>, execution: Execution<'_>) -> Option<Rc<Counts>> {
        if !self.visible.length_only || self.pipeline.is_some() || execution.environment.collation.is_some() {
            return None;
        }
        self.join.counts(foreign?, self.equality.as_ref()?.foreign.as_str())
    }

    /// Returns a document's number of matches if the counts include its value.
    fn count_by(&mut self, counts: &Counts, root: RawDoc<'_>) -> Option<Result<usize>> {
        let Found::Stored(value) = self.equality.as_ref()?.local.find(root) else { return None };
        let (count, bytes) = counts.find(value)?;
        let documents = u64::from(count);
        // Charge what an index on the field alone would have examined.
        self.usage.examined = self.usage.examined
            + Examined { keys: documents, documents, bytes, seeks: documents + 1, comparisons: 0 };
        Some(self.check_size(bytes as usize).map(|()| count as usize))
    }

    /// Writes the document with the array of its matches.
    fn write(&mut self, root: RawDoc<'_>, execution: Execution<'_>, out: &mut DocBuilder) -> Result<()> {
        let path = self.as_field.clone();
        let mut written = Ok(());
        match path.parts() {
            [name] if self.visible.write_beside(root, name, out) => {
                out.array(name, |found| written = self.write_matches(root, execution, found));
            }
            parts => {
                let mut found = ArrayBuilder::new();
                written = self.write_matches(root, execution, &mut found);
                let whole = set_path(root, parts, &Value::array(found.finish()));
                out.append_all(RawDoc::new(&whole));
            }
        }
        written
    }

    /// Returns a document's number of matches.
    fn number_of_matches(
        &mut self,
        root: RawDoc<'_>,
        foreign: Option<&Collection>,
        execution: Execution<'_>,
    ) -> Result<usize> {
        let counts = self.counts(foreign, execution);
        if let Some(counted) = counts.and_then(|counts| self.count_by(&counts, root)) {
            return counted;
        }
        let (mut count, mut size) = (0, 0);
        match self.matches(root, execution)? {
            Matches::Cached(documents, _) => {
                (count, size) = (documents.len(), documents.iter().map(Vec::len).sum());
            }
            Matches::Records(mut records) => {
                if let Some(foreign) = foreign {
                    (count, size) = records.measure(foreign);
                    self.usage.examined = self.usage.examined + records.take_examined();
                }
                self.join.recycle(records);
            }
            mut running @ Matches::Running(_) => {
                self.each_match(&mut running, execution, &mut |lookup, found| {
                    count += 1;
                    size += found.as_bytes().len();
                    lookup.check_size(size).map(|()| true)
                })?;
            }
        }
        self.check_size(size)?;
        Ok(count)
    }

    /// Passes on the documents of the input with their numbers of matches.
    fn run_counting(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        let as_field = self.as_field.clone();
        let foreign = self.foreign(execution);
        let mut counts = None;
        input.each_into(sink, |row, sink| {
            let document = row.document;
            if counts.is_none() {
                counts = self.counts(foreign, execution);
            }
            let elements = match counts.as_deref().and_then(|counts| self.count_by(counts, document)) {
                Some(counted) => counted?,
                None => self.number_of_matches(document, foreign, execution)?,
            };
            let array_length = Some(ArrayLength { path: as_field.as_str(), elements });
            sink.push(Row { document, array_length })
        })
    }

    /// Returns the top-level output field if later stages read only the array's length.
    pub(in crate::aggregate) fn array_length_field(&self) -> Option<&str> {
        let [field] = self.as_field.parts() else { return None };
        (self.visible.length_only && self.unwind.is_none()).then_some(field)
    }

    /// Makes the stage emit documents unchanged, with the number of matches as their array length.
    pub(in crate::aggregate) fn emit_length_only(&mut self) {
        self.emits_length_only = true;
    }

    /// Writes the matches of a document, or as many nulls if later stages read only the length.
    fn write_matches(
        &mut self,
        root: RawDoc<'_>,
        execution: Execution<'_>,
        found: &mut ArrayBuilder,
    ) -> Result<()> {
        if self.visible.length_only {
            let foreign = self.foreign(execution);
            found.push_nulls(self.number_of_matches(root, foreign, execution)?);
            return Ok(());
        }
        let mut matches = self.matches(root, execution)?;
        let mut size = 0;
        if let Matches::Records(mut records) = matches {
            if let Some(foreign) = self.foreign(execution) {
                while let Some((record, length)) = records.next(foreign) {
                    let start = found.open_document();
                    self.write_match(record, foreign, found.inner());
                    found.close_document(start);
                    size += length;
                    self.check_size(size)?;
                }
                self.usage.examined = self.usage.examined + records.take_examined();
            }
            self.join.recycle(records);
        } else {
            self.each_match(&mut matches, execution, &mut |lookup, document| {
                found.push_doc(document);
                size += document.as_bytes().len();
                lookup.check_size(size).map(|()| true)
            })?;
        }
        Ok(())
    }

    /// Whether a record satisfies the conditions of the absorbed `$match`.
    fn absorbs(&self, record: RecordId, foreign: &Collection) -> Result<bool> {
        match (&self.absorbed, foreign.records().get(record)) {
            (Some((filter, _)), Some(document)) => filter.matches(RawDoc::new(document)),
            _ => Ok(true),
        }
    }

    /// Writes the visible fields of a match.
    fn write_match(&mut self, record: RecordId, foreign: &Collection, out: &mut DocBuilder) {
        if let Some(field) = self.visible.foreign.only()
            && let Some(column) = self.join.column(foreign, field)
            && column.code(record) != NEEDS_DOCUMENT
        {
            out.append_raw(field, column.dictionary().value(column.code(record)));
        } else if let Some(document) = foreign.records().get(record) {
            self.visible.foreign.append(RawDoc::new(document), out);
        }
    }

    /// Refuses matches that exceed the size limit.
    fn check_size(&self, bytes: usize) -> Result<()> {
        if bytes <= MAX_MATCHES {
            return Ok(());
        }
        Err(Error::new(
            4568,
            format!(
                "Total size of documents in {} matching pipeline's $lookup stage exceeds {MAX_MATCHES} bytes",
                self.from.1
            ),
        ))
    }
}

impl Stage for Lookup {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        if self.unwind.is_some() {
            return self.run_unwound(input, sink);
        }
        if self.emits_length_only {
            return self.run_counting(input, sink);
        }
        input.each_into(sink, |row, sink| sink.write(&mut |out| self.write(row.document, execution, out)))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.fields.extend(self.equality.iter().map(|equality| equality.local.as_str().to_owned()));
        self.variables.iter().for_each(|(_, value)| value.dependencies(out));
    }

    fn commutes_with_match(&self, reads: &Dependencies) -> bool {
        super::passes_beside(&self.effect(), reads)
    }

    fn effect(&self) -> Effect {
        let mut changed = vec![self.as_field.as_str().to_owned()];
        let index_name = self.unwind.as_ref().and_then(|unwind| unwind.index_name.as_ref());
        changed.extend(index_name.map(|name| name.as_str().to_owned()));
        Effect::Changes(changed)
    }

    fn is_one_to_one(&self) -> bool {
        self.unwind.is_none()
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Lookup(self)
    }

    fn set_required_fields(&mut self, needed: &RequiredFields) {
        self.visible = Fields::new(needed, self.as_field.as_str());
    }

    fn usage(&self, out: &mut Usage) {
        out.add(&self.usage);
        out.operations += 1;
    }

    fn describe(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        let unwind = self.unwind.as_ref()?;
        let mut out = DocBuilder::new();
        out.document("$lookup", |spec| {
            spec.append_all(
                written.get("$lookup").and_then(RawValue::as_document).unwrap_or(RawDoc::empty()),
            );
            if let (Some((filter, _)), None) = (&self.absorbed, &self.pipeline) {
                spec.document("let", |_| {});
                spec.array("pipeline", |stages| {
                    stages.document(|stage| {
                        stage.append_doc("$match", RawDoc::new(&filter.describe()));
                    });
                });
            }
            unwind.describe(spec);
        });
        Some(out.finish())
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        out.append_i64("totalDocsExamined", count(self.usage.examined.documents))
            .append_i64("totalKeysExamined", count(self.usage.examined.keys))
            .append_i64("collectionScans", count(self.collection_scans));
        out.array("indexesUsed", |names| {
            for (_, name) in &self.usage.indexes {
                names.push_str(name);
            }
        });
    }
}
