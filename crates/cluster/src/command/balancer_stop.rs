//! `balancerStop` (<https://www.mongodb.com/docs/manual/reference/command/balancerStop/>).

use super::{Command, Request};
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["balancerStop"],
    admin: true,
    run: |request: &mut Request<'_>| {
        request.cluster.config_mut().stopped = true;
        Ok(success(|_| ()))
    },
};
