//! `top`.

use std::collections::BTreeMap;

use super::{Command, Request};
use crate::error::Result;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/top/>. What it adds up is what the
/// profile remembers, with the times of the latency model.
pub(super) static COMMAND: Command = Command {
    name: "top",
    summary: "Tells how often each collection was worked on, and for how long.",
    example: r#"{"top": 1, "$db": "admin"}"#,
    profiled: false,
    run,
    admin: true,
    lenient: true,
    ..Command::DEFAULT
};

/// What is counted of each collection, and which of the profile's operations it takes in.
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

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let engine = &*request.engine;
    // Times and counts by namespace, for each of the counters.
    let mut totals: BTreeMap<&str, [(u64, u64); 9]> = BTreeMap::new();
    for entry in engine.profile.since(0).filter(|entry| !entry.namespace.ends_with(".$cmd")) {
        let micros = (entry.model_millis(engine.latency) * 1000.0) as u64;
        let counters = totals.entry(entry.namespace).or_default();
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
