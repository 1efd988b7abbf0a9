//! The rows that stages make of a collection's records, by columns.

use std::rc::Rc;

use super::super::expression::{Expression, FieldPath, Scope};
use super::super::pipeline::Planned;
use super::super::stage_prelude::*;
use super::overlap;
use crate::collection::{Collection, ReadRows, RecordId, Sink, Table};

/// Which part of a collection's records must come for all of them to be read.
const WORTH: usize = 4;

/// The records that a source gives, and the stages behind it that look at one document at a time.
pub(super) struct Records<'p, 'db> {
    /// The source first.
    stages: &'p mut [Planned],
    execution: Execution<'db>,
    pub collection: &'db Collection,
    /// How many records the source gave.
    given: usize,
    /// How many documents the stages had given before.
    returned: Vec<u64>,
    /// Documents made of the records.
    rows: usize,
}

/// A value that is wanted of every row.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'e> {
    Path(&'e FieldPath),
    Computed(&'e dyn Expression),
}

impl<'p, 'db> Records<'p, 'db> {
    /// Takes all records of the source; `None` when the stages are no source and
    /// stages whose rows may be remembered.
    pub(super) fn take(
        stages: &'p mut [Planned],
        execution: Execution<'db>,
    ) -> Result<Option<(Self, Vec<RecordId>)>> {
        let Some((first, behind)) = stages.split_first_mut() else { return Ok(None) };
        // The numbers of documents between two of those would not be known.
        let many = behind.iter().filter(|planned| !planned.stage().is_one_to_one()).count();
        let Kind::Collection(source) = first.kind() else { return Ok(None) };
        if !source.gives_records() || many > 1 || !behind.iter().all(|planned| planned.stage().is_pure()) {
            return Ok(None);
        }
        let mut records = Vec::new();
        let mut found = None;
        while let Some(collection) = source.next_records(&execution, &mut records)? {
            found = Some(collection);
        }
        let Some(collection) = found else { return Ok(None) };
        let returned = stages.iter().map(Planned::returned).collect();
        let given = records.len();
        Ok(Some((Records { stages, execution, collection, given, returned, rows: 0 }, records)))
    }

    /// The stages that make the rows, told from others.
    fn identity(&self) -> Vec<u8> {
        self.stages[1..].iter().flat_map(|planned| planned.written().as_bytes()).copied().collect()
    }

    /// Whether rows are the records themselves.
    pub(super) fn are_plain(&self) -> bool {
        self.stages.len() == 1
    }

    /// Whether what stands at a path in a row stands there in its record.
    pub(super) fn keep(&self, path: &str) -> bool {
        self.stages[1..].iter().all(|planned| match planned.stage().effect() {
            Effect::Passes => true,
            Effect::Changes(changed) => !changed.iter().any(|other| overlap(path, other)),
            Effect::Replaces => false,
        })
    }

    /// The table of the rows with some values, told by their identities; `None` when it is of no use.
    pub(super) fn table(&mut self, wanted: &[(&[u8], Wanted<'_>)]) -> Option<Rc<Table>> {
        if self.given < self.collection.records().len() / WORTH {
            return None;
        }
        let identity = self.identity();
        let identities: Vec<&[u8]> = wanted.iter().map(|(identity, _)| *identity).collect();
        let values = wanted.iter().map(|(_, value)| *value).collect();
        let (collection, execution) = (self.collection, self.execution);
        let mut reader = Reader { stages: self.stages, execution, values };
        collection.table(&identity, &identities, &mut reader)
    }

    /// Gives the rows of one record as documents.
    pub(super) fn read(
        &mut self,
        record: RecordId,
        mut take: impl FnMut(RawDoc<'_>) -> Result<()>,
    ) -> Result<usize> {
        let Some(document) = self.collection.records().get(record) else { return Ok(0) };
        if self.are_plain() {
            take(RawDoc::new(document))?;
            return Ok(1);
        }
        let mut count = 0;
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(Planned::kind) {
            source.give(record);
        }
        while let Some(document) = (Input { stages: self.stages }).next(&mut self.execution)? {
            take(RawDoc::new(&document))?;
            count += 1;
        }
        Ok(count)
    }

    /// Counts rows that were taken in.
    pub(super) fn count(&mut self, rows: usize) {
        self.rows += rows;
    }
}

impl Drop for Records<'_, '_> {
    /// Has the stages tell how many documents they would have given.
    fn drop(&mut self) {
        let mut count = self.given;
        for (planned, before) in self.stages.iter_mut().zip(&self.returned) {
            if planned.name() != "$cursor" && !planned.stage().is_one_to_one() {
                count = self.rows;
            }
            planned.set_returned(before + count as u64);
        }
    }
}

/// Computes the values of the rows of records.
struct Reader<'r, 'db> {
    stages: &'r mut [Planned],
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
        if let Some(Kind::Collection(source)) = self.stages.first_mut().map(Planned::kind) {
            source.give(record);
        }
        let mut failed = false;
        loop {
            match (Input { stages: self.stages }).next(&mut self.execution) {
                Ok(Some(document)) if !failed => {
                    failed = self.row(RawDoc::new(&document), wanted, sink).is_err();
                }
                Ok(Some(_)) => {}
                Ok(None) => return (!failed).then_some(()),
                // What is left of the document goes, too.
                Err(_) => failed = true,
            }
        }
    }
}
