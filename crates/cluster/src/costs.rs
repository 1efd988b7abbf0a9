//! The cost of a cluster's command: the work of all shards.

use engine::meter::{Meter, ProfileEntry, abridged};
use engine::value::RawDoc;

use crate::cluster::Cluster;

impl Cluster {
    /// Records a command in the profile.
    pub(crate) fn note(&mut self, namespace: &str, body: RawDoc<'_>, mut meter: Meter, reply: &[u8]) {
        let name = body.first().map_or("", |first| first.name());
        let command = engine::command::find_command(name);
        if command.is_some_and(|command| !command.profiled) {
            return;
        }
        meter.operations = meter.operations.max(1);
        let doc = RawDoc::new(reply);
        let error = (!crate::reply::is_ok(reply)).then(|| {
            let text = doc.get("errmsg").and_then(|text| text.as_str()).unwrap_or_default();
            (crate::reply::number(doc, "code") as i32, text)
        });
        self.profile.push(ProfileEntry {
            sequence: 0,
            at: self.router.now(),
            namespace,
            operation: command.map_or("command", |command| command.operation),
            command: &abridged(body),
            meter,
            error,
            request_bytes: body.as_bytes().len() as u64,
            response_bytes: reply.len() as u64,
        });
    }

    /// Returns the names of the contacted shards in a meter.
    pub(crate) fn contacted(&self, meter: &Meter) -> Vec<&str> {
        let names = self.config.shards.iter().enumerate();
        names.filter(|(number, _)| meter.shards >> number & 1 == 1).map(|(_, name)| name.as_str()).collect()
    }

    /// Runs a command on a shard and adds its cost to the meter of the cluster's command.
    pub(crate) fn run_on(&mut self, shard: usize, command: &[u8], meter: &mut Meter) -> Vec<u8> {
        let Some(engine) = self.shards.get_mut(shard) else {
            return crate::reply::failure(&engine::Error::new(
                engine::ErrorCode::SHARD_NOT_FOUND,
                "No shards found",
            ));
        };
        let reply = engine.run_command(command);
        meter.join(&engine.take_costs());
        meter.shards |= 1 << shard;
        reply
    }

    /// Runs an internal command on a shard, without charging its cost.
    pub(crate) fn run_unmetered(&mut self, shard: usize, command: &[u8]) -> Vec<u8> {
        let mut ignored = Meter::default();
        self.run_on(shard, command, &mut ignored)
    }
}
