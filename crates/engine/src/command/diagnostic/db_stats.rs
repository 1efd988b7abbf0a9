//! `dbStats`.

use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/dbStats/>.
pub(super) static COMMAND: Command = Command {
    name: "dbStats",
    aliases: &["dbstats"],
    summary: "Returns the size of a database.",
    example: r#"{"dbStats": 1, "scale": 1024}"#,
    fields: &["scale", "freeStorage"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let scale = request.arguments().at_least(1, "scale")?.unwrap_or(1) as f64;
    let free_storage = request.arguments().flag("freeStorage")?;
    let all = request.engine.state.databases.get(request.database).into_iter().flat_map(|db| db.values());
    let (views, collections): (Vec<_>, Vec<_>) =
        all.partition(|collection| collection.options.view.is_some());
    let sum = |of: fn(&crate::collection::Collection) -> usize| -> u64 {
        collections.iter().map(|c| of(c) as u64).sum()
    };
    let objects = sum(|c| c.records().len());
    let data = sum(|c| c.records().data_bytes());
    let storage = sum(|c| c.records().storage_bytes());
    let indexes = sum(|c| c.indexes().len());
    let index_bytes = sum(|c| c.indexes().iter().map(|i| i.tree.memory_bytes()).sum());
    let average = if objects == 0 { 0.0 } else { data as f64 / objects as f64 };
    let scaled = |bytes: u64| bytes as f64 / scale;
    // Freed memory is never retained.
    let free = |name: &str, out: &mut DocBuilder| {
        if free_storage {
            out.append_f64(name, 0.0);
        }
    };
    out.append_str("db", request.database)
        .append_i64("collections", collections.len() as i64)
        .append_i64("views", views.len() as i64)
        .append_i64("objects", objects as i64)
        .append_f64("avgObjSize", average)
        .append_f64("dataSize", scaled(data))
        .append_f64("storageSize", scaled(storage));
    free("freeStorageSize", out);
    out.append_i64("indexes", indexes as i64).append_f64("indexSize", scaled(index_bytes));
    free("indexFreeStorageSize", out);
    out.append_f64("totalSize", scaled(storage + index_bytes));
    free("totalFreeStorageSize", out);
    out.append_i64("scaleFactor", scale as i64).append_f64("fsUsedSize", 0.0).append_f64("fsTotalSize", 0.0);
    Ok(())
}
