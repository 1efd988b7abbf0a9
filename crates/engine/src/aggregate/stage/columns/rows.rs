//! Rows that a pipeline derives from a collection's records, read from columns.

use std::rc::Rc;

use crate::aggregate::expression::{Expression, FieldPath, Scope};
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::stage::overlap;
use crate::aggregate::stage_prelude::*;
use crate::collection::{Collection, ReadRows, RecordId, Sink, Table};
use crate::query::Filter;

/// All records are read when at least one in this many is wanted.
const WORTH: usize = 4;
/// Records whose codes are worth collecting together: few enough to stay in the processor's cache.
pub(in crate::aggregate) const AT_ONCE: usize = 2048;

/// A collection source with the stages behind it. Each stage reads one document at a time.
pub(in crate::aggregate) struct Records<'p, 'db> {
    /// The source first.
    stages: &'p mut [PipelineStage],
    /// The number of leading stages that produce rows. The others are `$match`es, which filter them.
    making: usize,
    execution: Execution<'db>,
    pub collection: &'db Collection,
    /// The number of records from the source.
    given: usize,
    /// The number of documents that each stage had returned before.
    returned: Vec<u64>,
    /// The number of rows in front of each filter, and behind the last.
    rows: Vec<usize>,
}

/// A value to read from every row.
#[derive(Clone, Copy)]
pub(in crate::aggregate) enum Wanted<'e> {
    Path(&'e FieldPath),
    Computed(&'e dyn Expression),
}

impl<'p, 'db> Records<'p, 'db> {
    /// Takes all records of the source. Returns `None` unless the stages are a source and stages
    /// whose rows may be cached.
    pub(in crate::aggregate) fn take(
        stages: &'p mut [PipelineStage],
        execution: Execution<'db>,
    ) -> Result<Option<(Self, Vec<RecordId>)>> {
        let chooses = |planned: &mut PipelineStage| matches!(planned.kind(), Kind::Match(_));
        let making = stages.iter_mut().rposition(|planned| !chooses(planned)).map_or(0, |last| last + 1);
        let Some((first, behind)) = stages.split_first_mut() else { return Ok(None) };
        let made = behind.get(..making.saturating_sub(1)).unwrap_or(&[]);
        // Between two of those, the number of documents would be unknown.
        let many = made.iter().filter(|planned| !planned.stage().is_one_to_one()).count();
        let pure = made.iter().all(|planned| planned.stage().is_pure());
        let Kind::Collection(source) = first.kind() else { return Ok(None) };
        if !source.gives_records() || many > 1 || !pure {
            return Ok(None);
        }
        let mut records = Vec::new();
        let mut found = None;
        while let Some(collection) = source.next_records(&execution, &mut records)? {
            found = Some(collection);
        }
        let Some(collection) = found else { return Ok(None) };
        let returned = stages.iter().map(PipelineStage::returned).collect();
        let rows = vec![0; stages.len() - making + 1];
        let given = records.len();
        Ok(Some((Records { stages, making, execution, collection, given, returned, rows }, records)))
    }

    /// The text of the stages that produce the rows, which identifies their table.
    fn identity(&self) -> Vec<u8> {
        self.stages[1..self.making].iter().flat_map(|planned| planned.written().as_bytes()).copied().collect()
    }

    /// Whether rows are the records themselves.
    pub(in crate::aggregate) fn are_plain(&self) -> bool {
        self.making == 1
    }

    /// The filters over the rows.
    pub(in crate::aggregate) fn conditions(&mut self) -> Vec<Rc<Filter>> {
        let filter = |planned: &mut PipelineStage| match planned.kind() {
            Kind::Match(found) => Some(found.filter().clone()),
            _ => None,
        };
        self.stages[self.making..].iter_mut().filter_map(filter).collect()
    }

    /// Whether a row has the same value at a path as its record.
    pub(in crate::aggregate) fn keep(&self, path: &str) -> bool {
        self.stages[1..self.making].iter().all(|planned| match planned.stage().effect() {
            Effect::Passes => true,
            Effect::Changes(changed) => !changed.iter().any(|other| overlap(path, other)),
            Effect::Replaces => false,
        })
    }

    /// Returns the table that has these values of every row, by their identities; `None` when too few records are
    /// read, or it would not pay.
    pub(in crate::aggregate) fn table(&mut self, wanted: &[(&[u8], Wanted<'_>)]) -> Option<Rc<Table>> {
        if self.given < self.collection.records().len() / WORTH {
            return None;
        }
        let identity = self.identity();
        let identities: Vec<&[u8]> = wanted.iter().map(|(identity, _)| *identity).collect();
        let values = wanted.iter().map(|(_, value)| *value).collect();
        let (collection, execution) = (self.collection, self.execution);
        let mut reader = Reader { stages: &mut self.stages[..self.making], execution, values };
        collection.table(&identity, &identities, &mut reader)
    }

    /// Runs one record through all stages, and passes on the documents that come out.
    pub(in crate::aggregate) fn read(
        &mut self,
        record: RecordId,
        mut take: impl FnMut(RawDoc<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(document) = self.collection.records().get(record) else { return Ok(()) };
        if self.stages.len() == 1 {
            return take(RawDoc::new(document));
        }
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(PipelineStage::kind) {
            source.restrict_to(record);
        }
        let before: Vec<u64> = self.stages[self.making - 1..].iter().map(PipelineStage::returned).collect();
        while let Some(document) = (Input { stages: self.stages }).next(&mut self.execution)? {
            take(RawDoc::new(&document))?;
        }
        let after = self.stages[self.making - 1..].iter().map(PipelineStage::returned);
        for ((rows, before), after) in self.rows.iter_mut().zip(before).zip(after) {
            *rows += (after - before) as usize;
        }
        Ok(())
    }

    /// One row of a record as a document, given by its number among them.
    pub(in crate::aggregate) fn document(&mut self, record: RecordId, number: usize) -> Result<Vec<u8>> {
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(PipelineStage::kind) {
            source.restrict_to(record);
        }
        let mut found = Vec::new();
        let mut at = 0;
        // To the end, so that no stage is left with a part of the record.
        while let Some(document) =
            (Input { stages: &mut self.stages[..self.making] }).next(&mut self.execution)?
        {
            if at == number {
                found = document.into_owned();
            }
            at += 1;
        }
        Ok(found)
    }

    /// Counts rows that have passed this number of filters.
    pub(in crate::aggregate) fn count(&mut self, filters: usize, rows: usize) {
        if let Some(count) = self.rows.get_mut(filters) {
            *count += rows;
        }
    }
}

impl Drop for Records<'_, '_> {
    /// Writes the numbers of returned documents into the stages.
    fn drop(&mut self) {
        let mut count = self.given;
        for (at, (planned, before)) in self.stages.iter_mut().zip(&self.returned).enumerate() {
            if at >= self.making {
                count = self.rows.get(at + 1 - self.making).copied().unwrap_or(count);
            } else if at > 0 && !planned.stage().is_one_to_one() {
                count = self.rows.first().copied().unwrap_or(count);
            }
            planned.set_returned(before + count as u64);
        }
    }
}

/// Computes the values of the rows of records.
struct Reader<'r, 'db> {
    stages: &'r mut [PipelineStage],
    execution: Execution<'db>,
    values: Vec<Wanted<'r>>,
}

impl Reader<'_, '_> {
    fn row(&self, root: RawDoc<'_>, wanted: &[usize], sink: &mut Sink<'_>) -> Result<()> {
        let mut scratch = Vec::new();
        let values = wanted.iter().filter_map(|&at| self.values.get(at));
        for (place, value) in values.enumerate() {
            match value {
                Wanted::Path(path) => sink.put(place, path.find(root).raw()),
                Wanted::Computed(expression) => {
                    let value = expression.evaluate(&Scope::new(root, self.execution.environment))?;
                    scratch.clear();
                    sink.put(place, value.to_raw(&mut scratch));
                }
            }
        }
        sink.end_row();
        Ok(())
    }
}

impl ReadRows for Reader<'_, '_> {
    fn read(
        &mut self,
        record: RecordId,
        document: RawDoc<'_>,
        wanted: &[usize],
        sink: &mut Sink<'_>,
    ) -> Option<()> {
        if self.stages.len() == 1 {
            return self.row(document, wanted, sink).ok();
        }
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(PipelineStage::kind) {
            source.restrict_to(record);
        }
        let mut failed = false;
        loop {
            match (Input { stages: self.stages }).next(&mut self.execution) {
                Ok(Some(document)) if !failed => {
                    failed = self.row(RawDoc::new(&document), wanted, sink).is_err();
                }
                Ok(Some(_)) => {}
                Ok(None) => return (!failed).then_some(()),
                // The remaining rows of the document are dropped, too.
                Err(_) => failed = true,
            }
        }
    }
}
