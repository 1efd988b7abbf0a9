//! `balancerStatus` (<https://www.mongodb.com/docs/manual/reference/command/balancerStatus/>).

use super::{Command, Request};
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["balancerStatus"],
    admin: true,
    run: |request: &mut Request<'_>| {
        let mode = if request.cluster.config.stopped { "off" } else { "full" };
        Ok(success(|out| {
            out.append_str("mode", mode).append_bool("inBalancerRound", false);
            out.append_i64("numBalancerRounds", 0);
        }))
    },
};
