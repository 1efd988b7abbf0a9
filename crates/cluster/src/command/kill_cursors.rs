//! `killCursors`: closes cursors of the router and of shards.

use engine::value::RawValue;

use super::{Command, Failure, Request};
use crate::reply::{changed, success};

pub(super) static COMMAND: Command = Command { names: &["killCursors"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let Some(ids) = request.body.get("cursors").and_then(RawValue::as_array) else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    let ids: Vec<i64> = ids.values().filter_map(RawValue::as_number).map(|id| id.to_i64_clamped()).collect();
    let (mut killed, mut missing) = (Vec::new(), Vec::new());
    for id in ids {
        let one = changed(request.body, &["cursors"], |out| {
            out.array("cursors", |array| {
                array.push(&engine::value::Value::Int64(id));
            });
        });
        let reply = match request.cluster.cursors.remove(&id) {
            Some(shard) => request.try_run_on(shard, &one)?,
            None => request.cluster.router.run_command(&one),
        };
        let found = engine::value::RawDoc::new(&reply).get("cursorsKilled").and_then(RawValue::as_array);
        match found.is_some_and(|found| !found.is_empty()) {
            true => killed.push(id),
            false => missing.push(id),
        }
    }
    Ok(success(|out| {
        let lists = [("cursorsKilled", &killed), ("cursorsNotFound", &missing)];
        for (name, ids) in lists {
            out.array(name, |array| {
                for id in ids {
                    array.push(&engine::value::Value::Int64(*id));
                }
            });
        }
        for name in ["cursorsAlive", "cursorsUnknown"] {
            out.array(name, |_| ());
        }
    }))
}
