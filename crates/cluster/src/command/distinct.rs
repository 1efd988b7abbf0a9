//! `distinct`.

use engine::value::RawDoc;

use super::{Command, Refused, Request};
use crate::gather::Reading;
use crate::metadata;
use crate::reply::changed;

pub(super) static COMMAND: Command = Command { names: &["distinct"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Refused> {
    if let Some(reply) = metadata::answer(request) {
        return Ok(reply);
    }
    let name = request.collection()?;
    let arguments = request.arguments();
    let reading = Reading {
        name,
        filter: arguments.document("query")?.unwrap_or(RawDoc::empty()),
        collation: arguments.document("collation")?,
        variables: None,
        pipeline: None,
        range: Vec::new(),
    };
    let plan = request.plan(&reading)?;
    if plan.alone
        && let [shard] = plan.shards[..]
    {
        return Ok(request.hand_on(shard));
    }
    if !plan.is_view {
        request.charge(&plan, request.body.as_bytes())?;
    }
    let command = changed(request.body, &["hint"], |_| ());
    request.merge(&plan, &reading, |engine| Ok(engine.run_command(&command)))
}
