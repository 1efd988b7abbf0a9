//! `getMore`: reads a cursor of the router or of a shard.

use engine::value::RawDoc;

use super::{Command, Request};
use crate::reply::{document, number};

pub(super) static COMMAND: Command = Command {
    names: &["getMore"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let id = number(request.body, "getMore");
        let Some(&shard) = request.cluster.cursors.get(&id) else {
            return Ok(request.cluster.router.run_command(request.body.as_bytes()));
        };
        let reply = request.run_on(shard, request.body.as_bytes());
        let cursor = document(RawDoc::new(&reply), "cursor").unwrap_or(RawDoc::empty());
        if number(cursor, "id") == 0 {
            request.cluster.cursors.remove(&id);
        }
        Ok(reply)
    },
};
