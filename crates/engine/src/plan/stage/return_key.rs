//! `RETURN_KEY`: the index key a document was found by, in place of the document.

use crate::collection::{Collection, Index};
use crate::error::Result;
use crate::plan::{CommonStats, IndexKey, PlanExecution, PlanStage, Row, Step};
use crate::value::DocBuilder;

/// See the module.
#[derive(Debug)]
pub struct ReturnKey {
    input: Box<dyn PlanStage>,
    /// The index that the input walks; without one the documents are empty.
    index: Option<String>,
    stats: CommonStats,
}

impl ReturnKey {
    /// The keys of the rows of `input`.
    pub fn new(input: Box<dyn PlanStage>, index: Option<String>) -> Self {
        ReturnKey { input, index, stats: CommonStats::default() }
    }

    /// The key as a document of the index's paths, as they are written.
    fn document(&self, row: &Row, collection: &Collection) -> Option<Vec<u8>> {
        let index = collection.index(self.index.as_ref()?)?;
        key_fields(index, row.key.as_ref()?)
    }
}

/// The key that a row of a plan was found by, as a document of the index's paths; `None`
/// when it was not found by one index, or the plan does not keep keys.
pub fn index_key(root: &dyn PlanStage, row: &Row, collection: &Collection) -> Option<Vec<u8>> {
    let mut used = Vec::new();
    root.indexes_used(&mut used);
    let [name] = used.as_slice() else { return None };
    key_fields(collection.index(name)?, row.key.as_ref()?)
}

/// A key as a document of the index's paths, as they are written.
fn key_fields(index: &Index, found: &IndexKey) -> Option<Vec<u8>> {
    let mut out = DocBuilder::new();
    for (path, value) in index.decode(&found.bytes, &found.type_bits)? {
        out.append(&path, &value);
    }
    Some(out.finish())
}

impl PlanStage for ReturnKey {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let mut step = self.input.next(execution)?;
        if let Step::Row(row) = step {
            let document = self.document(&row, execution.collection);
            let document = document.unwrap_or_else(|| crate::value::EMPTY_DOCUMENT.to_vec());
            step = Step::Row(Row { document: Some(document), ..row });
        }
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "RETURN_KEY"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }
}
