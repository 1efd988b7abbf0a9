//! `TEXT_MATCH`: the documents that a text search finds, with their scores.

use std::collections::HashMap;
use std::rc::Rc;

use super::IndexScan;
use crate::collection::{Index, RecordId};
use crate::error::Result;
use crate::plan::{CommonStats, Examined, Execution, IndexBounds, Metadata, Row, Stage, Step};
use crate::query::Filter;
use crate::text::TextQuery;
use crate::value::{DocBuilder, RawDoc, display_document, key};

/// See the module. All terms are looked up first, because every one adds to the score.
#[derive(Debug)]
pub struct TextMatch {
    index_name: String,
    pattern: Vec<u8>,
    descending: Vec<bool>,
    scans: Vec<IndexScan>,
    /// Which scan is being read.
    scanning: usize,
    /// Which value of a key is the score.
    score_at: usize,
    query: Rc<TextQuery>,
    filter: Option<Rc<Filter>>,
    scores: HashMap<RecordId, f64>,
    /// In the order in which they were found.
    found: Vec<RecordId>,
    given: usize,
    stats: CommonStats,
    fetched: Examined,
}

impl TextMatch {
    /// A search with one walk for each term, whose keys have the score at position `score_at`.
    pub fn new(
        index: &Index,
        bounds: Vec<IndexBounds>,
        score_at: usize,
        query: Rc<TextQuery>,
        filter: Option<Rc<Filter>>,
    ) -> Self {
        let scan = |bounds: IndexBounds| IndexScan::new(index, bounds, true, None, true);
        TextMatch {
            index_name: index.spec.name.clone(),
            pattern: index.spec.key_pattern.clone(),
            descending: index.spec.fields.iter().map(|field| field.is_descending()).collect(),
            scans: bounds.into_iter().map(scan).collect(),
            scanning: 0,
            score_at,
            query,
            filter,
            scores: HashMap::new(),
            found: Vec::new(),
            given: 0,
            stats: CommonStats::default(),
            fetched: Examined::default(),
        }
    }

    /// Adds the score of an entry to that of its record.
    fn take(&mut self, row: &Row) {
        let (Some(record), Some(found)) = (row.record, row.key.as_ref()) else { return };
        let values = key::decode(&found.bytes, &found.type_bits, &self.descending);
        let score = values.as_ref().and_then(|values| values.get(self.score_at)?.as_number());
        let score = score.map_or(0.0, |score| score.to_f64());
        let known = self.scores.entry(record).or_insert_with(|| {
            self.found.push(record);
            0.0
        });
        *known += score;
    }

    fn step(&mut self, execution: &mut Execution<'_>) -> Result<Step> {
        if let Some(scan) = self.scans.get_mut(self.scanning) {
            match scan.next(execution)? {
                Step::Row(row) => self.take(&row),
                Step::NeedTime => {}
                Step::Done => self.scanning += 1,
            }
            return Ok(Step::NeedTime);
        }
        let Some(&record) = self.found.get(self.given) else { return Ok(Step::Done) };
        self.given += 1;
        let Some(bytes) = execution.collection.records().get(record) else { return Ok(Step::NeedTime) };
        self.fetched.documents += 1;
        self.fetched.bytes += bytes.len() as u64;
        let doc = RawDoc::new(bytes);
        let matches = self.filter.as_ref().map_or(Ok(true), |filter| filter.matches(doc))?;
        if !matches || !self.query.accepts(doc)? {
            return Ok(Step::NeedTime);
        }
        let score = self.scores.get(&record).copied().unwrap_or_default();
        let metadata = Some(Metadata::text(score));
        Ok(Step::Row(Row { record: Some(record), metadata, ..Row::default() }))
    }
}

impl Stage for TextMatch {
    fn next(&mut self, execution: &mut Execution<'_>) -> Result<Step> {
        let step = self.step(execution)?;
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "TEXT_MATCH"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.fetched
    }

    fn inputs(&self) -> Vec<&dyn Stage> {
        self.scans.iter().map(|scan| scan as &dyn Stage).collect()
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        out.document("indexPrefix", |_| {});
        out.append_str("indexName", &self.index_name);
        out.document("parsedTextQuery", |query| self.query.describe(query));
        out.append_i32("textIndexVersion", 3);
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        let kept = self.stats.advanced;
        out.append_count("docsRejected", self.fetched.documents.saturating_sub(kept));
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.index_name.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(format!("IXSCAN {}", display_document(RawDoc::new(&self.pattern))));
    }
}
