//! `TEXT_MATCH`: the documents that a text search finds, with their scores.

use std::collections::HashMap;
use std::rc::Rc;

use super::IndexScan;
use super::text_fetch::TextFetch;
use crate::collection::{Collection, Index, RecordId};
use crate::error::Result;
use crate::plan::{
    CommonStats, Direction, IndexBounds, Limits, Metadata, Payload, PlanStage, Progress, Row, RowBatch,
};
use crate::text::TextQuery;
use crate::value::{DocBuilder, RawDoc, display_document, key};

/// The `TEXT_MATCH` stage. All terms are looked up first, because each one adds to the score.
#[derive(Debug)]
pub struct TextMatch {
    index_name: String,
    pattern: Vec<u8>,
    descending: Vec<bool>,
    /// The encoded values that the fields before the text fields must equal.
    prefix: Vec<u8>,
    input: TextFetch,
    /// The position of the score among a key's values.
    score_at: usize,
    query: Rc<TextQuery>,
    scores: HashMap<RecordId, f64>,
    /// The records, in the order of their discovery.
    found: Vec<RecordId>,
    given: usize,
    stats: CommonStats,
}

impl TextMatch {
    /// Searches with one scan per term, whose keys have the score at position `score_at`. `scored` if the
    /// request needs the score.
    pub fn new(
        index: &Index,
        bounds: Vec<IndexBounds>,
        score_at: usize,
        query: Rc<TextQuery>,
        scored: bool,
    ) -> Self {
        let mut prefix = DocBuilder::new();
        let before = bounds.first().map_or(&[][..], |bounds| &bounds.fields[..score_at.saturating_sub(1)]);
        for field in before {
            field.bounds.intervals.iter().for_each(|interval| {
                prefix.append(&field.path, &interval.low.value);
            });
        }
        // A backward scan yields a word's documents by descending score, and equal scores by descending
        // record, as the manual's `$text` page shows for two strings.
        let scan =
            |bounds: IndexBounds| IndexScan::new(index, bounds, Direction::Backward, None).keeping_keys();
        TextMatch {
            index_name: index.spec.name.clone(),
            pattern: index.spec.key_pattern.clone(),
            descending: index.spec.fields.iter().map(|field| field.is_descending()).collect(),
            prefix: prefix.finish(),
            input: TextFetch::new(bounds.into_iter().map(scan).collect(), scored),
            score_at,
            query,
            scores: HashMap::new(),
            found: Vec::new(),
            given: 0,
            stats: CommonStats::default(),
        }
    }

    /// Adds the score of an entry to that of its record.
    fn take(&mut self, row: &Row) {
        let (record, Some(found)) = (row.record, row.payload.key.as_ref()) else { return };
        let values = key::decode(&found.bytes, &found.type_bits, &self.descending);
        let score = values.as_ref().and_then(|values| values.get(self.score_at)?.as_number());
        let score = score.map_or(0.0, |score| score.to_f64());
        self.input.union.tested += 1;
        self.input.union.dropped += u64::from(self.scores.contains_key(&record));
        let known = self.scores.entry(record).or_insert_with(|| {
            self.found.push(record);
            0.0
        });
        *known += score;
    }

    fn step(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let limits = Limits { rows: usize::MAX, ..limits };
        let progress = self.input.entries(collection, limits, out)?;
        if !progress.is_eof {
            (given..out.len()).filter_map(|at| out.take(at)).for_each(|row| self.take(&row));
            out.truncate(given);
            return Ok(Progress { rows: 0, ..progress });
        }
        let Some(&record) = self.found.get(self.given) else {
            self.input.stats.is_eof = true;
            return Ok(Progress::EOF);
        };
        self.given += 1;
        let Some(bytes) = collection.records().get(record) else { return Ok(Progress::NEED_TIME) };
        self.input.fetched(bytes.len());
        if !self.query.accepts(RawDoc::new(bytes))? {
            return Ok(Progress::NEED_TIME);
        }
        let score = self.scores.get(&record).copied().unwrap_or_default();
        out.push(record, Payload { metadata: Some(Metadata::text(score)), ..Payload::default() });
        Ok(Progress::ROW)
    }
}

impl PlanStage for TextMatch {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let progress = self.step(collection, limits, out)?;
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        "TEXT_MATCH"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_doc("indexPrefix", RawDoc::new(&self.prefix));
        out.append_str("indexName", &self.index_name);
        out.document("parsedTextQuery", |query| self.query.describe(query));
        out.append_i32("textIndexVersion", 3);
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        let kept = self.stats.advanced;
        out.append_count("docsRejected", self.input.examined.documents.saturating_sub(kept));
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.index_name.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(format!("IXSCAN {}", display_document(RawDoc::new(&self.pattern))));
    }
}
