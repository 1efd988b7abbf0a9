//! A stage that lists documents about a collection, such as its cached plans.

use crate::aggregate::stage_prelude::*;
use crate::collection::Collection;

/// A stage that computes its documents when the first one is pulled.
#[derive(Debug)]
pub(in crate::aggregate) struct CollectionListing {
    database: String,
    collection: String,
    list: fn(&Collection) -> Vec<Vec<u8>>,
    /// The remaining documents, once computed.
    left: Option<std::vec::IntoIter<Vec<u8>>>,
}

impl CollectionListing {
    /// Creates the stage; `list` computes the documents of a collection.
    pub(in crate::aggregate) fn new(
        database: &str,
        collection: &str,
        list: fn(&Collection) -> Vec<Vec<u8>>,
    ) -> Self {
        CollectionListing {
            database: database.to_owned(),
            collection: collection.to_owned(),
            list,
            left: None,
        }
    }
}

impl Stage for CollectionListing {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let left = self.left.get_or_insert_with(|| {
            let found = input.execution.catalog.find(&self.database, &self.collection);
            found.map(|(_, collection)| (self.list)(collection)).unwrap_or_default().into_iter()
        });
        sink.push_all(left)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
