//! `distinct`.

use super::{Command, Failure, Request};
use crate::gather::Reading;
use crate::reply::changed;

pub(super) static COMMAND: Command = Command { names: &["distinct"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let reading = Reading::of_query(request, name)?;
    let plan = request.plan(&reading)?;
    if let Some(shard) = plan.only_shard() {
        return Ok(request.forward(shard));
    }
    if !plan.is_view {
        request.charge(&plan, request.body.as_bytes())?;
    }
    let command = changed(request.body, &["hint"], |_| ());
    request.merge(&plan, &reading, |engine| Ok(engine.run_command(&command)))
}
