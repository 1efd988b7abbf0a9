//! `aggregate`.

use std::rc::Rc;

use crate::aggregate::expression::{Environment, ParseContext, define_command_variables};
use crate::aggregate::stage::{ForeignReferences, InputKind, find_stage};
use crate::aggregate::{self, Catalog, Pipeline, open_pipeline};
use crate::arguments::{Arguments, expect_document};
use crate::change_stream::ChangeStreamState;
use crate::command::reply::CursorReply;
use crate::command::shared::change_stream;
use crate::command::shared::explain::{Explanation, explain_chosen, write_closing};
use crate::command::shared::output::{check_output, write_results};
use crate::command::shared::query::{collation_of, environment, parse_hint};
use crate::command::shared::{metered, view};
use crate::command::{Command, InTransactions, ReadConcern, Request, Writes, check_collection_name};
use crate::cursor::{Cursor, DEFAULT_FIRST_BATCH, PipelineCursor, Source};
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::NO_COLLECTION;
use crate::plan::Verbosity;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/aggregate/>.
pub(in crate::command) static COMMAND: Command = Command {
    name: "aggregate",
    summary: "Sends documents through a pipeline of stages.",
    example: r#"{"aggregate": "books", "pipeline": [{"$match": {"year": {"$lt": 1930}}}, {"$count": "old"}], "cursor": {}}"#,
    fields: &[
        "pipeline",
        "explain",
        "allowDiskUse",
        "cursor",
        "bypassDocumentValidation",
        "collation",
        "hint",
        "let",
    ],
    run,
    explain: Some(explain_command),
    version_1: Some(&["explain"]),
    read_concern: ReadConcern::Snapshot,
    writes: Writes::Sometimes,
    in_transactions: InTransactions::PartIf(check_stages),
    ..Command::DEFAULT
};

/// The error for a stage that must be the first one.
const NOT_FIRST: i32 = 40602;

/// A pipeline ready to run.
struct Prepared {
    pipeline: Pipeline,
    environment: Rc<Environment>,
    catalog: Catalog,
    /// The state of the change stream, if the pipeline is one.
    stream: Option<Rc<ChangeStreamState>>,
}

/// Rejects stages that are not allowed in a transaction.
///
/// # Errors
/// `OperationNotSupportedInTransaction` (263).
fn check_stages(body: RawDoc<'_>) -> Result<()> {
    let stages = body.get("pipeline").and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
    match excluded_stage(stages) {
        Some(stage) => Err(Error::new(
            ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
            format!("Stage not supported inside of a multi-document transaction: {stage}"),
        )),
        None => Ok(()),
    }
}

/// Returns the first stage that is not allowed in a transaction, including stages of nested pipelines.
fn excluded_stage(stages: RawDoc<'_>) -> Option<&str> {
    aggregate::written_stages(stages).find_map(|stage| {
        let name = stage.name();
        let refused =
            aggregate::is_output(name) || find_stage(name).is_some_and(|known| !known.in_transactions);
        if refused {
            Some(name)
        } else {
            ForeignReferences::of(stage).pipelines.into_iter().find_map(excluded_stage)
        }
    })
}

/// Returns the pipeline as written.
pub(in crate::command) fn stages<'a>(arguments: &Arguments<'a>) -> Result<RawDoc<'a>> {
    arguments
        .required("pipeline")?
        .as_array()
        .ok_or_else(|| Error::type_mismatch("'pipeline' option must be specified as an array"))
}

/// Returns the collection name; `None` for `{ aggregate: 1 }`.
pub(in crate::command) fn target<'a>(request: &mut Request<'a>) -> Result<Option<&'a str>> {
    let value = request.body.first().map_or(RawValue::MISSING, |first| first.value);
    if let Some(name) = value.as_str() {
        check_collection_name(request.database, name)?;
        request.collection = name;
        return Ok(Some(name));
    }
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(
            ErrorCode::TYPE_MISMATCH,
            "collection name has invalid type {type}",
            value.tag,
        ));
    };
    if number.to_i64_exact() != Some(1) {
        return Err(Error::failed_to_parse(
            "Invalid command format: the 'aggregate' field must specify a collection name or 1",
        ));
    }
    request.collection = NO_COLLECTION;
    Ok(None)
}

/// Compiles the pipeline with its source.
fn prepare(request: &mut Request<'_>) -> Result<Prepared> {
    let followed = request.engine.changes.is_some();
    let prepared = compile_pipeline(request);
    if !followed && prepared.is_err() {
        request.engine.close_changes();
    }
    prepared
}

fn compile_pipeline(request: &mut Request<'_>) -> Result<Prepared> {
    let name = target(request)?;
    let arguments = request.arguments();
    let written = stages(&arguments)?;
    let hint = parse_hint(arguments.get("hint"))?;
    aggregate::check_shape(written)?;
    let collection = name.unwrap_or_default();
    // A change stream uses only the command's collation, not the collection's.
    let uses_collation = arguments.get("collation").is_some() || !change_stream::is_change_stream(written);
    let collation = collation_of(request, &arguments)?.filter(|_| uses_collation);
    view::check_collations(request, written, collation.as_deref())?;
    let environment = environment(request, collation);
    let mut context = ParseContext::new(environment.clone());
    context.database = request.database.to_owned();
    context.collection = collection.to_owned();
    define_command_variables(arguments.document("let")?, &mut context)?;
    let stream = change_stream::open(request, written, name)?;
    context.in_change_stream = stream.is_some();
    let catalog = request.engine.catalog(request.database, collection);
    if aggregate::first_stage(written).is_some_and(|stage| stage.name() == "$collStats") {
        context.costs =
            Some(crate::command::diagnostic::top::costs(request.engine, &request.namespace()).into());
    }
    let opened = open_pipeline(&catalog, request.database, collection, written, hint, &mut context);
    // An unreadable source is reported before a misplaced first stage.
    if opened.as_ref().is_err_and(|error| error.code() == NOT_FIRST) {
        check_source(written, name)?;
    }
    let mut pipeline = opened?;
    check_source(written, name)?;
    if let Some(stream) = &stream {
        pipeline.set_change_stream(stream)?;
    }
    Ok(Prepared { pipeline, environment, catalog, stream })
}

/// Checks that a pipeline on a collection reads it, and that one on `{ aggregate: 1 }` doesn't.
pub(in crate::command) fn check_source(written: RawDoc<'_>, name: Option<&str>) -> Result<()> {
    let first = aggregate::first_stage(written);
    let known = first.and_then(|stage| find_stage(stage.name()));
    match (name, first, known.map_or(InputKind::Collection, |known| known.input)) {
        (None, None, _) => Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            "{aggregate: 1} is not valid for an empty pipeline.",
        )),
        (None, Some(stage), InputKind::Collection) => Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("{{aggregate: 1}} is not valid for '{}'; a collection is required.", stage.name()),
        )),
        (Some(_), Some(stage), InputKind::Nothing) => Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("'{}' can only be run with {{aggregate: 1}}", stage.name()),
        )),
        _ => Ok(()),
    }
}

/// Runs the pipeline. Returns the first batch, or writes the results to a collection.
///
/// # Errors
/// Errors of the fields, of the stages, and of running them.
pub(in crate::command) fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    arguments.required("pipeline")?;
    arguments.boolean("allowDiskUse")?;
    if arguments.flag("explain")? {
        refuse_concern(&arguments)?;
        explain(request, Verbosity::QueryPlanner, out)?;
        write_closing(request.body, request.database, out);
        return Ok(());
    }
    // An invalid `pipeline` is reported before a missing `cursor`.
    stages(&arguments)?;
    let batch_size = batch_size(&arguments)?;
    let during = |error: Error| error.context("PlanExecutor error during aggregation :: caused by :: ");
    let Prepared { mut pipeline, environment, catalog, stream } = prepare(request)?;
    let output = pipeline.take_output();
    if let Some(output) = &output {
        check_output(request, output, &environment)?;
    }
    let mut cursor = PipelineCursor::new(pipeline, environment.clone());
    cursor.stream = stream;
    let mut reply = CursorReply::begin("firstBatch", out);
    let outcome = metered::pipeline(request, &mut cursor, |request, cursor| match &output {
        None => cursor.fill(&catalog, batch_size, &mut reply.batch),
        Some(output) => {
            let documents = cursor.drain(&catalog)?;
            // Drop the catalog first, since writing would copy collections that it shares.
            drop(catalog);
            write_results(request, output, documents, &environment).map(|()| true)
        }
    });
    request.engine.state.random = environment.random.get();
    let exhausted = outcome.map_err(during)?;
    request.meter.returned += reply.batch.len() as u64;
    let name = request.collection;
    reply.resume = cursor.resume_token();
    let id = if exhausted {
        0
    } else {
        let follows = cursor.stream.is_some();
        let mut cursor = Cursor::new(Source::Pipeline(Box::new(cursor)));
        (cursor.tailable, cursor.awaits) = (follows, follows);
        request.keep_cursor(name, cursor)
    };
    let namespace = format!("{}.{name}", request.database);
    reply.finish(id, &namespace, out);
    Ok(())
}

/// Parses `cursor: { batchSize: … }`, which is required.
fn batch_size(arguments: &Arguments<'_>) -> Result<usize> {
    let Some(value) = arguments.get("cursor") else {
        return Err(Error::failed_to_parse(
            "The 'cursor' option is required, except for aggregate with the explain argument",
        ));
    };
    let options =
        expect_document(value, ErrorCode::TYPE_MISMATCH, "cursor field must be missing or an object")?;
    let options = Arguments::new("cursor", options);
    options.only(&["batchSize"])?;
    Ok(options.count("batchSize")?.map_or(DEFAULT_FIRST_BATCH, |n| n as usize))
}

/// Explains the command within an `explain` command, where the option `explain` is not allowed.
fn explain_command(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    if arguments.field("explain").is_some() {
        return Err(Error::failed_to_parse(
            "The 'explain' option is illegal when a explain verbosity is also provided",
        ));
    }
    refuse_concern(&arguments)?;
    explain(request, verbosity, out)
}

fn refuse_concern(arguments: &Arguments<'_>) -> Result<()> {
    match arguments.get("writeConcern") {
        // The server's text lacks the space.
        Some(_) => {
            Err(Error::failed_to_parse("Aggregation explain does not support the'writeConcern' option"))
        }
        None => Ok(()),
    }
}

/// Writes the explanation of the pipeline.
///
/// # Errors
/// Errors of [`run`].
pub(in crate::command) fn explain(
    request: &mut Request<'_>,
    verbosity: Verbosity,
    out: &mut DocBuilder,
) -> Result<()> {
    if change_stream::is_change_stream(stages(&request.arguments())?) {
        return Err(Error::not_supported("Explaining a $changeStream"));
    }
    let Prepared { mut pipeline, environment, catalog, .. } = prepare(request)?;
    pipeline.show_fields(&catalog)?;
    let mut returned = 0;
    if verbosity >= Verbosity::ExecutionStats {
        let execution = aggregate::Execution { catalog: &catalog, environment: &environment };
        let outcome = pipeline.drain(execution, |_| {
            returned += 1;
            Ok(())
        });
        request.meter.examined(pipeline.usage().examined);
        outcome?;
    }
    let planned = pipeline.stages();
    let source = planned.first().and_then(|first| Some((first.returned(), first.source()?)));
    // A pipeline that the cursor executes entirely is explained like a `find`.
    if let (Some((_, source)), 1, None) = (source, planned.len(), pipeline.output()) {
        let shown =
            Explanation { optimized: true, trial: source.trial(), ..Explanation::of(verbosity, returned) };
        let namespace = source.namespace();
        explain_chosen(namespace, source.request(), source.plan(), source.rejected(), shown, out);
        return Ok(());
    }
    out.append_str("explainVersion", "1");
    out.array("stages", |stages| {
        write_stages(&pipeline, verbosity, stages);
        if let Some(output) = pipeline.output() {
            stages.push_doc(RawDoc::new(&output.written));
        }
    });
    Ok(())
}

/// Writes the stages of a pipeline and its nested pipelines, with the source's plan.
fn write_stages(pipeline: &Pipeline, verbosity: Verbosity, stages: &mut ArrayBuilder) {
    let run = verbosity >= Verbosity::ExecutionStats;
    let planned = pipeline.stages();
    let searches = planned.iter().any(|stage| stage.stage_is_search());
    let shown = planned.iter().filter(|planned| !planned.stage_is_search()).flat_map(|planned| {
        let described = planned.described();
        aggregate::explained::stages(RawDoc::new(&described)).into_iter().map(move |own| (planned, own))
    });
    for (planned, own) in shown {
        stages.document(|stage| {
            let own = RawDoc::new(&own);
            if let Some(source) = planned.source() {
                let returned = planned.returned();
                let shown =
                    Explanation { trial: source.trial(), ..Explanation::in_pipeline(verbosity, returned) };
                stage.document(if searches { "$geoNearCursor" } else { "$cursor" }, |cursor| {
                    let (plan, rejected) = (source.plan(), source.rejected());
                    explain_chosen(source.namespace(), source.request(), plan, rejected, shown, cursor);
                });
            } else if let Some(other) = planned.appended_pipeline() {
                write_beside(own, other, verbosity, stage);
            } else if !planned.facets().is_empty() {
                stage.document(planned.name(), |out| write_facets(planned.facets(), verbosity, out));
            } else {
                stage.append_all(own);
            }
            if run {
                planned.describe_stats(stage);
                stage.append_i64("nReturned", i64::try_from(planned.returned()).unwrap_or(i64::MAX));
                stage.append_i64("executionTimeMillisEstimate", 0);
            }
        });
    }
}

/// Writes a stage that contains a pipeline over other documents.
fn write_beside(written: RawDoc<'_>, other: &Pipeline, verbosity: Verbosity, out: &mut DocBuilder) {
    for element in written {
        let fields = element.value.as_document().unwrap_or(RawDoc::empty());
        out.document(element.name(), |stage| {
            for field in fields.iter().filter(|field| field.name() != "pipeline") {
                stage.append_raw(field.name(), field.value);
            }
            stage.array("pipeline", |nested| write_stages(other, verbosity, nested));
        });
    }
}

/// Writes the pipelines that a stage runs on its input.
fn write_facets(facets: &[(String, Pipeline)], verbosity: Verbosity, out: &mut DocBuilder) {
    for (name, pipeline) in facets {
        out.array(name, |nested| {
            // A nested pipeline has a source only once it has run.
            if verbosity < Verbosity::ExecutionStats {
                nested.document(|source| {
                    source.document(aggregate::stage::TEE, |_| {});
                });
            }
            write_stages(pipeline, verbosity, nested);
        });
    }
}
