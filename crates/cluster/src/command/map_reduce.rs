//! `mapReduce`; for a sharded collection only with inline results.

use engine::Error;
use engine::value::{RawDoc, RawValue};

use super::{Command, Failure, Request};
use crate::gather::Reading;

pub(super) static COMMAND: Command = Command { names: &["mapReduce", "mapreduce"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let reading = Reading::of_query(request, name)?;
    let plan = request.plan(&reading)?;
    if let Some(shard) = plan.only_shard()
        && request.sharded(name).is_none()
    {
        return Ok(request.forward(shard));
    }
    let inline = request.body.get("out").and_then(RawValue::as_document);
    if inline.and_then(|out| out.get("inline")).is_none() {
        return Err(Error::not_supported("mapReduce of a sharded collection into a collection").into());
    }
    let mut find = engine::value::DocBuilder::new();
    find.append_str("find", name).append_doc("filter", reading.filter).append_str("$db", request.database);
    request.charge(&plan, &find.finish())?;
    let command: RawDoc<'_> = request.body;
    request.merge(&plan, &reading, |engine| Ok(engine.run_command(command.as_bytes())))
}
