//! The server: databases, cursors, clock, random numbers, profile.

use std::rc::Rc;

use crate::aggregate::Catalog;
use crate::aggregate::expression::Environment;
use crate::change_stream::{ChangeLog, recorder};
use crate::collection::{Collection, CollectionOptions};
use crate::cursor::Cursors;
use crate::error::{Error, ErrorCode, Result};
use crate::fail_point::FailPoint;
use crate::host::{Host, StoredFunctions, TimedHost};
use crate::internal_namespaces::{INTERNAL_DATABASES, NO_COLLECTION, PROFILE, STORED_SESSIONS, VIEWS};
use crate::meter::{Profile, TimeModel};
use crate::parameters::Parameters;
use crate::transaction::Sessions;
use crate::value::{Collation, DocBuilder, RawDoc, RawValue, Value};
use sorted_map::SortedMap;

/// The initial state of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The virtual clock, in milliseconds since 1970.
    pub now_millis: i64,
    /// The seed of all random values: ObjectIds, `$rand`, `$sample`, UUIDs.
    pub seed: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        // 2012-10-15T12:00:00Z, the initial time of every exercise.
        EngineOptions { now_millis: 1_350_302_400_000, seed: 1 }
    }
}

/// The collections of one database, by name.
pub(crate) type Database = SortedMap<String, Rc<Collection>>;

/// The state that snapshots contain: everything except cursors and the profile.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub databases: Rc<SortedMap<String, Database>>,
    pub now_millis: i64,
    pub random: u64,
    pub object_id_counter: u32,
    /// The minute of the last deletion of expired documents, counted from 1970.
    pub ttl_pass: i64,
}

/// A snapshot of the state. Taking one copies nothing. Restoring one discards later writes.
#[derive(Clone, Debug)]
pub struct Snapshot(State);

/// An in-memory document database.
pub struct Engine {
    pub(crate) state: State,
    pub(crate) cursors: Cursors,
    pub(crate) sessions: Sessions,
    /// The change log, since the first change stream was opened.
    pub(crate) changes: Option<Rc<ChangeLog>>,
    pub(crate) profile: Profile,
    /// The virtual clock at its creation, in milliseconds since 1970.
    pub(crate) started: i64,
    /// The number of `fsync` locks that are held.
    pub(crate) fsync_locks: u32,
    pub(crate) latency: TimeModel,
    pub(crate) parameters: Parameters,
    pub(crate) host: Option<Rc<TimedHost>>,
    pub(crate) fail_point: Option<FailPoint>,
    /// The fail point that makes commands with a time limit exceed it.
    pub(crate) times_out: Option<FailPoint>,
    /// The client's application name, as given in `hello`.
    pub(crate) application: Option<String>,
    pub(crate) process_random: [u8; 5],
    /// Seconds and increment of the latest timestamp.
    last_timestamp: (u32, u32),
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Engine {
    /// Creates an empty server.
    pub fn new(options: EngineOptions) -> Self {
        let mut state = State {
            databases: Rc::default(),
            now_millis: options.now_millis,
            random: options.seed,
            object_id_counter: 0,
            ttl_pass: options.now_millis.div_euclid(60_000),
        };
        let bytes = next_random(&mut state.random).to_le_bytes();
        Engine {
            process_random: [bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]],
            state,
            cursors: Cursors::default(),
            sessions: Sessions::default(),
            changes: None,
            profile: Profile::default(),
            started: options.now_millis,
            fsync_locks: 0,
            latency: TimeModel::default(),
            parameters: Parameters::default(),
            host: None,
            fail_point: None,
            times_out: None,
            application: None,
            last_timestamp: (0, 0),
        }
    }

    /// Returns the virtual clock, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.state.now_millis
    }

    /// Sets the virtual clock.
    pub fn set_now(&mut self, millis: i64) {
        self.state.now_millis = millis;
    }

    /// Takes a snapshot of the current state.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.state.clone())
    }

    /// Restores a snapshot. Closes all cursors, aborts transactions, and drops the change log.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.state = snapshot.0.clone();
        self.cursors = Cursors::default();
        self.sessions = Sessions::default();
        self.fsync_locks = 0;
        self.last_timestamp = (0, 0);
        self.close_changes();
    }

    /// Returns the sequence number of the next profile entry.
    pub fn profile_sequence(&self) -> u64 {
        self.profile.next_sequence()
    }

    /// Returns the memory of documents and indexes, in bytes.
    pub fn memory_usage(&self) -> u64 {
        let all = self.state.databases.values().flat_map(Database::values);
        all.map(|collection| collection.memory_bytes() as u64).sum()
    }

    /// Sets the host that runs JavaScript.
    pub fn set_host(&mut self, host: Box<dyn Host>) {
        self.host = Some(Rc::new(TimedHost::new(host)));
    }

    /// Returns the next pseudo-random number.
    pub(crate) fn random(&mut self) -> u64 {
        next_random(&mut self.state.random)
    }

    /// Generates an ObjectId from the virtual clock.
    pub fn new_object_id(&mut self) -> [u8; 12] {
        let seconds = (self.state.now_millis.div_euclid(1000)) as u32;
        self.state.object_id_counter = self.state.object_id_counter.wrapping_add(1) & 0xFF_FFFF;
        let mut id = [0; 12];
        id[..4].copy_from_slice(&seconds.to_be_bytes());
        id[4..9].copy_from_slice(&self.process_random);
        id[9..].copy_from_slice(&self.state.object_id_counter.to_be_bytes()[1..]);
        id
    }

    /// Generates the next timestamp of the virtual clock.
    pub(crate) fn new_timestamp(&mut self) -> Value<'static> {
        let time = self.state.now_millis.div_euclid(1000) as u32;
        let (last, count) = self.last_timestamp;
        let increment = if last == time { count + 1 } else { 1 };
        self.last_timestamp = (time, increment);
        Value::Timestamp(u64::from(time) << 32 | u64::from(increment))
    }

    /// Generates a random UUID: version 4, variant 1 (RFC 9562).
    pub fn new_uuid(&mut self) -> [u8; 16] {
        let mut uuid = [0; 16];
        uuid[..8].copy_from_slice(&self.random().to_le_bytes());
        uuid[8..].copy_from_slice(&self.random().to_le_bytes());
        uuid[6] = uuid[6] & 0x0F | 0x40;
        uuid[8] = uuid[8] & 0x3F | 0x80;
        uuid
    }

    /// Returns a collection for reading.
    pub(crate) fn collection(&self, database: &str, name: &str) -> Option<&Rc<Collection>> {
        self.state.databases.get(database)?.get(name)
    }

    /// Returns a stored or system collection for reading, without borrowing the engine.
    pub(crate) fn readable_collection(&self, database: &str, name: &str) -> Option<Rc<Collection>> {
        self.own_collection(database, name).or_else(|| self.collection(database, name).cloned())
    }

    /// Returns all collections, for a pipeline whose main collection is `main`.
    pub(crate) fn catalog(&self, database: &str, main: &str) -> Catalog {
        let stored = self.state.databases.values().flat_map(Database::values).cloned();
        let mut collections: Vec<_> = stored.collect();
        collections.extend(self.own_collection(database, main));
        Catalog::new(collections)
    }

    /// Returns a computed system collection: `system.profile` with the profile, `system.views` with the
    /// definitions of views.
    fn own_collection(&self, database: &str, name: &str) -> Option<Rc<Collection>> {
        match name {
            PROFILE => Some(Rc::new(self.profile_collection(database))),
            VIEWS => {
                let views: Vec<_> = self.views(database).map(|view| view.definition()).collect();
                let namespace = format!("{database}.{name}");
                (!views.is_empty()).then(|| Rc::new(Collection::transient(namespace, views)))
            }
            "" | NO_COLLECTION => {
                let namespace = [database, ".", NO_COLLECTION].concat();
                Some(Rc::new(Collection::transient(namespace, self.used_sessions())))
            }
            STORED_SESSIONS if database == "config" => {
                let namespace = ["config.", name].concat();
                Some(Rc::new(Collection::transient(namespace, self.used_sessions())))
            }
            _ => None,
        }
    }

    /// Returns the views of a database.
    pub(crate) fn views(&self, database: &str) -> impl Iterator<Item = &Rc<Collection>> {
        let all = self.state.databases.get(database).into_iter().flat_map(Database::values);
        all.filter(|collection| collection.options.view.is_some())
    }

    fn profile_collection(&self, database: &str) -> Collection {
        let namespace = format!("{database}.system.profile");
        let entries = self.profile.of_database(database);
        Collection::transient(namespace, entries.map(|entry| entry.document(self.latency)))
    }

    /// Sets the collection with a name, replacing an existing one.
    pub(crate) fn put_collection(&mut self, database: &str, name: &str, mut collection: Rc<Collection>) {
        let moved = Rc::make_mut(&mut collection);
        moved.namespace = format!("{database}.{name}");
        moved.changes = recorder(&self.changes);
        let databases = Rc::make_mut(&mut self.state.databases);
        databases.or_default(database.to_owned()).insert(name.to_owned(), collection);
    }

    /// Restores the collections of a snapshot, but not cursors and ids.
    pub(crate) fn restore_data(&mut self, snapshot: &Snapshot) {
        self.state.databases = snapshot.0.databases.clone();
        if let Some(changes) = &self.changes {
            changes.discard();
        }
    }

    /// Returns the environment of a command's expressions.
    pub(crate) fn environment(&self, database: &str, collation: Option<Rc<Collation>>) -> Environment {
        let stored_functions = self.stored_functions(database);
        Environment { stored_functions, ..self.environment_without_stored_functions(collation) }
    }

    /// Like [`Self::environment`], for a command without `$where` other than `mapReduce`.
    pub(crate) fn environment_without_stored_functions(
        &self,
        collation: Option<Rc<Collation>>,
    ) -> Environment {
        Environment {
            collation,
            no_table_scan: self.parameters.no_table_scan,
            host: self.host.clone(),
            ..Environment::new(self.state.now_millis, self.state.random)
        }
    }

    /// Returns the functions in a database's `system.js`, if the host can run them.
    pub(crate) fn stored_functions(&self, database: &str) -> StoredFunctions {
        let stored = self.host.as_ref().and_then(|_| self.collection(database, "system.js"));
        stored.cloned().map_or_else(StoredFunctions::default, |stored| {
            StoredFunctions::reading(move || {
                let mut functions = DocBuilder::new();
                for (_, document) in stored.records().iter() {
                    let document = RawDoc::new(document);
                    let name = document.get("_id").and_then(RawValue::as_str);
                    if let (Some(name), Some(value)) = (name, document.get("value")) {
                        functions.append(name, &Value::from(value));
                    }
                }
                functions.finish()
            })
        })
    }

    /// Returns a collection for writing, if it exists.
    pub(crate) fn collection_mut(&mut self, database: &str, name: &str) -> Option<&mut Collection> {
        let databases = Rc::make_mut(&mut self.state.databases);
        databases.get_mut(database)?.get_mut(name).map(Rc::make_mut)
    }

    /// Returns a collection for writing, created if it doesn't exist.
    pub(crate) fn collection_or_create(&mut self, database: &str, name: &str) -> Result<&mut Collection> {
        if self.collection(database, name).is_none() {
            self.create_collection(database, name, CollectionOptions::default())?;
        }
        self.collection_mut(database, name)
            .ok_or_else(|| Error::new(ErrorCode::INTERNAL_ERROR, "the collection vanished"))
    }

    /// Creates a collection, and its database unless one exists whose name differs only in case
    /// (<https://www.mongodb.com/docs/manual/reference/limits/#naming-restrictions>).
    ///
    /// # Errors
    /// `NamespaceExists` if a collection has this name, `DatabaseDifferCase`.
    pub(crate) fn create_collection(
        &mut self,
        database: &str,
        name: &str,
        options: CollectionOptions,
    ) -> Result<()> {
        let other = |known: &&str| known.eq_ignore_ascii_case(database) && *known != database;
        let known = self.state.databases.keys().map(String::as_str).chain(INTERNAL_DATABASES).find(other);
        if let Some(known) = known.filter(|_| !self.state.databases.contains_key(database)) {
            return Err(Error::new(
                ErrorCode::DATABASE_DIFFER_CASE,
                format!(
                    "db already exists with different case already have: [{known}] trying to create [{database}]"
                ),
            ));
        }
        self.add_collection(database, name, options)
    }

    /// Like [`Self::create_collection`], without checking the database name.
    pub(crate) fn add_collection(
        &mut self,
        database: &str,
        name: &str,
        options: CollectionOptions,
    ) -> Result<()> {
        let namespace = format!("{database}.{name}");
        if self.collection(database, name).is_some() {
            return Err(Error::new(
                ErrorCode::NAMESPACE_EXISTS,
                format!("namespace {namespace} already exists, but with different options"),
            ));
        }
        let uuid = self.new_uuid();
        if options.view.is_none() {
            self.record_creation(&namespace, uuid, &options);
        }
        let mut collection = Collection::new(namespace, uuid, options, self.state.now_millis);
        collection.changes = recorder(&self.changes);
        let databases = Rc::make_mut(&mut self.state.databases);
        databases.or_default(database.to_owned()).insert(name.to_owned(), Rc::new(collection));
        Ok(())
    }

    /// Removes a collection, and its database if that becomes empty.
    pub(crate) fn remove_collection(&mut self, database: &str, name: &str) -> Option<Rc<Collection>> {
        let databases = Rc::make_mut(&mut self.state.databases);
        let collections = databases.get_mut(database)?;
        let removed = collections.remove(name);
        if collections.is_empty() {
            databases.remove(database);
        }
        removed
    }
}

/// SplitMix64, a small seedable generator, sufficient for sampling and ids.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
