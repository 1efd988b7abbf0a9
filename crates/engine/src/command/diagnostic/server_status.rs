//! `serverStatus`.

use super::build_info::VERSION;
use crate::command::timeseries::stored;
use crate::command::{Command, Request};
use crate::engine::Engine;
use crate::error::Result;
use crate::internal_namespaces::is_internal;
use crate::meter::Meter;
use crate::value::{DocBuilder, RawDoc, Value};

/// The operation counters, with the profile's name of each operation.
const OPERATIONS: &[(&str, &str)] = &[
    ("insert", "insert"),
    ("query", "query"),
    ("update", "update"),
    ("delete", "remove"),
    ("getmore", "getmore"),
    ("command", "command"),
];

fn write_network(engine: &Engine, out: &mut DocBuilder) {
    let (mut received, mut sent) = (0, 0);
    for entry in engine.profile.since(0) {
        received += entry.command.len() as u64;
        sent += entry.response_bytes;
    }
    for (name, count) in
        [("bytesIn", received), ("bytesOut", sent), ("numRequests", engine.profile.next_sequence())]
    {
        out.append_i64(name, i64::try_from(count).unwrap_or(i64::MAX));
    }
}

/// Writes the number of collections of each kind. The server's internal collections are counted separately.
fn write_catalog(engine: &Engine, out: &mut DocBuilder) {
    let [mut collections, mut capped, mut views, mut timeseries, mut internal, mut internal_views] = [0; 6];
    for (database, held) in engine.state.databases.iter() {
        for (name, collection) in held.iter() {
            let options = &collection.options;
            let own = is_internal(database) || name.starts_with("system.");
            match (own, &options.view) {
                (true, None) => internal += 1,
                (true, Some(_)) => internal_views += 1,
                (false, None) => collections += 1,
                (false, Some(_)) if stored(engine, database, name).is_some() => timeseries += 1,
                (false, Some(_)) => views += 1,
            }
            capped += u64::from(!own && options.capped.is_some());
        }
    }
    for (name, count) in [
        ("collections", collections),
        ("capped", capped),
        ("views", views),
        ("timeseries", timeseries),
        ("internalCollections", internal),
        ("internalViews", internal_views),
    ] {
        out.append_count(name, count);
    }
}

fn write_lock(millis: i64, out: &mut DocBuilder) {
    out.append_i64("totalTime", millis.saturating_mul(1000));
    for queue in ["currentQueue", "activeClients"] {
        out.document(queue, |counts| {
            for name in ["total", "readers", "writers"] {
                counts.append_i32(name, 0);
            }
        });
    }
}

fn write_metrics(engine: &Engine, out: &mut DocBuilder) {
    let sum = |count: fn(&Meter) -> u64| -> i64 {
        let all = engine.profile.since(0).map(|entry| count(&entry.meter)).sum::<u64>();
        i64::try_from(all).unwrap_or(i64::MAX)
    };
    out.document("cursor", |cursor| {
        cursor.append_i64("timedOut", 0).document("open", |open| {
            open.append_i64("noTimeout", 0).append_i64("pinned", 0);
            open.append_i64("total", engine.cursors.len() as i64);
        });
    });
    out.document("document", |documents| {
        documents
            .append_i64("deleted", sum(|meter| meter.deleted))
            .append_i64("inserted", sum(|meter| meter.inserted))
            .append_i64("returned", sum(|meter| meter.returned))
            .append_i64("updated", sum(|meter| meter.modified));
    });
    out.document("queryExecutor", |executor| {
        executor
            .append_i64("scanned", sum(|meter| meter.keys_examined))
            .append_i64("scannedObjects", sum(|meter| meter.docs_examined));
    });
}

/// See <https://www.mongodb.com/docs/manual/reference/command/serverStatus/>.
pub(super) static COMMAND: Command = Command {
    name: "serverStatus",
    summary: "Returns the server's state and counters.",
    example: r#"{"serverStatus": 1}"#,
    run,
    lenient: true,
    ..Command::DEFAULT
};

fn write_all(request: &Request<'_>, out: &mut DocBuilder) {
    out.append_str("host", "schema-dojo").append_str("version", VERSION).append_str("process", "mongod");
    let engine = &*request.engine;
    let millis = engine.now() - engine.started;
    out.append_i64("pid", 1)
        .append_f64("uptime", (millis / 1000) as f64)
        .append_i64("uptimeMillis", millis)
        .append_i64("uptimeEstimate", millis / 1000)
        .append_date("localTime", engine.now());
    out.document("asserts", |counts| {
        for name in ["regular", "warning", "msg", "user", "tripwire", "rollovers"] {
            counts.append_i32(name, 0);
        }
    });
    out.document("catalogStats", |stats| write_catalog(engine, stats));
    out.document("connections", |counts| {
        for (name, count) in
            [("current", 1), ("available", 838_859), ("totalCreated", 1), ("rejected", 0), ("active", 1)]
        {
            counts.append_i32(name, count);
        }
    });
    out.document("globalLock", |lock| write_lock(millis, lock));
    out.document("network", |counts| write_network(engine, counts));
    out.document("opcounters", |counts| {
        for (name, operation) in OPERATIONS {
            let of_kind = engine.profile.since(0).filter(|entry| entry.operation == *operation);
            // Each inserted document counts as an operation.
            let count = of_kind.map(|entry| entry.meter.inserted.max(1)).sum::<u64>();
            counts.append_i64(name, i64::try_from(count).unwrap_or(i64::MAX));
        }
    });
    out.document("storageEngine", |engine| {
        engine.append_str("name", super::build_info::STORAGE_ENGINE).append_bool("persistent", false);
    });
    out.document("mem", |mem| {
        let megabytes = engine.memory_usage() / (1024 * 1024);
        mem.append_i32("bits", 64).append_count("resident", megabytes).append_count("virtual", megabytes);
        mem.append_bool("supported", true);
    });
    out.document("metrics", |metrics| write_metrics(engine, metrics));
}

fn run(request: &mut Request<'_>, reply: &mut DocBuilder) -> Result<()> {
    let mut all = DocBuilder::new();
    write_all(request, &mut all);
    // A section is omitted if its name is false, or if `none` is true and its name is absent.
    let wanted = |name: &str| request.body.get(name).map(|wanted| Value::from(wanted).truthy());
    let others = wanted("none") != Some(true);
    for element in RawDoc::new(&all.finish()) {
        if !element.value.is_document() || wanted(element.name()).unwrap_or(others) {
            reply.append_raw(element.name(), element.value);
        }
    }
    Ok(())
}
