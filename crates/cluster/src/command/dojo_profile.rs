//! `dojoProfile`: the costs of the cluster's commands, with the contacted shards.

use super::{Command, Failure, Request};
use crate::reply::success;

pub(super) static COMMAND: Command = Command { names: &["dojoProfile"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let cluster = &mut *request.cluster;
    let mut profile = std::mem::take(&mut cluster.profile);
    let mut latency = cluster.latency;
    let mut result = Ok(());
    let reply = success(|out| {
        result = profile.answer(
            &arguments,
            &mut latency,
            |meter, entry| {
                entry.array("shardNames", |names| {
                    for name in cluster.contacted(meter) {
                        names.push_str(name);
                    }
                });
            },
            out,
        );
    });
    cluster.profile = profile;
    cluster.latency = latency;
    result?;
    Ok(reply)
}
