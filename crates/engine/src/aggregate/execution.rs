//! The execution context of running pipelines: catalog, meters, limits.

use std::rc::Rc;

use super::expression::Environment;
use crate::collection::Collection;
use crate::plan::Examined;

/// One pull through a pipeline.
#[derive(Clone, Copy)]
pub struct Execution<'db> {
    /// The collections.
    pub catalog: &'db Catalog,
    /// Clock, random numbers, JavaScript.
    pub environment: &'db Environment,
}

/// The collections as pipelines see them while one command runs.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    collections: Vec<Rc<Collection>>,
}

impl Catalog {
    /// A catalog of these collections, found by their namespaces.
    pub fn new(collections: Vec<Rc<Collection>>) -> Self {
        Catalog { collections }
    }

    /// A collection by name, with the slot that [`Self::at`] takes.
    pub fn find(&self, database: &str, name: &str) -> Option<(usize, &Collection)> {
        // Asked for each document of a join, so names of another length are distinguished first.
        let length = database.len() + 1 + name.len();
        let mut found = self.collections.iter().enumerate().filter(|(_, c)| c.namespace.len() == length);
        let (slot, collection) = found.find(|(_, collection)| {
            let rest = collection.namespace.strip_prefix(database).and_then(|r| r.strip_prefix('.'));
            rest == Some(name)
        })?;
        Some((slot, collection))
    }

    /// The collection with the buckets of a collection of time series.
    pub fn buckets_of(&self, database: &str, name: &str) -> Option<&Collection> {
        let view = self.find(database, name)?.1.options.view.as_ref()?;
        let (_, stored) = self.find(database, view.buckets(name)?)?;
        Some(stored).filter(|stored| stored.options.timeseries.is_some())
    }

    /// The collection in a slot, if it still has this identity.
    #[inline]
    pub fn at(&self, slot: usize, uuid: &[u8; 16]) -> Option<&Collection> {
        self.collections.get(slot).map(|collection| &**collection).filter(|found| found.uuid == *uuid)
    }

    /// The collection with this identity, in any slot.
    pub fn slot_of(&self, uuid: &[u8; 16]) -> Option<usize> {
        self.collections.iter().position(|collection| collection.uuid == *uuid)
    }
}

/// A pipeline's work on collections.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Keys, documents, bytes.
    pub examined: Examined,
    /// Collections worked on.
    pub operations: u64,
    /// The plan of the main source: `IXSCAN { a: 1 }`.
    pub summary: Option<String>,
    /// Whether something was sorted in memory.
    pub sorts_in_memory: bool,
    /// Namespace and name of the indexes read.
    pub indexes: Vec<(String, String)>,
}

impl Usage {
    /// Notes that an index was read.
    pub fn use_index(&mut self, namespace: &str, name: &str) {
        if !self.indexes.iter().any(|(at, known)| at == namespace && known == name) {
            self.indexes.push((namespace.to_owned(), name.to_owned()));
        }
    }

    /// Adds the meters of a part of the pipeline that has its own.
    pub fn add(&mut self, part: &Usage) {
        self.examined = self.examined + part.examined;
        self.sorts_in_memory |= part.sorts_in_memory;
        for index in &part.indexes {
            if !self.indexes.contains(index) {
                self.indexes.push(index.clone());
            }
        }
    }
}
