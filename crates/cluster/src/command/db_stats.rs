//! `dbStats`: the statistics of each shard and their sums
//! (<https://www.mongodb.com/docs/manual/reference/command/dbStats/>).

use engine::value::RawDoc;

use super::{Command, Failure, Request};
use crate::metadata::host;
use crate::reply::{number, success};

pub(super) static COMMAND: Command = Command { names: &["dbStats", "dbstats"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let mut parts = Vec::new();
    for shard in 0..request.cluster.shards.len() {
        parts.push((host(request.cluster, shard), request.try_run_on(shard, request.body.as_bytes())?));
    }
    let sum = |field: &str| parts.iter().map(|(_, part)| number(RawDoc::new(part), field)).sum::<i64>();
    let database = request.database;
    Ok(success(|out| {
        out.document("raw", |raw| {
            for (host, part) in &parts {
                raw.append_doc(host, RawDoc::new(part));
            }
        });
        out.append_str("db", database);
        for field in ["collections", "views", "objects", "dataSize", "storageSize", "indexes", "indexSize"] {
            out.append_count(field, sum(field) as u64);
        }
        let objects = sum("objects").max(1);
        out.append_f64("avgObjSize", sum("dataSize") as f64 / objects as f64);
        out.append_count("totalSize", sum("totalSize") as u64);
    }))
}
