//! `RETURN_KEY`: the index key that led to a document, instead of the document.

use crate::collection::{Collection, Index, PATH_FIELD, RecordId};
use crate::error::Result;
use crate::plan::{
    CommonStats, IndexKey, Limits, Payload, PlanRequest, PlanStage, Progress, RowBatch, SortPattern,
};
use crate::value::{DocBuilder, EMPTY_DOCUMENT, Element, RawDoc, RawValue, Value};

/// The `RETURN_KEY` stage.
#[derive(Debug)]
pub struct ReturnKey {
    input: Box<dyn PlanStage>,
    /// The index that the input scans. Without one the returned documents are empty.
    index: Option<String>,
    /// The fields into which the projection puts the sort key.
    sort_key_fields: Vec<String>,
    sort: Option<SortPattern>,
    stats: CommonStats,
}

impl ReturnKey {
    /// Returns the keys of the rows of `input`.
    pub fn new(input: Box<dyn PlanStage>, index: Option<String>, request: &PlanRequest) -> Self {
        let asks = |element: &Element<'_>| {
            let meta = element.value.as_document().and_then(|value| value.get("$meta"));
            meta.and_then(RawValue::as_str) == Some("sortKey")
        };
        let fields = request.projection.iter().flat_map(|projection| projection.spec().iter());
        let sort_key_fields = fields.filter(asks).map(|element| element.name().to_owned()).collect();
        ReturnKey { input, index, sort_key_fields, sort: request.sort.clone(), stats: CommonStats::default() }
    }

    /// Returns the key as a document whose field names are the index's dotted paths.
    fn document(&self, record: RecordId, payload: &Payload, collection: &Collection) -> Result<Vec<u8>> {
        let index = self.index.as_ref().and_then(|name| collection.index(name));
        let key = index.zip(payload.key.as_ref()).and_then(|(index, key)| key_fields(index, key));
        let key = key.unwrap_or_else(|| EMPTY_DOCUMENT.to_vec());
        let (Some(sort), false) = (&self.sort, self.sort_key_fields.is_empty()) else { return Ok(key) };
        let Some(document) = payload.document(record, collection) else { return Ok(key) };
        let sort_key = Value::array(sort.values(document, payload.metadata.as_deref())?);
        let mut out = DocBuilder::new();
        out.append_all(RawDoc::new(&key));
        for field in &self.sort_key_fields {
            out.append(field, &sort_key);
        }
        Ok(out.finish())
    }
}

/// Returns the key that led to a row, as a document whose field names are the index's dotted paths; `None`
/// when the plan doesn't use exactly one index or doesn't keep keys.
pub fn index_key(root: &dyn PlanStage, payload: &Payload, collection: &Collection) -> Option<Vec<u8>> {
    let mut used = Vec::new();
    root.indexes_used(&mut used);
    let [name] = used.as_slice() else { return None };
    key_fields(collection.index(name)?, payload.key.as_ref()?)
}

/// Returns a key as a document whose field names are the index's dotted paths.
fn key_fields(index: &Index, found: &IndexKey) -> Option<Vec<u8>> {
    let mut out = DocBuilder::new();
    let wildcard = index.spec.wildcard_at();
    for (at, (path, value)) in index.decode(&found.bytes, &found.type_bits)?.iter().enumerate() {
        if wildcard == Some(at) {
            out.append_str(PATH_FIELD, path);
        }
        out.append(path, value);
    }
    Some(out.finish())
}

impl PlanStage for ReturnKey {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let progress = self.input.work(collection, limits, out)?;
        out.replace_documents(given, |record, payload| self.document(record, payload, collection).map(Some))?;
        Ok(self.stats.count(progress))
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
