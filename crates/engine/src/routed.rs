//! The engine's interface for a sharded cluster's router, besides commands: direct access to documents,
//! costs of commands, and cursors over the router's own results.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::arguments::Arguments;
use crate::collection::{Collection, Index};
use crate::command;
use crate::cursor::{Cursor, Owner, Source};
use crate::engine::{Engine, EngineOptions};
use crate::error::{Error, Result};
use crate::meter::Meter;
use crate::plan::{self, IndexBounds};
use crate::query::{Filter, FilterContext};
use crate::value::{Collation, DocBuilder, RawDoc};

impl Engine {
    /// Returns the total costs of the commands since the last call, and clears the profile.
    pub fn take_costs(&mut self) -> Meter {
        let mut all = Meter::default();
        for entry in self.profile.since(0) {
            all.join(&entry.meter);
        }
        self.profile.clear();
        all
    }

    /// Returns the documents of a collection, in natural order.
    pub fn documents<'a>(&'a self, database: &str, name: &str) -> impl Iterator<Item = RawDoc<'a>> {
        let records = self.collection(database, name).map(|collection| collection.records().iter());
        records.into_iter().flatten().map(|(_, bytes)| RawDoc::new(bytes))
    }

    /// Whether a collection or view with this name exists.
    pub fn has_collection(&self, database: &str, name: &str) -> bool {
        self.collection(database, name).is_some()
    }

    /// Replaces a collection by these documents, without indexes.
    pub fn replace_collection(
        &mut self,
        database: &str,
        name: &str,
        documents: impl IntoIterator<Item = Vec<u8>>,
    ) {
        let collection = Collection::transient(format!("{database}.{name}"), documents);
        self.put_collection(database, name, Rc::new(collection));
    }

    /// Like [`Self::replace_collection`], with the options of another engine's collection.
    pub fn replace_collection_with_options(
        &mut self,
        from: &Engine,
        database: &str,
        name: &str,
        documents: impl IntoIterator<Item = Vec<u8>>,
    ) {
        let mut replacement = Collection::transient(format!("{database}.{name}"), documents);
        if let Some(collection) = from.collection(database, name) {
            replacement.options = collection.options.clone();
            // Searches for text and places need their indexes.
            let needed = collection.indexes().iter().map(|index| &index.spec);
            for spec in needed.filter(|spec| !spec.is_ordered()) {
                // Can't fail: the documents come from collections with these indexes.
                let _ = replacement.create_index((**spec).clone(), self.now());
            }
        }
        self.put_collection(database, name, Rc::new(replacement));
    }

    /// Returns a new engine with an empty collection that has this one's options and indexes.
    pub fn clone_schema(&self, database: &str, name: &str) -> Option<Engine> {
        let collection = self.collection(database, name)?;
        let mut other = Engine::new(EngineOptions { now_millis: self.now(), seed: 1 });
        let mut empty = Collection::new(
            format!("{database}.{name}"),
            collection.uuid,
            collection.options.clone(),
            self.now(),
        );
        for index in collection.indexes().iter().filter(|index| !index.spec.is_id()) {
            // Can't fail: an index that was built over documents can be built over none.
            let _ = empty.create_index((*index.spec).clone(), self.now());
        }
        other.put_collection(database, name, Rc::new(empty));
        Some(other)
    }

    /// Returns the options that a view was created with; `None` for other collections.
    pub fn view_definition(&self, database: &str, name: &str) -> Option<Vec<u8>> {
        let collection = self.collection(database, name)?;
        collection.options.view.as_ref()?;
        collection.options.document.as_deref().map(<[u8]>::to_vec)
    }

    /// Replaces a collection by another engine's. They share their records until one changes.
    pub fn share_collection(&mut self, from: &Engine, database: &str, name: &str) {
        if let Some(collection) = from.collection(database, name) {
            self.put_collection(database, name, Rc::clone(collection));
        }
    }

    /// Removes all collections.
    pub fn clear(&mut self) {
        self.state.databases = Rc::default();
    }

    /// Opens a cursor over documents, for the client of a command with these arguments, and writes its
    /// first batch like `find`.
    ///
    /// # Errors
    /// Errors of a malformed session id.
    pub fn open_cursor(
        &mut self,
        arguments: &Arguments<'_>,
        (database, name): (&str, &str),
        (documents, batch_size): (Vec<Vec<u8>>, usize),
        out: &mut DocBuilder,
    ) -> Result<()> {
        let mut rest = VecDeque::from(documents);
        let first: Vec<_> = rest.drain(..batch_size.min(rest.len())).collect();
        let mut id = 0;
        if !rest.is_empty() {
            id = (self.random() >> 12) as i64 | 1;
            let mut cursor = Cursor::new(Source::Documents(rest));
            cursor.database = database.to_owned();
            cursor.collection = name.to_owned();
            cursor.owner = Owner::of(arguments)?;
            self.cursors.insert(id, cursor);
        }
        out.document("cursor", |cursor| {
            cursor.array("firstBatch", |batch| {
                for document in &first {
                    batch.push_doc(RawDoc::new(document));
                }
            });
            cursor.append_i64("id", id).append_str("ns", &format!("{database}.{name}"));
        });
        Ok(())
    }

    /// Returns the key ranges of an index that contain a filter's matches; see [`plan::key_ranges`].
    ///
    /// # Errors
    /// Errors of the filter or the collation.
    pub fn key_ranges(
        &self,
        (database, name): (&str, &str),
        index: &Index,
        filter: RawDoc<'_>,
        collation: Option<RawDoc<'_>>,
        variables: Option<RawDoc<'_>>,
    ) -> Result<Vec<IndexBounds>> {
        let collation = match collation.filter(|given| !given.is_empty()) {
            Some(given) => Collation::parse(given)?.map(Rc::new),
            None => self.collection(database, name).and_then(|own| own.options.collation.clone()),
        };
        let context =
            FilterContext::new(self.environment(database, collation).into(), variables)?.for_search();
        let filter = Filter::parse(filter, &context)?.optimized(context.collation());
        Ok(plan::key_ranges(index, &filter, context.collation().map(|collation| &**collation)))
    }

    /// Returns the reply of a failed command.
    pub fn failure(error: &Error) -> Vec<u8> {
        command::failure(error)
    }
}
