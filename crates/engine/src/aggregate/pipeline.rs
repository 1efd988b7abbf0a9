//! Pipelines: parsing and running.

use super::collection_source::CollectionSource;
use super::cursor_part::CursorPart;
use super::execution::{Catalog, Execution, Usage};
use super::expression::{ConstantFaults, Dependencies, ParseContext};
use super::optimize;
use super::output::{Output, find_output};
use super::pipeline_shape::{check_position, check_shape, stage_of, unknown_stage};
use super::required_fields::{emit_length_only, required_fields};
use super::row_sink::{Row, RowSink};
use super::stage::{Effect, GeoNear, Input, Kind, Position, Stage, UNPACK_BUCKET, find_stage};
use crate::plan::Meta;
use crate::plan::OnePerGroup;
use crate::value::{ArrayBuilder, DocBuilder, Path, RawDoc, RawValue};
use crate::{Error, Result};

/// The largest number of stages of a pipeline, counted after parsing as in the server.
const MAX_STAGES: usize = 1000;

/// A compiled pipeline; while it runs, its cursor.
#[derive(Debug, Default)]
pub struct Pipeline {
    stages: Vec<PipelineStage>,
    output: Option<Output>,
}

/// A stage of a pipeline with its written form and statistics for explain.
#[derive(Debug)]
pub struct PipelineStage {
    /// The stage as written, `{ $name: <specification> }`.
    written: Vec<u8>,
    stage: Box<dyn Stage>,
    /// The number of documents returned so far.
    returned: u64,
}

impl PipelineStage {
    /// Passes the stage's documents to a sink until it is full; returns whether the stage is exhausted and the sink
    /// isn't full.
    pub(super) fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let before = sink.received();
        let exhausted = self.stage.run(input, sink);
        self.returned += sink.received() - before;
        Ok(exhausted? && !sink.is_full())
    }

    /// Creates a stage, written as `{ $name: … }`, that has returned nothing yet.
    pub(super) fn new(written: Vec<u8>, stage: Box<dyn Stage>) -> Self {
        PipelineStage { written, stage, returned: 0 }
    }

    /// The compiled stage.
    pub(super) fn stage(&self) -> &dyn Stage {
        self.stage.as_ref()
    }

    /// Sets the number of documents returned.
    pub(super) fn set_returned(&mut self, documents: u64) {
        self.returned = documents;
    }

    /// Returns the stage's kind, for the optimizer.
    pub(super) fn kind(&mut self) -> Kind<'_> {
        self.stage.kind()
    }

    /// The compiled stage, mutable.
    pub(super) fn stage_mut(&mut self) -> &mut dyn Stage {
        self.stage.as_mut()
    }

    /// Whether the stage is a search that the source runs; explain shows it there.
    pub fn stage_is_search(&self) -> bool {
        self.stage.as_search().is_some()
    }

    /// Returns the stage's name.
    pub fn name(&self) -> &str {
        RawDoc::new(&self.written).first().map_or("", |element| element.name())
    }

    /// Returns the stage as explain shows it.
    pub fn described(&self) -> Vec<u8> {
        self.stage.describe(self.written()).unwrap_or_else(|| self.written.clone())
    }

    /// The stage as written.
    pub fn written(&self) -> RawDoc<'_> {
        RawDoc::new(&self.written)
    }

    /// Returns the collection source if the stage is one.
    pub fn source(&self) -> Option<&CollectionSource> {
        self.stage.as_collection()
    }

    /// Returns the pipeline whose documents the stage appends to its input (`$unionWith`).
    pub fn appended_pipeline(&self) -> Option<&Pipeline> {
        self.stage.appended_pipeline()
    }

    /// Returns the named pipelines that the stage runs over its input (`$facet`).
    pub fn facets(&self) -> &[(String, Pipeline)] {
        self.stage.facets()
    }

    /// Writes the stage's run statistics, except the number of documents.
    pub fn describe_stats(&self, out: &mut DocBuilder) {
        self.stage.describe_stats(out);
    }

    /// The number of documents returned so far.
    pub fn returned(&self) -> u64 {
        self.returned
    }
}

impl Pipeline {
    /// Compiles and optimises a pipeline.
    ///
    /// # Errors
    /// 40323 and 40324 for malformed and unknown stages, 40601 and 40602 for
    /// misplaced stages, and the stages' own errors.
    pub fn parse(stages: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut pipeline = Self::parse_as_written(stages, context)?;
        optimize::optimize(&mut pipeline.stages);
        Ok(pipeline)
    }

    /// Compiles a pipeline without changing the order of its stages.
    ///
    /// # Errors
    /// Same as [`Self::parse`].
    pub fn parse_as_written(stages: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut pipeline = Pipeline::default();
        check_shape(stages)?;
        let mut faults = ConstantFaults::default();
        for item in stages.values() {
            pipeline.push(item, context).or_else(|error| faults.keep_of_pipeline(error))?;
        }
        let (mut behind, mut rest) = (None, stages.values().peekable());
        while let Some(item) = rest.next() {
            check_position(item, behind.replace(item), rest.peek().is_none())?;
        }
        faults.report()?;
        if pipeline.stages.len() > MAX_STAGES {
            return Err(Error::new(
                7749501,
                format!("Pipeline length must be no longer than {MAX_STAGES} stages."),
            ));
        }
        Ok(pipeline)
    }

    /// Compiles and appends a stage, without checking its position.
    pub(super) fn push(&mut self, stage: RawValue<'_>, context: &mut ParseContext) -> Result<()> {
        let (doc, element) = stage_of(stage)?;
        let name = element.name();
        if let Some(stage) = find_output(name) {
            self.output = Some(stage.parse(element.value, context)?);
            return Ok(());
        }
        let Some(operator) = find_stage(name) else { return Err(unknown_stage(name)) };
        // Time-series collections are views that unpack buckets in front of the stages.
        let is_unpacked = self.stages.last().is_some_and(|planned| planned.name() == UNPACK_BUCKET);
        let parse = operator.over_measurements.filter(|_| is_unpacked).unwrap_or(operator.parse);
        for stage in parse(element.value, context)? {
            let written = stage.stands_for().unwrap_or(doc).as_bytes().to_vec();
            self.stages.push(PipelineStage::new(written, stage));
        }
        Ok(())
    }

    /// Returns the stages, without the output stage.
    pub(super) fn into_stages(self) -> Vec<PipelineStage> {
        self.stages
    }

    /// The stages in execution order.
    pub fn stages(&self) -> &[PipelineStage] {
        &self.stages
    }

    /// The stages in execution order, mutable.
    pub(super) fn stages_mut(&mut self) -> impl Iterator<Item = &mut PipelineStage> {
        self.stages.iter_mut()
    }

    /// The output stage, `$out` or `$merge`.
    pub fn output(&self) -> Option<&Output> {
        self.output.as_ref()
    }

    /// Removes the output stage, which the caller executes.
    pub fn take_output(&mut self) -> Option<Output> {
        self.output.take()
    }

    /// Whether the first stage generates documents instead of reading the collection.
    pub fn generates_documents(&self) -> bool {
        self.stages.first().is_some_and(|planned| {
            find_stage(planned.name()).is_some_and(|stage| stage.position == Position::First)
                && planned.stage().as_search().is_none()
        })
    }

    /// Returns the `$geoNear` that the pipeline begins with.
    pub(super) fn search(&self) -> Option<&GeoNear> {
        self.stages.first()?.stage().as_search()
    }

    /// Returns the metadata that the stages need from the source's plan.
    pub(super) fn metadata(&self) -> Vec<Meta> {
        let mut reads = Dependencies::default();
        self.stages.iter().for_each(|planned| planned.stage().dependencies(&mut reads));
        reads.metadata
    }

    /// Whether a stage is a `$sort`.
    pub(super) fn sorts(&self) -> bool {
        self.stages.iter().any(|planned| planned.name() == "$sort")
    }

    /// Inserts a source at the front.
    pub fn prepend(&mut self, source: Box<dyn Stage>) {
        self.prepend_as("$cursor", source);
    }

    /// Inserts a stage before the one at an index, or at the end.
    pub(super) fn insert(&mut self, at: Option<usize>, planned: PipelineStage) {
        self.stages.insert(at.unwrap_or(self.stages.len()), planned);
    }

    /// Inserts a source at the front, under the name that explain shows.
    pub(super) fn prepend_as(&mut self, name: &str, source: Box<dyn Stage>) {
        let mut written = DocBuilder::new();
        written.document(name, |_| {});
        self.stages.insert(0, PipelineStage::new(written.finish(), source));
    }

    /// Removes and returns the leading stages that a collection's cursor can execute.
    pub fn split_for_cursor(&mut self) -> CursorPart {
        let mut part = CursorPart::default();
        optimize::split_for_cursor(&mut self.stages, &mut part);
        part.fields = self.needed_fields();
        self.set_group_hints(&mut part);
        part
    }

    /// Records what the cursor can do for a `$group` that follows it.
    fn set_group_hints(&mut self, part: &mut CursorPart) {
        let may_stop = self.stages.iter_mut().any(|planned| matches!(planned.kind(), Kind::Limit(_)));
        let Some(Kind::Group(group)) = self.stages.first_mut().map(PipelineStage::kind) else { return };
        if part.projection.is_none() {
            group.set_first();
        }
        let sort = part.sort.as_deref().map_or(RawDoc::empty(), RawDoc::new);
        // A `$limit` that stops early would leave documents unread that the server reads.
        if !may_stop {
            group.emit_in_order(sort);
        }
        if part.skip > 0 || part.limit.is_some() || part.projection.is_some() {
            return;
        }
        if let Some(one) = group.one_document().filter(|one| one.order.is_none() || part.sort.is_none()) {
            part.one_per_group = Some(OnePerGroup { path: Path::new(&one.path), last: one.last });
            part.group_order = one.order;
        }
    }

    /// Makes the source show the fields it reads, for explain.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn show_fields(&mut self, catalog: &Catalog) -> Result<()> {
        self.stages.iter_mut().try_for_each(|planned| planned.stage_mut().prepare_explain(catalog))?;
        let whole = self.needed_fields_behind_source().is_none();
        let Some((first, behind)) = self.stages.split_first_mut() else { return Ok(()) };
        let Kind::Collection(source) = first.kind() else { return Ok(()) };
        // The cursor takes over a `$project` that follows; an exclusion only if later stages need whole documents.
        let projection = behind.first_mut().and_then(|next| {
            let Kind::Project(projection) = next.kind() else { return None };
            let cursors = projection.is_inclusion() || whole;
            cursors.then(|| super::explained::projection(next.written())).flatten()
        });
        if let Some(projection) = projection
            && source.show_projection(catalog, &projection)?
        {
            source.repeat_trial(catalog)?;
            self.stages.remove(1);
            return Ok(());
        }
        source.show_fields(catalog)?;
        source.repeat_trial(catalog)
    }

    /// Like [`Self::needed_fields`], for the stages after the source.
    fn needed_fields_behind_source(&self) -> Option<Vec<String>> {
        self.stages.get(1..).and_then(required_fields).map(|needed| needed.fields)
    }

    /// Makes the leading `$group` treat each document as a group.
    pub(super) fn group_each(&mut self) {
        if let Some(Kind::Group(group)) = self.stages.first_mut().map(PipelineStage::kind) {
            group.group_each();
        }
    }

    /// Returns the dotted paths that the pipeline reads from its source; `None` when it
    /// may need whole documents.
    pub fn needed_fields(&self) -> Option<Vec<String>> {
        required_fields(&self.stages).map(|needed| needed.fields)
    }

    /// Passes the visible fields to the first stage that does more than filter, sort, skip and limit.
    fn pass_visible_fields(&mut self) {
        if self.stages.first().is_none_or(|first| first.source().is_none()) {
            return;
        }
        let Some(fields) = self.needed_fields_behind_source() else { return };
        let selects = |planned: &mut PipelineStage| {
            matches!(planned.kind(), Kind::Match(_) | Kind::Skip(_) | Kind::Limit(_) | Kind::Sort(..))
        };
        if let Some(planned) =
            self.stages.iter_mut().skip(1).find_map(|planned| (!selects(planned)).then_some(planned))
        {
            planned.stage_mut().set_visible_fields(&fields);
        }
    }

    /// Passes every stage the fields that later stages read. Called once, before running.
    pub fn prepare(&mut self) {
        self.pass_visible_fields();
        for at in 0..self.stages.len() {
            let (front, behind) = self.stages.split_at_mut(at + 1);
            if let (Some(planned), Some(needed)) = (front.last_mut(), required_fields(behind)) {
                planned.stage_mut().set_required_fields(&needed);
                emit_length_only(planned, behind);
            }
        }
    }

    /// Returns the whole pipeline as an input.
    fn as_input<'p>(&'p mut self, execution: Execution<'p>) -> Input<'p> {
        Input { stages: &mut self.stages, execution }
    }

    /// Passes results to a sink until it is full; returns whether there are no more. Nothing runs if the sink is full
    /// already.
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn run(&mut self, execution: Execution<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        Ok(!sink.is_full() && self.as_input(execution).run(sink)?)
    }

    /// Passes results to a function until it returns false; returns whether there are no more.
    ///
    /// # Errors
    /// Errors of the stages and of the function.
    pub fn each(
        &mut self,
        execution: Execution<'_>,
        take: impl FnMut(Row<'_>) -> Result<bool>,
    ) -> Result<bool> {
        self.as_input(execution).each(take)
    }

    /// Passes all remaining results to a function.
    ///
    /// # Errors
    /// Same as [`Self::each`].
    pub fn drain(&mut self, execution: Execution<'_>, take: impl FnMut(Row<'_>) -> Result<()>) -> Result<()> {
        self.as_input(execution).drain(take)
    }

    /// Returns the next result.
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn next(&mut self, execution: Execution<'_>) -> Result<Option<Vec<u8>>> {
        let mut found = None;
        self.each(execution, |row| {
            found = Some(row.document.as_bytes().to_vec());
            Ok(false)
        })?;
        Ok(found)
    }

    /// Returns the work on collections so far.
    pub fn usage(&self) -> Usage {
        let mut out = Usage::default();
        for planned in &self.stages {
            planned.stage.usage(&mut out);
        }
        out
    }

    /// Writes the stages as `explain` lists them.
    pub fn describe(&self, out: &mut ArrayBuilder) {
        for planned in &self.stages {
            out.push_doc(RawDoc::new(&planned.described()));
        }
    }
}

/// A source of given documents.
#[derive(Debug)]
pub struct Documents(std::vec::IntoIter<Vec<u8>>);

impl Documents {
    /// Creates a source of these documents.
    pub fn new(documents: Vec<Vec<u8>>) -> Self {
        Documents(documents.into_iter())
    }

    /// Creates a source of the documents in an array.
    pub fn of_array(array: RawDoc<'_>) -> Self {
        let documents = array.values().filter_map(RawValue::as_document);
        Self::new(documents.map(|doc| doc.as_bytes().to_vec()).collect())
    }
}

impl Stage for Documents {
    fn run(&mut self, _: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        sink.push_all(&mut self.0)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
