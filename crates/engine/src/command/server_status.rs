//! `serverStatus`.

use super::{Command, build_info::VERSION};

/// See <https://www.mongodb.com/docs/manual/reference/command/serverStatus/>.
pub(super) static COMMAND: Command = Command {
    name: "serverStatus",
    summary: "Tells how the server is doing.",
    example: r#"{"serverStatus": 1}"#,
    fields: &["repl", "metrics", "locks"],
    run: |request, out| {
        let collections: u64 = request.engine.state.databases.values().map(|db| db.len() as u64).sum();
        out.append_str("host", "schema-dojo").append_str("version", VERSION).append_str("process", "mongod");
        out.append_date("localTime", request.engine.now());
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
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
