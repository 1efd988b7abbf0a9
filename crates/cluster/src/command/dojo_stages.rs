//! `dojoStages`: previews a pipeline over the documents of all shards.

use engine::value::RawValue;

use super::{Command, Failure, Request, aggregate};

pub(super) static COMMAND: Command = Command { names: &["dojoStages"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let Some(name) = request.body.first().and_then(|first| first.value.as_str()) else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    let pipeline = request.body.get("pipeline").and_then(RawValue::as_array);
    // The preview includes the prefix before the first `$match`, so all documents are needed.
    let mut reading = aggregate::reading(request, name, &[])?;
    reading.pipeline = pipeline;
    let plan = request.plan(&reading)?;
    if plan.single_shard
        && let [shard] = plan.shards[..]
    {
        return Ok(request.forward(shard));
    }
    let command = request.body;
    request.merge(&plan, &reading, |engine| Ok(engine.run_command(command.as_bytes())))
}
