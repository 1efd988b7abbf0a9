//! Pipelines over collections: the command's own and those that stages such
//! as `$lookup` run.

use std::rc::Rc;

use super::collection_source::CollectionSource;
use super::cursor_part::CursorPart;
use super::execution::{Catalog, Execution};
use super::expression::ParseContext;
use super::output::find_output;
use super::pipeline::Pipeline;
use super::pipeline_shape::{first_stage, written_stages};
use super::stage::{ViewTarget, find_stage};
use crate::plan::Hint;
use crate::query::{Filter, Node};
use crate::value::{ArrayBuilder, RawDoc, Value};
use crate::{Error, ErrorCode, Result};

/// The largest nesting depth of pipelines
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits/>).
const MAX_NESTING: usize = 20;
/// The largest depth of views on views.
const MAX_VIEW_DEPTH: usize = 20;

/// Returns the collection that a view finally reads, and the stages of the views in between.
///
/// # Errors
/// `ViewDepthLimitExceeded` (165).
pub fn resolve_view(catalog: &Catalog, database: &str, name: &str) -> Result<(String, Option<Vec<u8>>)> {
    resolve_views(catalog, database, name, MAX_VIEW_DEPTH)
}

/// Checks that one more view may be created on this collection or view.
///
/// # Errors
/// Same as [`resolve_view`].
pub fn check_view_depth(catalog: &Catalog, database: &str, on: &str) -> Result<()> {
    resolve_views(catalog, database, on, MAX_VIEW_DEPTH - 1).map(|_| ())
}

fn resolve_views(
    catalog: &Catalog,
    database: &str,
    name: &str,
    limit: usize,
) -> Result<(String, Option<Vec<u8>>)> {
    let mut name = name.to_owned();
    let mut stages: Option<Vec<u8>> = None;
    for _ in 0..=limit {
        let view = catalog.find(database, &name).and_then(|(_, collection)| collection.options.view.clone());
        let Some(view) = view else {
            return Ok((name, stages));
        };
        name = view.on;
        stages = Some(match stages {
            None => view.pipeline,
            Some(later) => concatenate(RawDoc::new(&view.pipeline), RawDoc::new(&later)),
        });
    }
    Err(Error::new(
        ErrorCode::VIEW_DEPTH_LIMIT_EXCEEDED,
        format!("View depth too deep or view cycle detected; maximum depth is {MAX_VIEW_DEPTH}"),
    ))
}

/// Concatenates two arrays.
pub(super) fn concatenate(first: RawDoc<'_>, second: RawDoc<'_>) -> Vec<u8> {
    let mut out = ArrayBuilder::new();
    first.values().chain(second.values()).for_each(|value| {
        out.push_raw(value);
    });
    out.finish()
}

/// Compiles a pipeline over a collection or view, with its source stage, ready to run.
///
/// # Errors
/// Errors of compiling and planning.
pub fn open_pipeline(
    catalog: &Catalog,
    database: &str,
    collection: &str,
    stages: RawDoc<'_>,
    hint: Option<Hint>,
    context: &mut ParseContext,
) -> Result<Pipeline> {
    let first = first_stage(stages).and_then(|stage| find_stage(stage.name()));
    let view_target = first.map_or(ViewTarget::Documents, |first| first.view_target);
    let (base, view) = match view_target {
        ViewTarget::Themselves => (collection.to_owned(), None),
        ViewTarget::TimeSeriesThemselves if catalog.buckets_of(database, collection).is_some() => {
            (collection.to_owned(), None)
        }
        _ => resolve_view(catalog, database, collection)?,
    };
    let series = view.as_ref().and_then(|_| catalog.find(database, &base)?.1.options.timeseries.clone());
    let mut whole = view.map(|view| concatenate(RawDoc::new(&view), stages));
    let mut hint = hint;
    if let (Some(series), Some(stages)) = (series, &whole) {
        whole =
            series.with_bucket_match(RawDoc::new(stages), context.environment.collation.is_none()).or(whole);
        hint = series.bucket_hint(hint)?;
    }
    let stages = whole.as_deref().map_or(stages, RawDoc::new);
    let outer = (context.database.clone(), context.collection.clone());
    context.database = database.to_owned();
    context.collection = base.clone();
    let parsed = Pipeline::parse(stages, context);
    (context.database, context.collection) = outer;
    let mut pipeline = parsed?;
    if !pipeline.generates_documents() {
        let metadata = pipeline.metadata();
        crate::plan::Meta::check_sorted(&metadata, pipeline.sorts())?;
        let search = pipeline.search().map(|search| search.filter(catalog)).transpose()?;
        let mut part = CursorPart { hint, metadata, ..pipeline.split_for_cursor() };
        if let Some(search) = search {
            let context = context.filter_context().for_search();
            part.filter = Some(Rc::new(Filter::parse(RawDoc::new(&search), &context)?));
        }
        let filter = part.filter.as_deref().map(Filter::root);
        let nothing = Node::always();
        part.metadata.iter().try_for_each(|meta| meta.check(filter.unwrap_or(&nothing)))?;
        let execution = Execution { catalog, environment: &context.environment };
        let source = CollectionSource::open(execution, database, &base, part)?;
        if source.emits_one_per_group() {
            pipeline.group_each();
        }
        pipeline.prepend(Box::new(source));
    }
    pipeline.prepare();
    Ok(pipeline)
}

/// The stages that a nested pipeline must not contain, with the error.
#[derive(Clone, Copy, Debug)]
pub(super) struct NestedPipelineRules {
    /// Refused stages besides `$out` and `$merge`.
    pub refused: &'static [&'static str],
    /// The error's code.
    pub code: i32,
    /// The error's text after the refused stage's name.
    pub text: &'static str,
}

/// Checks a nested pipeline. It is compiled again for each run, when its variables'
/// values are known and can bound index scans.
///
/// # Errors
/// Errors of compiling, unless they depend on the variables; refused
/// stages; `MaxSubPipelineDepthExceeded` (232).
pub(super) fn check_nested(
    stages: RawDoc<'_>,
    variables: &[&str],
    nested: NestedPipelineRules,
    context: &mut ParseContext,
) -> Result<()> {
    refuse_stages(stages, nested)?;
    if context.nesting >= MAX_NESTING {
        return Err(Error::new(
            ErrorCode::MAX_SUB_PIPELINE_DEPTH_EXCEEDED,
            format!("Maximum number of nested sub-pipelines exceeded. Limit is {MAX_NESTING}"),
        ));
    }
    let mut inner = context.clone();
    inner.nesting += 1;
    for name in variables {
        inner.define_constant(name, Value::Null);
    }
    match Pipeline::parse(stages, &mut inner) {
        // The faulty expression may be valid with the variables' actual values.
        Err(error) if !variables.is_empty() && error.is_of_constants() => Ok(()),
        outcome => outcome.map(|_| ()),
    }
}

/// Refuses stages that a nested pipeline must not contain.
///
/// # Errors
/// The code of `nested`.
pub(super) fn refuse_stages(stages: RawDoc<'_>, nested: NestedPipelineRules) -> Result<()> {
    for stage in written_stages(stages) {
        if find_output(stage.name()).is_some() || nested.refused.contains(&stage.name()) {
            return Err(Error::new(nested.code, format!("{} {}", stage.name(), nested.text)));
        }
    }
    Ok(())
}
