//! The execution context of running pipelines: catalog, meters, limits.

use std::rc::Rc;

use super::expression::Environment;
use crate::collection::Collection;
use crate::plan::Examined;

/// The context of one pull through a pipeline.
#[derive(Clone, Copy)]
pub struct Execution<'db> {
    /// The collections.
    pub catalog: &'db Catalog,
    /// The clock, random numbers and JavaScript host.
    pub environment: &'db Environment,
}

/// A snapshot of the collections for one command.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    collections: Vec<Rc<Collection>>,
}

impl Catalog {
    /// Creates a catalog of these collections, found by their namespaces.
    pub fn new(collections: Vec<Rc<Collection>>) -> Self {
        Catalog { collections }
    }

    /// Finds a collection by name; returns its slot for [`Self::at`] too.
    pub fn find(&self, database: &str, name: &str) -> Option<(usize, &Collection)> {
        // Called for each document of a join, so lengths are compared first.
        let length = database.len() + 1 + name.len();
        let mut found = self.collections.iter().enumerate().filter(|(_, c)| c.namespace.len() == length);
        let (slot, collection) = found.find(|(_, collection)| {
            let rest = collection.namespace.strip_prefix(database).and_then(|r| r.strip_prefix('.'));
            rest == Some(name)
        })?;
        Some((slot, collection))
    }

    /// Returns the bucket collection of a time-series collection.
    pub fn buckets_of(&self, database: &str, name: &str) -> Option<&Collection> {
        let view = self.find(database, name)?.1.options.view.as_ref()?;
        let (_, stored) = self.find(database, view.buckets(name)?)?;
        Some(stored).filter(|stored| stored.options.timeseries.is_some())
    }

    /// Returns the collection in a slot if it still has this UUID.
    #[inline]
    pub fn at(&self, slot: usize, uuid: &[u8; 16]) -> Option<&Collection> {
        self.collections.get(slot).map(|collection| &**collection).filter(|found| found.uuid == *uuid)
    }

    /// Returns the slot of the collection with this UUID.
    pub fn slot_of(&self, uuid: &[u8; 16]) -> Option<usize> {
        self.collections.iter().position(|collection| collection.uuid == *uuid)
    }
}

/// A pipeline's work on collections.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Keys, documents and bytes examined.
    pub examined: Examined,
    /// The number of reads of collections.
    pub operations: u64,
    /// The plan of the main source: `IXSCAN { a: 1 }`.
    pub summary: Option<String>,
    /// Whether a stage sorted in memory.
    pub sorts_in_memory: bool,
    /// The indexes read: namespace and name.
    pub indexes: Vec<(String, String)>,
}

impl Usage {
    /// Records that an index was read.
    pub fn use_index(&mut self, namespace: &str, name: &str) {
        if !self.indexes.iter().any(|(at, known)| at == namespace && known == name) {
            self.indexes.push((namespace.to_owned(), name.to_owned()));
        }
    }

    /// Adds the usage of a part of the pipeline, except its operations and summary.
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
