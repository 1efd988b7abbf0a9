//! Scatter-gather reads: shards select documents, the router does the rest.
//!
//! Every shard runs the unchanged command, which determines the cost. The router stores the documents that
//! shards select in a temporary collection and runs the command again on that. So the reply is that of a single
//! server with all documents.

use std::collections::BTreeSet;

use engine::aggregate::stage::ForeignReferences;
use engine::aggregate::written_stages;
use engine::value::{DocBuilder, RawDoc, RawValue};

use crate::command::{Failure, Request};
use crate::reply::{all, changed, document, failure};

/// The default size of the first batch, in documents.
const FIRST_BATCH: usize = 101;

/// The input of a reading command.
pub(crate) struct Reading<'a> {
    /// The collection or view that the command names.
    pub name: &'a str,
    /// The filter on the collection's documents; empty for a view.
    pub filter: RawDoc<'a>,
    pub collation: Option<RawDoc<'a>>,
    pub variables: Option<RawDoc<'a>>,
    /// The pipeline, for the collections that it refers to.
    pub pipeline: Option<RawDoc<'a>>,
    /// Further fields of a `find` that restrict the documents: `hint`, `min`, `max`.
    pub range: Vec<(&'static str, RawValue<'a>)>,
}

impl<'a> Reading<'a> {
    /// Returns the input of a command with a `query`.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub(crate) fn of_query(request: &Request<'a>, name: &'a str) -> Result<Self, Failure> {
        let arguments = request.arguments();
        Ok(Reading {
            name,
            filter: arguments.document("query")?.unwrap_or(RawDoc::empty()),
            collation: arguments.document("collation")?,
            variables: None,
            pipeline: None,
            range: Vec::new(),
        })
    }
}

/// The sources of a reading command and their shards.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The collections and views read: database and name.
    pub sources: BTreeSet<(String, String)>,
    /// The targeted shards.
    pub shards: Vec<usize>,
    /// Whether one shard has all documents, so the command can be forwarded to it.
    pub single_shard: bool,
    /// Whether the command's collection is a view.
    pub is_view: bool,
    /// Whether all documents of the command's collection are needed, since a stage also looks up documents in it.
    pub whole: bool,
}

impl Plan {
    /// Returns the shard to which the command can be forwarded, if there is one.
    pub(crate) fn only_shard(&self) -> Option<usize> {
        match self.shards[..] {
            [shard] if self.single_shard => Some(shard),
            _ => None,
        }
    }
}

impl Request<'_> {
    /// Determines the shards that a reading command targets.
    ///
    /// # Errors
    /// Errors of the filter.
    pub(crate) fn plan(&mut self, reading: &Reading<'_>) -> Result<Plan, Failure> {
        let mut sources = BTreeSet::new();
        let database = self.database;
        if let Some(pipeline) = reading.pipeline {
            self.add_sources_of(database, pipeline, &mut sources);
        }
        let whole = sources.contains(&(database.to_owned(), reading.name.to_owned()));
        self.add_source(database, reading.name, &mut sources);
        let is_view = self.view(database, reading.name).is_some();
        let mut shards = BTreeSet::new();
        let mut is_sharded = false;
        for (database, name) in &sources {
            let found = self.cluster.config.collections.get(&format!("{database}.{name}")).cloned();
            let is_main = name == reading.name && database == self.database;
            match found {
                Some(sharded) if is_main => {
                    is_sharded = true;
                    let filter = if whole { RawDoc::empty() } else { reading.filter };
                    let collation = reading.collation;
                    let at = (database.as_str(), name.as_str());
                    shards.extend(self.cluster.targets(
                        at,
                        &sharded,
                        filter,
                        collation,
                        reading.variables,
                    )?);
                }
                Some(sharded) => {
                    is_sharded = true;
                    shards.extend(sharded.shards());
                }
                None if self.view(database, name).is_some() => {}
                None => {
                    shards.insert(self.cluster.config.primary(database));
                }
            }
        }
        let single_shard = shards.len() < 2 && (!is_sharded || sources.len() == 1);
        Ok(Plan { sources, shards: shards.into_iter().collect(), single_shard, is_view, whole })
    }

    /// Returns the definition of a view: its source and its pipeline.
    fn view(&self, database: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let primary = self.cluster.config.databases.get(database)?;
        let definition = self.cluster.shards.get(*primary)?.view_definition(database, name)?;
        let definition = RawDoc::new(&definition);
        let on = definition.get("viewOn").and_then(RawValue::as_str)?;
        let pipeline = definition.get("pipeline").and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
        Some((on.to_owned(), pipeline.as_bytes().to_vec()))
    }

    fn add_source(&self, database: &str, name: &str, sources: &mut BTreeSet<(String, String)>) {
        if !sources.insert((database.to_owned(), name.to_owned())) {
            return;
        }
        if let Some((on, pipeline)) = self.view(database, name) {
            self.add_source(database, &on, sources);
            self.add_sources_of(database, RawDoc::new(&pipeline), sources);
        }
    }

    /// Adds the foreign collections that stages read.
    fn add_sources_of(&self, database: &str, pipeline: RawDoc<'_>, sources: &mut BTreeSet<(String, String)>) {
        for stage in written_stages(pipeline) {
            let inner = ForeignReferences::of(stage);
            if let Some(name) = inner.collection {
                self.add_source(database, name, sources);
            }
            for pipeline in inner.pipelines {
                self.add_sources_of(database, pipeline, sources);
            }
        }
    }

    /// Runs a command on every shard of a plan to charge its cost; the results are dropped.
    ///
    /// # Errors
    /// The first error of a shard.
    pub(crate) fn charge(&mut self, plan: &Plan, command: &[u8]) -> Result<(), Failure> {
        plan.shards.iter().try_for_each(|&shard| self.try_run_on(shard, command).map(|_| ()))
    }

    /// Gathers the documents of a plan's shards in the router's engine, and calls `run` with that engine.
    ///
    /// # Errors
    /// Errors of a shard, or of `run`.
    pub(crate) fn merge<T>(
        &mut self,
        plan: &Plan,
        reading: &Reading<'_>,
        run: impl FnOnce(&mut engine::Engine) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.cluster.router.clear();
        for (database, name) in &plan.sources {
            let is_main = name == reading.name && database == self.database;
            let filter = if is_main && !plan.whole { reading.filter } else { RawDoc::empty() };
            self.gather_into_router(database, name, filter, reading)?;
        }
        let result = run(&mut self.cluster.router);
        self.cluster.router.clear();
        result
    }

    fn gather_into_router(
        &mut self,
        database: &str,
        name: &str,
        filter: RawDoc<'_>,
        reading: &Reading<'_>,
    ) -> Result<(), Failure> {
        let own = self.database;
        let cluster = &mut *self.cluster;
        let Some(sharded) = cluster.config.collections.get(&format!("{database}.{name}")).cloned() else {
            let primary = cluster.config.primary(database);
            if let Some(shard) = cluster.shards.get(primary) {
                cluster.router.share_collection(shard, database, name);
            }
            return Ok(());
        };
        let mut find = DocBuilder::new();
        find.append_str("find", name).append_doc("filter", filter);
        for (field, value) in [("collation", reading.collation), ("let", reading.variables)] {
            if let Some(value) = value {
                find.append_doc(field, value);
            }
        }
        if name == reading.name && database == own {
            for (field, value) in &reading.range {
                find.append_raw(field, *value);
            }
        }
        find.append_str("$db", database);
        let find = find.finish();
        let mut found = Vec::new();
        for shard in sharded.shards() {
            let engine = &mut cluster.shards[shard];
            found.extend(all(engine, database, &find)?);
            engine.take_costs();
        }
        if let Some(shard) = cluster.shards.first() {
            cluster.router.replace_collection_with_options(shard, database, name, found);
        }
        Ok(())
    }

    /// Returns the reply of a command with a cursor over these documents.
    pub(crate) fn cursor_reply(&mut self, name: &str, found: Vec<Vec<u8>>) -> Vec<u8> {
        let given = document(self.body, "cursor").unwrap_or(self.body).get("batchSize");
        let size = given.and_then(RawValue::as_number).map(|size| size.to_i64_clamped());
        let size = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(FIRST_BATCH);
        let single = self.body.get("singleBatch").and_then(RawValue::as_bool).unwrap_or(false);
        let mut found = found;
        if single {
            found.truncate(size);
        }
        self.meter.returned = found.len().min(size) as u64;
        let (at, arguments) = ((self.database, name), self.arguments());
        let mut out = DocBuilder::new();
        match self.cluster.router.open_cursor(&arguments, at, (found, size), &mut out) {
            Ok(()) => {
                out.append_f64("ok", 1.0);
                out.finish()
            }
            Err(error) => failure(&error),
        }
    }

    /// Runs a command on the gathered documents; returns all results.
    ///
    /// # Errors
    /// The reply of a failed command.
    pub(crate) fn merged(
        &mut self,
        plan: &Plan,
        reading: &Reading<'_>,
        command: &[u8],
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let database = self.database;
        self.merge(plan, reading, |engine| Ok(all(engine, database, command)?))
    }

    /// Returns the command for shards, without batch sizes.
    pub(crate) fn without_batches(&self) -> Vec<u8> {
        changed(self.body, &["batchSize", "singleBatch"], |_| ())
    }
}
