//! The cluster: shards, router and metadata.

use std::cell::RefCell;
use std::rc::Rc;

use engine::meter::{Profile, TimeModel};
use engine::{Engine, EngineOptions, Host, Snapshot, SortedMap};

use crate::config::{Config, Sharded, parts};
use crate::dispatch;

/// The largest number of shards: a meter has one bit per shard.
pub(crate) const MAX_SHARDS: usize = 64;

/// The options of a new cluster.
#[derive(Clone, Copy, Debug)]
pub struct ClusterOptions {
    /// Clock and seed.
    pub engine: EngineOptions,
    /// The initial number of shards, up to 64.
    pub shards: usize,
    /// The number of documents at which a chunk is split.
    pub chunk_limit: u64,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        ClusterOptions { engine: EngineOptions::default(), shards: 2, chunk_limit: 250 }
    }
}

/// A sharded cluster in memory. Runs commands like an [`Engine`], with the replies of a `mongos`.
pub struct Cluster {
    pub(crate) options: ClusterOptions,
    pub(crate) shards: Vec<Engine>,
    /// Merges the results of shards, in temporary collections.
    pub(crate) router: Engine,
    pub(crate) config: Rc<Config>,
    /// Open cursors on shards, with the shard's number; all others are the router's.
    pub(crate) cursors: SortedMap<i64, usize>,
    pub(crate) profile: Profile,
    pub(crate) latency: TimeModel,
    /// Whether the metadata changed since chunks were last split and moved.
    pub(crate) unsettled: bool,
    host: Option<Rc<RefCell<Box<dyn Host>>>>,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("config", &self.config).finish_non_exhaustive()
    }
}

/// A snapshot of a cluster. Taking one copies no documents.
#[derive(Clone, Debug)]
pub struct ClusterSnapshot {
    shards: Vec<Snapshot>,
    router: Snapshot,
    config: Rc<Config>,
}

impl Cluster {
    /// Creates an empty cluster with at most 64 shards.
    pub fn new(options: ClusterOptions) -> Self {
        let mut cluster = Cluster {
            options: ClusterOptions { chunk_limit: options.chunk_limit.max(2), ..options },
            shards: Vec::new(),
            router: Engine::new(options.engine),
            config: Rc::default(),
            cursors: SortedMap::default(),
            profile: Profile::default(),
            latency: TimeModel::default(),
            unsettled: false,
            host: None,
        };
        for number in 1..=options.shards.min(MAX_SHARDS) {
            cluster.add_shard(format!("shard{number}"));
        }
        cluster
    }

    /// Adds an empty shard.
    pub(crate) fn add_shard(&mut self, name: String) {
        let shard = self.new_shard();
        self.shards.push(shard);
        self.config_mut().shards.push(name);
        let sharded: Vec<_> = self.config.collections.keys().cloned().collect();
        for namespace in sharded {
            let (database, name) = parts(&namespace);
            let primary = self.config.primary(database);
            self.copy_collection(primary, (database, name));
        }
    }

    /// Creates an empty shard with its own random seed.
    fn new_shard(&self) -> Engine {
        let seed = self.options.engine.seed.wrapping_add(self.shards.len() as u64 + 1);
        let mut shard = Engine::new(EngineOptions { now_millis: self.now(), seed });
        if let Some(host) = &self.host {
            shard.set_host(Box::new(SharedHost(Rc::clone(host))));
        }
        shard
    }

    /// Runs one command; see [`Engine::run_command`].
    pub fn run_command(&mut self, command: &[u8]) -> Vec<u8> {
        dispatch::run(self, command)
    }

    /// The virtual clock, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.router.now()
    }

    /// Sets the virtual clock.
    pub fn set_now(&mut self, millis: i64) {
        self.engines().for_each(|engine| engine.set_now(millis));
    }

    /// Takes a snapshot.
    pub fn snapshot(&self) -> ClusterSnapshot {
        ClusterSnapshot {
            shards: self.shards.iter().map(Engine::snapshot).collect(),
            router: self.router.snapshot(),
            config: Rc::clone(&self.config),
        }
    }

    /// Restores a snapshot; open cursors are closed.
    pub fn restore(&mut self, snapshot: &ClusterSnapshot) {
        self.config = Rc::clone(&snapshot.config);
        self.shards.truncate(snapshot.shards.len());
        while self.shards.len() < snapshot.shards.len() {
            // The snapshot may have more shards.
            let shard = self.new_shard();
            self.shards.push(shard);
        }
        for (shard, state) in self.shards.iter_mut().zip(&snapshot.shards) {
            shard.restore(state);
        }
        self.router.restore(&snapshot.router);
        self.cursors.clear();
    }

    /// The sequence number of the next profile entry.
    pub fn profile_sequence(&self) -> u64 {
        self.profile.next_sequence()
    }

    /// Returns the bytes held by documents and indexes.
    pub fn memory_usage(&self) -> u64 {
        self.shards.iter().map(Engine::memory_usage).sum()
    }

    /// Sets the JavaScript host of all shards.
    pub fn set_host(&mut self, host: Box<dyn Host>) {
        self.host = Some(Rc::new(RefCell::new(host)));
        self.share_host();
    }

    pub(crate) fn share_host(&mut self) {
        let Some(host) = self.host.clone() else { return };
        self.engines().for_each(|engine| engine.set_host(Box::new(SharedHost(Rc::clone(&host)))));
    }

    fn engines(&mut self) -> impl Iterator<Item = &mut Engine> {
        self.shards.iter_mut().chain([&mut self.router])
    }

    /// The metadata, mutable.
    pub(crate) fn config_mut(&mut self) -> &mut Config {
        self.unsettled = true;
        Rc::make_mut(&mut self.config)
    }

    /// The metadata of a sharded collection, mutable.
    pub(crate) fn sharded_mut(&mut self, namespace: &str) -> Option<&mut Sharded> {
        self.config_mut().collections.get_mut(namespace).map(Rc::make_mut)
    }

    /// Creates a collection on all other shards, with the options and indexes of one shard's.
    pub(crate) fn copy_collection(&mut self, from: usize, (database, name): (&str, &str)) {
        let Some(empty) = self.shards.get(from).and_then(|shard| shard.clone_schema(database, name)) else {
            return;
        };
        for (number, shard) in self.shards.iter_mut().enumerate() {
            if number != from && !shard.has_collection(database, name) {
                shard.share_collection(&empty, database, name);
            }
        }
    }

    /// Returns a new random UUID.
    pub(crate) fn new_uuid(&mut self) -> [u8; 16] {
        self.router.new_uuid()
    }

    /// Returns the shard with the least data, the first of ties.
    pub(crate) fn emptiest_shard(&self) -> Option<usize> {
        (0..self.shards.len()).min_by_key(|&number| self.shards[number].memory_usage())
    }
}

/// A handle to the host that all shards share.
struct SharedHost(Rc<RefCell<Box<dyn Host>>>);

impl Host for SharedHost {
    fn call(&mut self, request: &[u8]) -> Result<Vec<u8>, String> {
        self.0.borrow_mut().call(request)
    }
}
