//! Reading views: commands become pipelines appended to the view's own
//! (<https://www.mongodb.com/docs/manual/core/views/>).

use super::view::is_view;
use crate::arguments::Arguments;
use crate::command::Request;
use crate::command::aggregation::aggregate;
use crate::cursor::DEFAULT_FIRST_BATCH;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{PlanRequest, Verbosity};
use crate::value::{ArrayBuilder, DocBuilder, Path, RawDoc, RawValue, Value};

/// The fields that the `aggregate` command inherits from the original command.
const INHERITED_FIELDS: [&str; 8] =
    ["collation", "hint", "let", "maxTimeMS", "comment", "readConcern", "$readPreference", "allowDiskUse"];

/// Whether the command reads a view.
pub(in crate::command) fn applies(request: &Request<'_>) -> bool {
    is_view(request.engine.collection(request.database, request.collection))
}

/// Executes `find` on a view.
///
/// # Errors
/// Errors of [`find_as_pipeline`] and of the pipeline.
pub(in crate::command) fn find(
    request: &mut Request<'_>,
    plan: &PlanRequest,
    out: &mut DocBuilder,
) -> Result<()> {
    let command = find_as_pipeline(request, plan)?;
    as_pipeline(request, &command, |request| aggregate::run(request, out))
}

/// Executes `count` on a view.
///
/// # Errors
/// Errors of the pipeline.
pub(in crate::command) fn count(
    request: &mut Request<'_>,
    plan: &PlanRequest,
    out: &mut DocBuilder,
) -> Result<()> {
    let command = count_as_pipeline(request, plan)?;
    let mut reply = DocBuilder::new();
    as_pipeline(request, &command, |request| aggregate::run(request, &mut reply))?;
    let reply = reply.finish();
    let cursor = RawDoc::new(&reply).get("cursor").and_then(RawValue::as_document);
    let batch = cursor.and_then(|cursor| cursor.get("firstBatch")).and_then(RawValue::as_array);
    let counted = batch.and_then(|batch| batch.nth(0)).and_then(RawValue::as_document);
    let count = counted.and_then(|counted| counted.get(COUNT)).and_then(RawValue::as_number);
    out.append_count("n", count.map_or(0, |count| count.to_i64_clamped().unsigned_abs()));
    Ok(())
}

/// Explains the pipeline that replaces a command.
///
/// # Errors
/// Errors of the pipeline.
pub(in crate::command) fn explain(
    request: &mut Request<'_>,
    command: &[u8],
    verbosity: Verbosity,
    out: &mut DocBuilder,
) -> Result<()> {
    as_pipeline(request, command, |request| aggregate::explain(request, verbosity, out))
}

/// The field of the `$count` stage.
const COUNT: &str = "count";

/// Runs the pipeline instead of the command, and adds its costs to the command's.
fn as_pipeline(
    request: &mut Request<'_>,
    command: &[u8],
    execute: impl FnOnce(&mut Request<'_>) -> Result<()>,
) -> Result<()> {
    let body = RawDoc::new(command);
    let mut inner = Request {
        engine: &mut *request.engine,
        name: aggregate::COMMAND.name,
        database: request.database,
        body,
        given: Arguments::new(aggregate::COMMAND.structure(), body),
        meter: std::mem::take(&mut request.meter),
        collection: request.collection,
        ticket: request.ticket.clone(),
        retry: None,
    };
    let result = execute(&mut inner);
    request.meter = inner.meter;
    result
}

/// Returns the `aggregate` command that replaces `find`.
///
/// # Errors
/// `InvalidPipelineOperator` (168) for options without a corresponding stage.
pub(in crate::command) fn find_as_pipeline(request: &Request<'_>, plan: &PlanRequest) -> Result<Vec<u8>> {
    let arguments = request.arguments();
    check_find(&arguments)?;
    let mut batch_size = arguments.count("batchSize")?;
    let mut limit = plan.limit;
    if arguments.optional_boolean("singleBatch")? {
        let batch = batch_size.unwrap_or(DEFAULT_FIRST_BATCH as u64);
        limit = Some(limit.map_or(batch, |limit| limit.min(batch)));
        // A batch larger than the result leaves no cursor open.
        batch_size = limit.map(|limit| (limit + 1).min(i64::MAX as u64));
    }
    let mut stages = ArrayBuilder::new();
    add_documents(&mut stages, "$match", arguments.document("filter")?);
    let sort = arguments.document("sort")?;
    // Natural order of the view's source has no stage, so it becomes a hint
    // (<https://www.mongodb.com/docs/manual/reference/operator/query/natural/>).
    let natural = sort.filter(|sort| sort.get("$natural").is_some());
    add_documents(&mut stages, "$sort", sort.filter(|_| natural.is_none()));
    add_bounds(&mut stages, plan.skip, limit);
    add_documents(&mut stages, "$project", arguments.document("projection")?);
    Ok(pipeline(request, stages, batch_size, natural))
}

/// Returns the `aggregate` command that replaces `count`.
///
/// # Errors
/// `TypeMismatch`.
pub(in crate::command) fn count_as_pipeline(request: &Request<'_>, plan: &PlanRequest) -> Result<Vec<u8>> {
    let mut stages = ArrayBuilder::new();
    add_documents(&mut stages, "$match", request.arguments().document("query")?);
    add_bounds(&mut stages, plan.skip, plan.limit);
    stages.document(|stage| {
        stage.append_str("$count", COUNT);
    });
    Ok(pipeline(request, stages, None, None))
}

/// Returns the `aggregate` command that replaces `distinct`. It unwinds arrays at each part of the path,
/// but not arrays within arrays.
///
/// # Errors
/// `TypeMismatch`.
pub(in crate::command) fn distinct_as_pipeline(request: &Request<'_>, path: &Path) -> Result<Vec<u8>> {
    let mut stages = ArrayBuilder::new();
    add_documents(&mut stages, "$match", request.arguments().document("query")?);
    let names: Vec<&str> = path.as_str().split('.').collect();
    let prefixes = (1..=names.len()).map(|parts| names[..parts].join("."));
    for prefix in prefixes.clone() {
        stages.document(|stage| {
            stage.document("$unwind", |unwind| {
                unwind
                    .append_str("path", &format!("${prefix}"))
                    .append_bool("preserveNullAndEmptyArrays", true);
            });
        });
    }
    let mut objects = DocBuilder::new();
    for prefix in prefixes.take(names.len() - 1) {
        objects.document(&prefix, |condition| {
            condition.append_str("$type", "object");
        });
    }
    add_documents(&mut stages, "$match", Some(RawDoc::new(&objects.finish())));
    stages.document(|stage| {
        stage.document("$group", |group| {
            group.append("_id", &Value::Null).document("distinct", |values| {
                values.append_str("$addToSet", &format!("${}", path.as_str()));
            });
        });
    });
    Ok(pipeline(request, stages, None, None))
}

/// The options of `find` without a corresponding stage.
const NOT_IN_PIPELINES: [&str; 7] = [
    "min",
    "max",
    "returnKey",
    "showRecordId",
    "noCursorTimeout",
    "allowPartialResults",
    "$_requestResumeToken",
];

fn check_find(arguments: &Arguments<'_>) -> Result<()> {
    let unsupported = |text: String| Err(Error::new(ErrorCode::INVALID_PIPELINE_OPERATOR, text));
    for option in NOT_IN_PIPELINES {
        let value = arguments.get(option);
        if value.is_some_and(|v| v.as_bool() == Some(true) || v.as_document().is_some_and(|d| !d.is_empty()))
        {
            return unsupported(format!("Option {option} not supported in aggregation."));
        }
    }
    if arguments.optional_boolean("tailable")? {
        return unsupported("Tailable cursors are not supported in aggregation.".to_owned());
    }
    Ok(())
}

/// Adds a stage with a document, unless that is empty.
fn add_documents(stages: &mut ArrayBuilder, name: &str, spec: Option<RawDoc<'_>>) {
    if let Some(spec) = spec.filter(|spec| !spec.is_empty()) {
        stages.document(|stage| {
            stage.append_doc(name, spec);
        });
    }
}

fn add_bounds(stages: &mut ArrayBuilder, skip: u64, limit: Option<u64>) {
    for (name, number) in [("$skip", skip), ("$limit", limit.unwrap_or(0))] {
        if number > 0 {
            stages.document(|stage| {
                stage.append_count(name, number);
            });
        }
    }
}

fn pipeline(
    request: &Request<'_>,
    stages: ArrayBuilder,
    batch_size: Option<u64>,
    natural: Option<RawDoc<'_>>,
) -> Vec<u8> {
    let mut command = DocBuilder::new();
    command.append_str(aggregate::COMMAND.name, request.collection);
    command.append_array("pipeline", RawDoc::new(&stages.finish()));
    command.document("cursor", |cursor| {
        if let Some(size) = batch_size {
            cursor.append_count("batchSize", size);
        }
    });
    if let Some(order) = natural {
        command.append_doc("hint", order);
    }
    for name in INHERITED_FIELDS.into_iter().filter(|name| natural.is_none() || *name != "hint") {
        if let Some(value) = request.arguments().get(name) {
            command.append_raw_bytes(name.as_bytes(), value);
        }
    }
    command.append_str("$db", request.database);
    command.finish()
}
