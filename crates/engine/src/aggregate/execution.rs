//! What running pipelines reach besides their own stages.

use super::cursor_part::CursorPart;
use super::expression::{Environment, ParseContext};
use super::stage::Stage;
use crate::value::RawDoc;
use crate::{Error, Result};

/// One pull through a pipeline.
pub struct Execution<'db> {
    /// The collections.
    pub catalog: &'db dyn Catalog,
    /// Clock, random numbers, JavaScript.
    pub environment: &'db Environment,
}

/// The collections as pipelines see them; implemented by the server.
pub trait Catalog {
    /// Opens a collection or view for reading: a stage without input that
    /// gives what `part` asks for, by the best plan. A collection that does
    /// not exist is empty.
    ///
    /// # Errors
    /// What parsing and planning raise.
    fn open(
        &self,
        database: &str,
        collection: &str,
        part: CursorPart,
        context: &ParseContext,
    ) -> Result<Box<dyn Stage>>;

    /// Whether an equality on this path of a collection is answered by an index.
    fn has_index(&self, database: &str, collection: &str, path: &str) -> bool;

    /// The documents of `$collStats`, `$indexStats` and other stages that
    /// report on a collection.
    ///
    /// # Errors
    /// Unknown options, collections that do not exist.
    fn report(
        &self,
        stage: &str,
        database: &str,
        collection: &str,
        options: RawDoc<'_>,
    ) -> Result<Vec<Vec<u8>>>;
}

/// No collections at all: for pipelines over given documents.
pub struct NoCatalog;

impl Catalog for NoCatalog {
    fn open(&self, _: &str, _: &str, _: CursorPart, _: &ParseContext) -> Result<Box<dyn Stage>> {
        Err(Error::not_supported("Reading a collection here"))
    }

    fn has_index(&self, _: &str, _: &str, _: &str) -> bool {
        false
    }

    fn report(&self, stage: &str, _: &str, _: &str, _: RawDoc<'_>) -> Result<Vec<Vec<u8>>> {
        Err(Error::not_supported(stage))
    }
}
