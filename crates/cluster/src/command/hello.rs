//! `hello`: the reply of a router.

use engine::value::RawDoc;

use super::{Command, Request};
use crate::reply::{changed, is_ok};

pub(super) static COMMAND: Command = Command {
    names: &["hello", "isMaster", "ismaster"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let reply = request.cluster.router.run_command(request.body.as_bytes());
        if !is_ok(&reply) {
            return Ok(reply);
        }
        Ok(changed(RawDoc::new(&reply), &["ok"], |out| {
            out.append_str("msg", "isdbgrid").append_f64("ok", 1.0);
        }))
    },
};
