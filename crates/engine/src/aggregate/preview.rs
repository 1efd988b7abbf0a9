//! The preview of a pipeline: the output of each prefix, from one run.
//!
//! The stages run as written, with a [`Tap`] after each that counts the documents
//! and keeps a sample. When the last stage is exhausted, the documents that a
//! `$limit` didn't pull are drawn from the stages before it, so no prefix runs twice.

use std::cell::RefCell;
use std::rc::Rc;

use super::collection_source::CollectionSource;
use super::cursor_part::CursorPart;
use super::execution::{Catalog, Execution};
use super::expression::{Dependencies, ParseContext};
use super::foreign::{concatenate, resolve_view};
use super::pipeline::{Pipeline, PipelineStage};
use super::pipeline_shape::check_position;
use super::row_sink::RowSink;
use super::stage::{Effect, Input, Kind, Stage};
use crate::plan::Hint;
use crate::value::RawDoc;
use crate::{Error, Result};

/// The limits of the sample kept per prefix.
#[derive(Clone, Copy, Debug)]
pub struct SampleLimits {
    /// The number of documents.
    pub documents: usize,
    /// Their total size in bytes.
    pub bytes: usize,
}

/// The output of a stage: the number of documents and a sample.
#[derive(Debug, Default)]
pub struct StageSample {
    /// The number of documents.
    pub count: u64,
    /// The first documents, within the limits.
    pub sample: Vec<Vec<u8>>,
    /// Whether the prefix is exhausted.
    pub complete: bool,
    bytes: usize,
    failed: bool,
}

impl StageSample {
    /// Keeps a document if the limits allow it.
    fn keep(&mut self, document: &[u8], limits: SampleLimits) {
        if self.sample.len() < limits.documents && document.len() <= limits.bytes - self.bytes {
            self.bytes += document.len();
            self.sample.push(document.to_vec());
        }
    }
}

/// One stage and the output of the prefix that ends with it.
#[derive(Debug, Default)]
pub struct StagePreview {
    /// The stage as written; an empty document for an element that isn't a document.
    pub written: Vec<u8>,
    /// Whether the stage comes from the view that the pipeline reads.
    pub of_view: bool,
    /// Whether the stage is an output stage, which a preview doesn't execute.
    pub writes: bool,
    /// The stage's output; `None` when it didn't run.
    pub seen: Option<StageSample>,
    /// The error with which the stage failed.
    pub error: Option<Error>,
}

/// A pipeline's preview.
#[derive(Debug, Default)]
pub struct Preview {
    /// The namespace read and its documents; `None` when the first stage generates documents.
    pub source: Option<(String, StageSample)>,
    /// The stages in the order written, a view's first.
    pub stages: Vec<StagePreview>,
}

impl Preview {
    /// Creates an empty preview; the first `of_view` stages come from the view.
    fn of(stages: RawDoc<'_>, of_view: usize) -> Self {
        let mut out = Preview::default();
        for (at, value) in stages.values().enumerate() {
            let written = value.as_document().unwrap_or(RawDoc::empty()).as_bytes().to_vec();
            out.stages.push(StagePreview { written, of_view: at < of_view, ..StagePreview::default() });
        }
        out
    }

    /// Compiles the stages up to the first invalid one, whose error is recorded. Returns the compiled stages
    /// and, for each written stage, the number of compiled stages up to its end.
    fn parse(&mut self, stages: RawDoc<'_>, context: &mut ParseContext) -> (Pipeline, Vec<usize>) {
        let mut pipeline = Pipeline::default();
        let (mut ends, mut behind) = (Vec::new(), None);
        let count = self.stages.len();
        for ((at, value), preview) in stages.values().enumerate().zip(&mut self.stages) {
            let compiled = pipeline.push(value, context);
            match compiled.and_then(|()| check_position(value, behind.replace(value), at + 1 == count)) {
                Ok(()) => ends.push(pipeline.stages().len()),
                Err(error) => {
                    preview.error = Some(error);
                    break;
                }
            }
        }
        (pipeline, ends)
    }

    /// Records the taps' samples and the failure. `of_tap` pairs each tap with the stage before it.
    ///
    /// # Errors
    /// The failure if it belongs to no stage: reading the collection failed.
    fn record(
        &mut self,
        of_tap: &[(usize, usize)],
        seen: &dyn Fn(usize) -> Option<StageSample>,
        failure: Option<(usize, Error)>,
    ) -> Result<()> {
        let failed_at = failure.as_ref().map_or(usize::MAX, |(tap, _)| *tap);
        for &(tap, at) in of_tap {
            // Samples after the failed stage are incomplete.
            self.stages[at].seen = seen(tap).filter(|seen| seen.complete || tap <= failed_at);
        }
        let Some((tap, error)) = failure else { return Ok(()) };
        let Some((_, at)) = of_tap.iter().find(|(of, _)| *of == tap) else { return Err(error) };
        self.stages[*at].error = Some(error);
        Ok(())
    }
}

/// A stage that passes documents on, counts them and keeps the first ones.
#[derive(Debug)]
struct Tap {
    limits: SampleLimits,
    seen: Rc<RefCell<StageSample>>,
}

impl Stage for Tap {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let mut failed_later = false;
        let outcome = input.expand_into(sink, |row, sink| {
            let mut seen = self.seen.borrow_mut();
            seen.count += 1;
            seen.keep(row.document.as_bytes(), self.limits);
            drop(seen);
            let passed = sink.push(row);
            failed_later = passed.is_err();
            passed
        });
        self.seen.borrow_mut().failed |= outcome.is_err() && !failed_later;
        outcome
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }
}

/// A pipeline under construction, with its taps.
struct Tapped {
    limits: SampleLimits,
    stages: Vec<PipelineStage>,
    /// The position of each tap in `stages`, and its sample.
    taps: Vec<(usize, Rc<RefCell<StageSample>>)>,
}

impl Tapped {
    /// Appends a tap; returns its number.
    fn tap(&mut self) -> usize {
        let seen = Rc::default();
        let tap = Tap { limits: self.limits, seen: Rc::clone(&seen) };
        self.taps.push((self.stages.len(), seen));
        self.stages.push(unwritten(Box::new(tap)));
        self.taps.len() - 1
    }

    /// Exhausts the prefixes, the longest first. Returns the number of the tap
    /// whose stage failed, with the error.
    fn run(&mut self, execution: Execution<'_>) -> Option<(usize, Error)> {
        let mut failure: Option<(usize, Error)> = None;
        for at in (0..self.taps.len()).rev() {
            if failure.as_ref().is_some_and(|(failed, _)| at >= *failed) {
                continue;
            }
            let prefix = &mut self.stages[..=self.taps[at].0];
            match (Input { stages: prefix, execution }).drain(|_| Ok(())) {
                Ok(()) => self.taps[at].1.borrow_mut().complete = true,
                // Every tap after the failed stage passes its error on, so the first of them belongs to that stage.
                Err(error) => {
                    let failed = self.taps.iter().position(|(_, seen)| seen.borrow().failed);
                    failure = Some((failed.unwrap_or(at), error));
                }
            }
        }
        failure
    }
}

/// Creates a stage that isn't in the pipeline as written.
fn unwritten(stage: Box<dyn Stage>) -> PipelineStage {
    PipelineStage::new(RawDoc::empty().as_bytes().to_vec(), stage)
}

/// Returns a collection's number of documents and a sample of the first ones.
fn sample_collection(catalog: &Catalog, database: &str, name: &str, limits: SampleLimits) -> StageSample {
    let mut seen = StageSample { complete: true, ..StageSample::default() };
    if let Some((_, collection)) = catalog.find(database, name) {
        seen.count = collection.records().len() as u64;
        for (_, document) in collection.records().iter().take(limits.documents) {
            seen.keep(document, limits);
        }
    }
    seen
}

/// Runs a pipeline over a collection or view and returns the output of each prefix.
/// `$out` and `$merge` aren't executed.
///
/// # Errors
/// Errors that belong to no stage: views too deep, a hint that names no index.
/// Errors of stages are in their entries.
pub fn preview(
    catalog: &Catalog,
    (database, collection): (&str, &str),
    stages: RawDoc<'_>,
    hint: Option<Hint>,
    limits: SampleLimits,
    context: &mut ParseContext,
) -> Result<Preview> {
    let (base, view) = resolve_view(catalog, database, collection)?;
    let of_view = view.as_deref().map_or(0, |view| RawDoc::new(view).count());
    let whole = view.map(|view| concatenate(RawDoc::new(&view), stages));
    let stages = whole.as_deref().map_or(stages, RawDoc::new);
    context.database = database.to_owned();
    context.collection = base.clone();
    let environment = context.environment.clone();

    let mut out = Preview::of(stages, of_view);
    let mut tapped = Tapped { limits, stages: Vec::new(), taps: Vec::new() };
    let (mut pipeline, ends) = out.parse(stages, context);
    let writes = pipeline.take_output().is_some();
    let generates_documents = pipeline.generates_documents();
    let mut parsed = pipeline.into_stages().into_iter().peekable();

    let mut source = None;
    if !generates_documents {
        let mut part = CursorPart { hint, ..CursorPart::default() };
        // A leading `$match` may use an index; the collection is then sampled
        // directly instead of read by the source.
        if let Some(Kind::Match(found)) = parsed.peek_mut().map(PipelineStage::kind) {
            part.filter = Some(found.filter().clone());
            source = Some(sample_collection(catalog, database, &base, limits));
            parsed.next();
        }
        let execution = Execution { catalog, environment: &environment };
        let cursor = CollectionSource::open(execution, database, &base, part)?;
        tapped.stages.push(unwritten(Box::new(cursor)));
    }
    let reads = (!generates_documents && source.is_none()).then(|| tapped.tap());
    // The source already contains a leading `$match`.
    let mut taken = usize::from(source.is_some());
    let mut of_tap = Vec::new();
    for (at, end) in ends.into_iter().enumerate() {
        if writes && at + 1 == out.stages.len() {
            out.stages[at].writes = true;
            break;
        }
        tapped.stages.extend(parsed.by_ref().take(end - taken));
        taken = end;
        of_tap.push((tapped.tap(), at));
    }

    let failure = tapped.run(Execution { catalog, environment: &environment });
    let Tapped { taps, stages, .. } = tapped;
    drop(stages);
    let seen = |tap: usize| taps.get(tap).map(|(_, seen)| seen.take());
    out.source = source.or_else(|| reads.and_then(seen)).map(|seen| (format!("{database}.{base}"), seen));
    out.record(&of_tap, &seen, failure)?;
    Ok(out)
}
