//! `serverStatus`.

use super::{Command, build_info::VERSION};
use crate::engine::Engine;
use crate::value::{DocBuilder, RawDoc, Value};

/// The counters of operations, and what the profile calls them.
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

/// See <https://www.mongodb.com/docs/manual/reference/command/serverStatus/>.
pub(super) static COMMAND: Command = Command {
    name: "serverStatus",
    summary: "Tells how the server is doing.",
    example: r#"{"serverStatus": 1}"#,
    run: |request, reply| {
        let mut all = DocBuilder::new();
        let out = &mut all;
        let collections: u64 = request.engine.state.databases.values().map(|db| db.len() as u64).sum();
        out.append_str("host", "schema-dojo").append_str("version", VERSION).append_str("process", "mongod");
        out.append_date("localTime", request.engine.now());
        let millis = request.engine.now() - request.engine.started;
        out.append_i64("pid", 1)
            .append_f64("uptime", (millis / 1000) as f64)
            .append_i64("uptimeMillis", millis)
            .append_i64("uptimeEstimate", millis / 1000);
        out.document("asserts", |counts| {
            for name in ["regular", "warning", "msg", "user", "tripwire", "rollovers"] {
                counts.append_i32(name, 0);
            }
        });
        out.document("connections", |counts| {
            for (name, count) in
                [("current", 1), ("available", 838_859), ("totalCreated", 1), ("rejected", 0), ("active", 1)]
            {
                counts.append_i32(name, count);
            }
        });
        out.document("network", |counts| write_network(request.engine, counts));
        out.document("opcounters", |counts| {
            for (name, operation) in OPERATIONS {
                let of_kind = request.engine.profile.since(0).filter(|entry| entry.operation == *operation);
                // Documents that are inserted count one by one.
                let count = of_kind.map(|entry| entry.meter.inserted.max(1)).sum::<u64>();
                counts.append_i64(name, i64::try_from(count).unwrap_or(i64::MAX));
            }
        });
        out.document("storageEngine", |engine| {
            engine.append_str("name", "memory").append_bool("persistent", false);
        });
        out.document("mem", |mem| {
            mem.append_count("resident", request.engine.memory_usage() / (1024 * 1024));
        });
        out.document("catalogStats", |stats| {
            stats.append_count("collections", collections);
        });
        out.document("metrics", |metrics| {
            metrics.document("cursor", |cursor| {
                cursor.document("open", |open| {
                    open.append_count("total", request.engine.cursors.len() as u64);
                });
            });
        });
        let all = all.finish();
        for element in RawDoc::new(&all) {
            // Sections are left out on request.
            let asked = request.body.get(element.name()).is_none_or(|wanted| Value::from(wanted).truthy());
            if asked || !element.value.is_document() {
                reply.append_raw(element.name(), element.value);
            }
        }
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
