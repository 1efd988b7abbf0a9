//! `top`.

use crate::command::{Command, Request};
use crate::engine::Engine;
use crate::error::Result;
use crate::meter::ProfileEntry;
use crate::value::{DocBuilder, RawDoc};
use sorted_map::SortedMap;

/// See <https://www.mongodb.com/docs/manual/reference/command/top/>. The totals cover the entries in the
/// profile, with modelled times.
pub(super) static COMMAND: Command = Command {
    name: "top",
    summary: "Returns how often each collection was used, and for how long.",
    example: r#"{"top": 1, "$db": "admin"}"#,
    profiled: false,
    run,
    admin: true,
    lenient: true,
    ..Command::DEFAULT
};

/// The counters per collection, each with the profile operations that it includes.
const COUNTERS: &[(&str, &[&str])] = &[
    ("total", &["query", "getmore", "insert", "update", "remove", "command"]),
    ("readLock", &["query", "getmore", "command"]),
    ("writeLock", &["insert", "update", "remove"]),
    ("queries", &["query"]),
    ("getmore", &["getmore"]),
    ("insert", &["insert"]),
    ("update", &["update"]),
    ("remove", &["remove"]),
    ("commands", &["command"]),
];

/// The operation kinds in `$collStats`.
const KINDS: [&str; 4] = ["reads", "writes", "commands", "transactions"];

/// Returns the position of an operation's kind in [`KINDS`].
fn kind(entry: &ProfileEntry<'_>) -> usize {
    let command = RawDoc::new(entry.command).first().map_or("", |first| first.name());
    match (entry.operation, command) {
        ("query" | "getmore", _) | (_, "aggregate" | "count" | "distinct") => 0,
        ("insert" | "update" | "remove", _) | (_, "findAndModify" | "findandmodify") => 1,
        _ => 2,
    }
}

/// Returns the lower bound of the histogram bucket of a latency. Bounds are powers of two, and from 2048 on
/// also the midpoints between them.
fn bucket(micros: u64) -> u64 {
    let power = micros.checked_ilog2().map_or(0, |log| 1 << log);
    match power {
        0 | 1 => 0,
        2048.. if micros >= power / 2 * 3 => power / 2 * 3,
        _ => power,
    }
}

/// Returns the costs of the operations on a collection: `latencyStats` with histograms, and
/// `queryExecStats` (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/collStats/>).
pub(in crate::command) fn costs(engine: &Engine, namespace: &str) -> Vec<u8> {
    let mut histograms: [SortedMap<u64, u64>; 4] = Default::default();
    let mut micros = [0; 4];
    let mut scans = 0;
    for entry in engine.profile.since(0).filter(|entry| entry.namespace == namespace) {
        let (kind, time) = (kind(&entry), (entry.model_millis(engine.latency) * 1000.0) as u64);
        *histograms[kind].or_default(bucket(time)) += 1;
        micros[kind] += time;
        scans += u64::from(entry.meter.plan_summary.starts_with("COLLSCAN"));
    }
    let long = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let mut out = DocBuilder::new();
    out.document("latencyStats", |all| {
        for ((name, histogram), micros) in KINDS.iter().zip(&histograms).zip(micros) {
            all.document(name, |of_one| {
                of_one.array("histogram", |buckets| {
                    for (from, count) in histogram {
                        buckets.document(|bucket| {
                            bucket.append_i64("micros", long(*from)).append_i64("count", long(*count));
                        });
                    }
                });
                of_one.append_i64("latency", long(micros));
                of_one.append_i64("ops", long(histogram.values().sum()));
            });
        }
    });
    out.document("queryExecStats", |all| {
        all.document("collectionScans", |all| {
            all.append_i64("total", long(scans)).append_i64("nonTailable", long(scans));
        });
    });
    out.finish()
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let engine = &*request.engine;
    // Times and counts per namespace, for each of the counters.
    let mut totals: SortedMap<&str, [(u64, u64); 9]> = SortedMap::default();
    for entry in engine.profile.since(0).filter(|entry| !entry.namespace.ends_with(".$cmd")) {
        let micros = (entry.model_millis(engine.latency) * 1000.0) as u64;
        let counters = totals.or_default(entry.namespace);
        for (counter, (_, operations)) in counters.iter_mut().zip(COUNTERS) {
            if operations.contains(&entry.operation) {
                *counter = (counter.0 + micros, counter.1 + 1);
            }
        }
    }
    out.document("totals", |all| {
        all.append_str("note", "all times in microseconds");
        for (namespace, counters) in &totals {
            all.document(namespace, |of_one| {
                for ((name, _), (time, count)) in COUNTERS.iter().zip(counters) {
                    of_one.document(name, |counter| {
                        counter.append_count("time", *time).append_count("count", *count);
                    });
                }
            });
        }
    });
    Ok(())
}
