//! The rows that a pipeline derives from a collection's records, read from columns.

use std::rc::Rc;

use crate::aggregate::expression::{Environment, Expression, FieldPath, Scope};
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::stage::overlap;
use crate::aggregate::stage_prelude::*;
use crate::collection::{Collection, ReadRows, RecordId, Sink, Table};
use crate::query::Filter;

/// A table is built only if at least one in this many records is read.
const MIN_READ_PART: usize = 4;
/// Records processed per chunk: few enough for their codes to stay in the processor's cache.
pub(in crate::aggregate) const CHUNK_RECORDS: usize = 2048;

/// A collection source with the stages after it, which all process one document at a time.
pub(in crate::aggregate) struct Records<'p, 'db> {
    /// The source and the stages after it.
    stages: &'p mut [PipelineStage],
    /// The number of leading stages, with the source, that produce rows. The others are `$match`es on the rows.
    producers: usize,
    execution: Execution<'db>,
    pub collection: &'db Collection,
    /// The number of records from the source.
    record_count: usize,
    /// The number of documents that each stage had returned before.
    returned: Vec<u64>,
    /// The number of rows before each filter and after the last.
    rows: Vec<usize>,
}

/// A value to read from every row.
#[derive(Clone, Copy)]
pub(in crate::aggregate) enum Wanted<'e> {
    Path(&'e FieldPath),
    Computed(&'e dyn Expression),
}

impl<'p, 'db> Records<'p, 'db> {
    /// Reads all record ids of the source. Returns `None` unless the stages are a source and stages
    /// whose rows may be cached.
    pub(in crate::aggregate) fn take(
        stages: &'p mut [PipelineStage],
        execution: Execution<'db>,
    ) -> Result<Option<(Self, Vec<RecordId>)>> {
        let filters = |planned: &mut PipelineStage| matches!(planned.kind(), Kind::Match(_));
        let producers = stages.iter_mut().rposition(|planned| !filters(planned)).map_or(0, |last| last + 1);
        let Some((first, behind)) = stages.split_first_mut() else { return Ok(None) };
        let producing = behind.get(..producers.saturating_sub(1)).unwrap_or(&[]);
        // Between two such stages, the number of documents would be unknown.
        let many = producing.iter().filter(|planned| !planned.stage().is_one_to_one()).count();
        let pure = producing.iter().all(|planned| planned.stage().is_pure());
        let Kind::Collection(source) = first.kind() else { return Ok(None) };
        if !source.yields_records() || many > 1 || !pure {
            return Ok(None);
        }
        let Some((collection, records)) = source.remaining_records(execution)? else { return Ok(None) };
        let returned = stages.iter().map(PipelineStage::returned).collect();
        let rows = vec![0; stages.len() - producers + 1];
        let record_count = records.len();
        Ok(Some((
            Records { stages, producers, execution, collection, record_count, returned, rows },
            records,
        )))
    }

    /// Returns the written stages that produce the rows, which identify their table.
    fn identity(&self) -> Vec<u8> {
        self.stages[1..self.producers]
            .iter()
            .flat_map(|planned| planned.written().as_bytes())
            .copied()
            .collect()
    }

    /// Whether the rows are the records themselves.
    pub(in crate::aggregate) fn are_plain(&self) -> bool {
        self.producers == 1
    }

    /// Returns the filters on the rows.
    pub(in crate::aggregate) fn conditions(&mut self) -> Vec<Rc<Filter>> {
        let filter = |planned: &mut PipelineStage| match planned.kind() {
            Kind::Match(found) => Some(found.filter().clone()),
            _ => None,
        };
        self.stages[self.producers..].iter_mut().filter_map(filter).collect()
    }

    /// Whether a row has the same value at a path as its record.
    pub(in crate::aggregate) fn keep(&self, path: &str) -> bool {
        self.stages[1..self.producers].iter().all(|planned| match planned.stage().effect() {
            Effect::Passes => true,
            Effect::Changes(changed) => !changed.iter().any(|other| overlap(path, other)),
            Effect::Replaces => false,
        })
    }

    /// Returns the table with these values of every row, by identity; `None` when too few records are read or the
    /// collection rejects the table.
    pub(in crate::aggregate) fn table(&mut self, wanted: &[(&[u8], Wanted<'_>)]) -> Option<Rc<Table>> {
        if self.record_count < self.collection.records().len() / MIN_READ_PART {
            return None;
        }
        let identity = self.identity();
        let identities: Vec<&[u8]> = wanted.iter().map(|(identity, _)| *identity).collect();
        let values = wanted.iter().map(|(_, value)| *value).collect();
        let (collection, execution) = (self.collection, self.execution);
        let mut reader = Reader { stages: &mut self.stages[..self.producers], execution, values };
        collection.table(&identity, &identities, &mut reader)
    }

    /// Runs one record through all stages and passes the resulting documents to `take`.
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
        let before: Vec<u64> =
            self.stages[self.producers - 1..].iter().map(PipelineStage::returned).collect();
        Input { stages: self.stages, execution: self.execution }.drain(|row| take(row.document))?;
        let after = self.stages[self.producers - 1..].iter().map(PipelineStage::returned);
        for ((rows, before), after) in self.rows.iter_mut().zip(before).zip(after) {
            *rows += (after - before) as usize;
        }
        Ok(())
    }

    /// Returns a record's row with this number, as a document.
    pub(in crate::aggregate) fn document(&mut self, record: RecordId, number: usize) -> Result<Vec<u8>> {
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(PipelineStage::kind) {
            source.restrict_to(record);
        }
        let mut found = Vec::new();
        let mut at = 0;
        // Exhaust the stages, so that none keeps state of this record.
        Input { stages: &mut self.stages[..self.producers], execution: self.execution }.drain(|row| {
            if at == number {
                found = row.document.as_bytes().to_vec();
            }
            at += 1;
            Ok(())
        })?;
        Ok(found)
    }

    /// Counts rows that passed this number of filters.
    pub(in crate::aggregate) fn count(&mut self, filters: usize, rows: usize) {
        if let Some(count) = self.rows.get_mut(filters) {
            *count += rows;
        }
    }
}

impl Drop for Records<'_, '_> {
    /// Sets the stages' numbers of returned documents.
    fn drop(&mut self) {
        let mut count = self.record_count;
        for (at, (planned, before)) in self.stages.iter_mut().zip(&self.returned).enumerate() {
            if at >= self.producers {
                count = self.rows.get(at + 1 - self.producers).copied().unwrap_or(count);
            } else if at > 0 && !planned.stage().is_one_to_one() {
                count = self.rows.first().copied().unwrap_or(count);
            }
            planned.set_returned(before + count as u64);
        }
    }
}

/// Evaluates the requested values on the rows of records.
struct Reader<'r, 'db> {
    stages: &'r mut [PipelineStage],
    execution: Execution<'db>,
    values: Vec<Wanted<'r>>,
}

/// Writes the requested values of a row.
fn write_row(
    values: &[Wanted<'_>],
    wanted: &[usize],
    environment: &Environment,
    root: RawDoc<'_>,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let mut scratch = Vec::new();
    for (place, value) in wanted.iter().filter_map(|&at| values.get(at)).enumerate() {
        match value {
            Wanted::Path(path) => sink.put(place, path.find(root).raw()),
            Wanted::Computed(expression) => {
                let value = expression.evaluate(&Scope::new(root, environment))?;
                scratch.clear();
                sink.put(place, value.to_raw(&mut scratch));
            }
        }
    }
    sink.end_row();
    Ok(())
}

impl ReadRows for Reader<'_, '_> {
    fn read(
        &mut self,
        record: RecordId,
        document: RawDoc<'_>,
        wanted: &[usize],
        sink: &mut Sink<'_>,
    ) -> Option<()> {
        let Reader { stages, execution, values } = self;
        let mut row = |root: RawDoc<'_>| write_row(values, wanted, execution.environment, root, sink);
        if stages.len() == 1 {
            return row(document).ok();
        }
        if let Some(Kind::Collection(source)) = stages.first_mut().map(PipelineStage::kind) {
            source.restrict_to(record);
        }
        let mut failed = false;
        let mut take = |taken: Row<'_>| {
            failed = failed || row(taken.document).is_err();
            Ok(())
        };
        // After an error, exhaust the stages too; the record's remaining rows are dropped.
        let mut complete = true;
        while (Input { stages, execution: *execution }).drain(&mut take).is_err() {
            complete = false;
        }
        (complete && !failed).then_some(())
    }
}
