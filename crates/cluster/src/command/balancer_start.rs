//! `balancerStart` (<https://www.mongodb.com/docs/manual/reference/command/balancerStart/>).

use super::{Command, Request};
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["balancerStart"],
    admin: true,
    run: |request: &mut Request<'_>| {
        request.cluster.config_mut().stopped = false;
        Ok(success(|_| ()))
    },
};
