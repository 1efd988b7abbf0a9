//! `aggregate` (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-sharded-collections/>).

use engine::value::{DocBuilder, RawDoc, RawValue};
use engine::{Error, ErrorCode};

use super::{Command, Failure, Request};
use crate::gather::Reading;
use crate::reply::{changed, is_ok};

pub(super) static COMMAND: Command = Command { names: &["aggregate"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    if stages(request).iter().any(|stage| stage.get("$changeStream").is_some()) {
        return Err(Error::not_supported("A change stream of a sharded cluster").into());
    }
    let Some(name) = request.body.first().and_then(|first| first.value.as_str()) else {
        return without_collection(request);
    };
    let stages = stages(request);
    let output = stages.last().copied().filter(|stage| writes(*stage));
    let reading = reading(request, name, &stages)?;
    let mut plan = request.plan(&reading)?;
    let output_elsewhere = match output {
        Some(stage) => {
            let target = target(request.database, stage);
            let at = target.map(|(database, name)| home(request, &database, &name)).transpose()?;
            at.flatten().is_none_or(|shard| plan.shards != [shard])
        }
        None => false,
    };
    if let Some(shard) = plan.only_shard().filter(|_| !output_elsewhere) {
        return Ok(request.forward(shard));
    }
    let kept = stages.len() - usize::from(output.is_some());
    let without = with_pipeline(request.body, &stages[..kept]);
    if plan.shards.is_empty() {
        plan.shards.push(request.primary());
    }
    if plan.is_view {
        // Only the primary shard has the view; its sharded sources are read as a whole.
        let names = plan.sources.iter().map(|(_, name)| name);
        let base: Vec<_> = names.filter(|name| request.sharded(name).is_some()).cloned().collect();
        for name in &base {
            let mut find = DocBuilder::new();
            find.append_str("find", name).append_str("$db", request.database);
            request.charge(&plan, &find.finish())?;
        }
    } else {
        request.charge(&plan, &without)?;
    }
    let found = request.merged(&plan, &reading, &without)?;
    match output {
        None => Ok(request.cursor_reply(name, found)),
        Some(stage) => write_out(request, name, stage, found),
    }
}

/// Executes `aggregate: 1` on the router's engine: such pipelines read server state.
fn without_collection(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let reply = request.cluster.router.run_command(request.body.as_bytes());
    Ok(reply)
}

/// Returns the pipeline's stages; skips elements that aren't documents, which the engine refuses.
fn stages<'a>(request: &Request<'a>) -> Vec<RawDoc<'a>> {
    let pipeline = request.body.get("pipeline").and_then(RawValue::as_array);
    pipeline.into_iter().flat_map(RawDoc::values).filter_map(RawValue::as_document).collect()
}

/// Returns the command's input: documents that match the first stage if that is a `$match`.
///
/// # Errors
/// `TypeMismatch`.
pub(super) fn reading<'a>(
    request: &Request<'a>,
    name: &'a str,
    stages: &[RawDoc<'a>],
) -> Result<Reading<'a>, Failure> {
    let arguments = request.arguments();
    let first = stages.first().and_then(|stage| stage.get("$match")).and_then(RawValue::as_document);
    let is_search = first.is_some_and(|filter| filter.get("$text").is_some());
    Ok(Reading {
        name,
        filter: first.filter(|_| !is_search).unwrap_or(RawDoc::empty()),
        collation: arguments.document("collation")?,
        variables: arguments.document("let")?,
        pipeline: arguments.array("pipeline")?,
        range: Vec::new(),
    })
}

/// Returns the command with another pipeline and a default batch size. Drops the hint, which names an
/// index of the shards.
pub(super) fn with_pipeline(body: RawDoc<'_>, stages: &[RawDoc<'_>]) -> Vec<u8> {
    changed(body, &["pipeline", "cursor", "hint"], |out| {
        out.array("pipeline", |array| {
            for stage in stages {
                array.push_doc(*stage);
            }
        });
        out.document("cursor", |_| ());
    })
}

fn writes(stage: RawDoc<'_>) -> bool {
    stage.first().is_some_and(|first| matches!(first.name(), "$out" | "$merge"))
}

/// Returns the collection that `$out` or `$merge` writes.
fn target(database: &str, stage: RawDoc<'_>) -> Option<(String, String)> {
    let first = stage.first()?;
    let value = match first.name() {
        "$merge" => first.value.as_document().and_then(|spec| spec.get("into")).unwrap_or(first.value),
        _ => first.value,
    };
    if let Some(name) = value.as_str() {
        return Some((database.to_owned(), name.to_owned()));
    }
    let named = value.as_document()?;
    let text = |field: &str| named.get(field).and_then(RawValue::as_str).map(str::to_owned);
    Some((text("db").unwrap_or_else(|| database.to_owned()), text("coll")?))
}

/// Returns the shard of an unsharded collection; `None` when it is sharded.
fn home(request: &mut Request<'_>, database: &str, name: &str) -> Result<Option<usize>, Error> {
    if request.cluster.config.collections.contains_key(&format!("{database}.{name}")) {
        return Ok(None);
    }
    request.cluster.primary_or_assign(database).map(Some)
}

/// Writes the results to their shards.
fn write_out(
    request: &mut Request<'_>,
    name: &str,
    stage: RawDoc<'_>,
    found: Vec<Vec<u8>>,
) -> Result<Vec<u8>, Failure> {
    let Some((database, into)) = target(request.database, stage) else {
        // The engine reports the error of the stage.
        let reply = request.cluster.router.run_command(request.body.as_bytes());
        return if is_ok(&reply) {
            Err(Error::bad_value("no collection to write to").into())
        } else {
            Ok(reply)
        };
    };
    let mut parts = vec![Vec::new(); request.cluster.shards.len()];
    match request.cluster.config.collections.get(&format!("{database}.{into}")).cloned() {
        Some(_) if stage.get("$out").is_some() => {
            let text = format!("namespace '{database}.{into}' is sharded so it can't be used for $out'");
            return Err(Error::new(28769, text).into());
        }
        Some(sharded) => {
            for document in found {
                let shard = sharded.shard_of(RawDoc::new(&document))?;
                parts[shard].push(document);
            }
        }
        None => {
            let shard = request.cluster.primary_or_assign(&database)?;
            parts[shard] = found;
            // An empty result also replaces the collection.
            write_part(request, shard, stage, std::mem::take(&mut parts[shard]))?;
        }
    }
    for (shard, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        write_part(request, shard, stage, part)?;
        request.cluster.written(&format!("{database}.{into}"), None);
    }
    Ok(request.cursor_reply(name, Vec::new()))
}

/// The temporary collection of results on a shard, which the shard's `$out` or `$merge` reads.
const RESULTS: &str = "tmp.dojo.results";

fn write_part(
    request: &mut Request<'_>,
    shard: usize,
    stage: RawDoc<'_>,
    part: Vec<Vec<u8>>,
) -> Result<(), Failure> {
    let database = request.database;
    let Some(engine) = request.cluster.shards.get_mut(shard) else {
        return Err(Error::new(ErrorCode::INTERNAL_ERROR, "no such shard").into());
    };
    engine.replace_collection(database, RESULTS, part);
    let command = with_pipeline(request.body, &[stage]);
    let command = changed(RawDoc::new(&command), &["aggregate"], |_| ());
    let mut renamed = DocBuilder::new();
    renamed.append_str("aggregate", RESULTS).append_all(RawDoc::new(&command));
    let reply = request.run_on(shard, &renamed.finish());
    let mut drop = DocBuilder::new();
    drop.append_str("drop", RESULTS).append_str("$db", database);
    request.cluster.run_unmetered(shard, &drop.finish());
    if is_ok(&reply) { Ok(()) } else { Err(Failure::Reply(reply)) }
}
