//! `explain`: the plans of all targeted shards
//! (<https://www.mongodb.com/docs/manual/reference/explain-results/#sharded-collection>).

use engine::value::{DocBuilder, RawDoc};

use super::find::of_each_shard;
use super::{Command, Failure, Request};
use crate::metadata::host;
use crate::reply::{changed, document, documents, number, success};

pub(super) static COMMAND: Command = Command { names: &["explain"], admin: false, run };

/// A shard's reply to `explain`.
struct Part {
    shard: usize,
    reply: Vec<u8>,
}

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let Some(inner) = request.body.first().and_then(|first| first.value.as_document()) else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    let Some((kind, name)) = inner.first().and_then(|first| Some((first.name(), first.value.as_str()?)))
    else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    let Some(sharded) = request.sharded(name) else {
        let shard = request.primary();
        return Ok(match kind {
            "aggregate" => request.run_on(shard, request.body.as_bytes()),
            _ => {
                let reply = request.try_run_on(shard, request.body.as_bytes())?;
                explained(request, kind, inner, &[Part { shard, reply }])
            }
        });
    };
    let filter = filter(kind, inner);
    let collation = document(inner, "collation");
    let at = (request.database, name);
    let shards = request.cluster.targets(at, &sharded, filter, collation, document(inner, "let"))?;
    let command = of_shards(request.body, kind, inner, shards.len());
    let mut parts = Vec::new();
    for shard in shards {
        parts.push(Part { shard, reply: request.try_run_on(shard, &command)? });
    }
    Ok(match kind {
        "aggregate" => explained_pipeline(request, inner, &parts),
        _ => explained(request, kind, inner, &parts),
    })
}

/// Returns the filter that targets shards.
fn filter<'a>(kind: &str, inner: RawDoc<'a>) -> RawDoc<'a> {
    let first = |list: &str, field: &str| documents(inner, list).next().and_then(|one| document(one, field));
    let found = match kind {
        "find" => document(inner, "filter"),
        "aggregate" => first("pipeline", "$match"),
        "update" => first("updates", "q"),
        "delete" => first("deletes", "q"),
        _ => document(inner, "query"),
    };
    found.unwrap_or(RawDoc::empty())
}

/// Returns the command that shards explain.
fn of_shards(body: RawDoc<'_>, kind: &str, inner: RawDoc<'_>, shards: usize) -> Vec<u8> {
    if kind != "find" || shards < 2 {
        return body.as_bytes().to_vec();
    }
    let mut out = DocBuilder::new();
    out.append_doc("explain", RawDoc::new(&of_each_shard(inner)));
    for element in body.iter().skip(1) {
        out.append_raw(element.name(), element.value);
    }
    out.finish()
}

fn stage(kind: &str, inner: RawDoc<'_>, shards: usize) -> &'static str {
    match kind {
        "update" | "delete" => "SHARD_WRITE",
        _ if shards < 2 => "SINGLE_SHARD",
        _ if document(inner, "sort").is_some_and(|sort| !sort.is_empty()) => "SHARD_MERGE_SORT",
        _ => "SHARD_MERGE",
    }
}

/// The fields of a reply that every shard returns and the router's reply contains once.
const OF_SERVER: &[&str] = &["serverInfo", "serverParameters", "command", "queryShapeHash", "ok"];

fn explained(request: &Request<'_>, kind: &str, inner: RawDoc<'_>, parts: &[Part]) -> Vec<u8> {
    let stage = stage(kind, inner, parts.len());
    let first = parts.first().map_or(RawDoc::empty(), |part| RawDoc::new(&part.reply));
    success(|out| {
        out.document("queryPlanner", |planner| {
            planner.document("winningPlan", |plan| {
                plan.append_str("stage", stage);
                plan.array("shards", |array| {
                    for part in parts {
                        array.document(|shard| planned(request, part, shard));
                    }
                });
            });
        });
        if first.get("executionStats").is_some() {
            out.document("executionStats", |stats| executed(request, stage, parts, stats));
        }
        for name in OF_SERVER.iter().filter(|name| **name != "ok") {
            if let Some(value) = first.get(name) {
                out.append_raw(name, value);
            }
        }
    })
}

/// Writes a shard's plan.
fn planned(request: &Request<'_>, part: &Part, out: &mut DocBuilder) {
    let reply = RawDoc::new(&part.reply);
    if let Some(version) = reply.get("explainVersion") {
        out.append_raw("explainVersion", version);
    }
    out.append_str("shardName", &request.cluster.config.shards[part.shard]);
    out.append_str("connectionString", &host(request.cluster, part.shard));
    if let Some(info) = reply.get("serverInfo") {
        out.append_raw("serverInfo", info);
    }
    out.append_all(document(reply, "queryPlanner").unwrap_or(RawDoc::empty()));
}

/// Writes the shards' execution statistics, in total and by shard.
fn executed(request: &Request<'_>, stage: &str, parts: &[Part], out: &mut DocBuilder) {
    let stats = |part: &Part| {
        document(RawDoc::new(&part.reply), "executionStats").map(RawDoc::as_bytes).map(<[u8]>::to_vec)
    };
    let all: Vec<(usize, Vec<u8>)> =
        parts.iter().filter_map(|part| Some((part.shard, stats(part)?))).collect();
    let sum = |field: &str| all.iter().map(|(_, one)| number(RawDoc::new(one), field)).sum::<i64>() as u64;
    let totals = |out: &mut DocBuilder| {
        out.append_count("nReturned", sum("nReturned")).append_i32("executionTimeMillis", 0);
        out.append_count("totalKeysExamined", sum("totalKeysExamined"));
        out.append_count("totalDocsExamined", sum("totalDocsExamined"));
    };
    totals(out);
    out.document("executionStages", |stages| {
        stages.append_str("stage", stage);
        totals(stages);
        stages.append_i64("totalChildMillis", 0);
        stages.array("shards", |array| {
            for (shard, one) in &all {
                array.document(|entry| {
                    entry.append_str("shardName", &request.cluster.config.shards[*shard]);
                    entry.append_all(RawDoc::new(one));
                });
            }
        });
    });
}

/// Returns the reply for a pipeline: each shard's explanation of the whole pipeline.
fn explained_pipeline(request: &Request<'_>, inner: RawDoc<'_>, parts: &[Part]) -> Vec<u8> {
    let first = parts.first().map_or(RawDoc::empty(), |part| RawDoc::new(&part.reply));
    success(|out| {
        for name in OF_SERVER.iter().filter(|name| **name != "ok" && **name != "command") {
            if let Some(value) = first.get(name) {
                out.append_raw(name, value);
            }
        }
        if parts.len() > 1 {
            out.append_str("mergeType", "mongos");
        }
        out.document("shards", |shards| {
            for part in parts {
                let name = &request.cluster.config.shards[part.shard];
                let reply = changed(RawDoc::new(&part.reply), OF_SERVER, |_| ());
                shards.document(name, |shard| {
                    shard.append_str("host", &host(request.cluster, part.shard));
                    shard.append_all(RawDoc::new(&reply));
                });
            }
        });
        out.append_doc("command", inner);
    })
}
