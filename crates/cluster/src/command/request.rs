//! A command being executed by the router.

use std::rc::Rc;

use engine::arguments::Arguments;
use engine::meter::Meter;
use engine::value::RawDoc;
use engine::{Engine, Error, ErrorCode};

use super::Failure;
use crate::cluster::Cluster;
use crate::config::Sharded;
use crate::reply;

/// A command with its cost so far.
pub(crate) struct Request<'a> {
    pub cluster: &'a mut Cluster,
    pub database: &'a str,
    pub body: RawDoc<'a>,
    pub meter: Meter,
}

impl<'a> Request<'a> {
    /// Returns the command's name.
    pub(crate) fn name(&self) -> &'a str {
        self.body.first().map_or("", |first| first.name())
    }

    /// Returns the command's fields.
    pub(crate) fn arguments(&self) -> Arguments<'a> {
        Arguments::new(self.name(), self.body)
    }

    /// Returns the collection that the command's first field names.
    ///
    /// # Errors
    /// `InvalidNamespace` (73) and the engine's other errors of names.
    pub(crate) fn collection(&self) -> Result<&'a str, Error> {
        let name = self.arguments().collection_name()?;
        engine::command::check_collection_name(self.database, name)?;
        Ok(name)
    }

    /// Returns the namespace of a collection in the command's database.
    pub(crate) fn namespace(&self, name: &str) -> String {
        format!("{}.{name}", self.database)
    }

    /// Returns the metadata of a collection in the command's database if it is sharded.
    pub(crate) fn sharded(&self, name: &str) -> Option<Rc<Sharded>> {
        self.cluster.config.collections.get(&self.namespace(name)).cloned()
    }

    /// Returns the primary shard of the command's database; the first shard if the database doesn't exist.
    pub(crate) fn primary(&self) -> usize {
        self.cluster.config.primary(self.database)
    }

    /// Like [`Self::primary`], for a command that may create the database.
    ///
    /// # Errors
    /// `ShardNotFound` (70) in a cluster without shards.
    pub(crate) fn primary_or_assign(&mut self) -> Result<usize, Error> {
        self.cluster.primary_or_assign(self.database)
    }

    /// Runs a command on a shard and adds its cost to that of this command.
    pub(crate) fn run_on(&mut self, shard: usize, command: &[u8]) -> Vec<u8> {
        self.cluster.run_on(shard, command, &mut self.meter)
    }

    /// Like [`Self::run_on`], but returns a failure as an error.
    ///
    /// # Errors
    /// A shard's reply without `ok: 1`.
    pub(crate) fn try_run_on(&mut self, shard: usize, command: &[u8]) -> Result<Vec<u8>, Failure> {
        let reply = self.run_on(shard, command);
        if reply::is_ok(&reply) { Ok(reply) } else { Err(Failure::Reply(reply)) }
    }

    /// Forwards the unchanged command to a shard. Registers the cursor that the shard opens.
    pub(crate) fn forward(&mut self, shard: usize) -> Vec<u8> {
        let reply = self.run_on(shard, self.body.as_bytes());
        let cursor = reply::document(RawDoc::new(&reply), "cursor").unwrap_or(RawDoc::empty());
        let id = reply::number(cursor, "id");
        if id != 0 {
            self.cluster.cursors.insert(id, shard);
        }
        reply
    }

    /// Like [`Self::everywhere`], followed by `check`; if either fails, all shards are restored.
    ///
    /// # Errors
    /// Those of [`Self::everywhere`] and of `check`.
    pub(crate) fn everywhere_or_nowhere(
        &mut self,
        name: &str,
        check: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<Vec<(usize, Vec<u8>)>, Failure> {
        let before: Vec<_> = self.cluster.shards.iter().map(Engine::snapshot).collect();
        let done = self.everywhere(name).and_then(|replies| check(self).map(|()| replies));
        if done.is_err() {
            for (shard, snapshot) in self.cluster.shards.iter_mut().zip(&before) {
                shard.restore(snapshot);
            }
        }
        done
    }

    /// Runs the command on all shards for a sharded collection, else on the primary shard. Returns the
    /// replies with the shards' numbers.
    ///
    /// # Errors
    /// The first reply without `ok: 1`.
    pub(crate) fn everywhere(&mut self, name: &str) -> Result<Vec<(usize, Vec<u8>)>, Failure> {
        let shards = match self.sharded(name) {
            Some(_) => (0..self.cluster.shards.len()).collect(),
            None => vec![self.primary_or_assign()?],
        };
        let ask = |shard| Ok((shard, self.try_run_on(shard, self.body.as_bytes())?));
        shards.into_iter().map(ask).collect()
    }
}

impl Cluster {
    /// Returns the primary shard of a database; chooses one for a new database.
    ///
    /// # Errors
    /// `ShardNotFound` (70) in a cluster without shards.
    pub(crate) fn primary_or_assign(&mut self, database: &str) -> Result<usize, Error> {
        if let Some(&shard) = self.config.databases.get(database) {
            return Ok(shard);
        }
        let shard = self.emptiest_shard().ok_or_else(|| {
            Error::new(
                ErrorCode::SHARD_NOT_FOUND,
                format!("Database {database} could not be created :: caused by :: No shards found"),
            )
        })?;
        self.config_mut().databases.insert(database.to_owned(), shard);
        Ok(shard)
    }
}
