//! `count`.

use engine::value::{RawDoc, RawValue};

use super::{Command, Failure, Request};
use crate::gather::Reading;
use crate::reply::{changed, number, success};

pub(super) static COMMAND: Command = Command { names: &["count"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let reading = Reading::of_query(request, name)?;
    let plan = request.plan(&reading)?;
    if let Some(shard) = plan.only_shard() {
        return Ok(request.forward(shard));
    }
    if plan.is_view {
        let command = request.body;
        let reply = request.merge(&plan, &reading, |engine| Ok(engine.run_command(command.as_bytes())))?;
        return Ok(reply);
    }
    let whole = changed(request.body, &["skip", "limit"], |_| ());
    let mut total = 0;
    for &shard in &plan.shards {
        let reply = request.try_run_on(shard, &whole)?;
        total += number(RawDoc::new(&reply), "n");
    }
    let given = |name: &str| request.body.get(name).and_then(RawValue::as_number).map(|n| n.to_i64_clamped());
    let total = (total - given("skip").unwrap_or(0).max(0)).max(0);
    let limit = given("limit").filter(|&limit| limit != 0).map_or(i64::MAX, |limit| limit.saturating_abs());
    Ok(success(|out| {
        out.append_count("n", total.min(limit) as u64);
    }))
}
