//! The rows that a plan's stages return, and batches of them.

use std::rc::Rc;

use super::Metadata;
use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::value::RawDoc;

/// A row on its way through a plan.
#[derive(Clone, Debug)]
pub struct Row {
    /// The record that the row comes from.
    pub record: RecordId,
    /// What the row carries beside the record.
    pub payload: Payload,
}

/// What a row carries beside its record.
#[derive(Clone, Debug, Default)]
pub struct Payload {
    /// The index key that led to the record, when a later stage may need it.
    pub key: Option<IndexKey>,
    /// The document, when it differs from the record's.
    pub document: Option<Vec<u8>>,
    /// The document's metadata.
    pub metadata: Option<Rc<Metadata>>,
}

/// An index entry's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexKey {
    /// The order-preserving encoding of the values.
    pub bytes: Vec<u8>,
    /// The values' type bits, which the encoding lacks.
    pub type_bits: Vec<u8>,
}

impl Row {
    /// Returns the row's own document, or its record's.
    pub fn document<'a>(&'a self, collection: &'a Collection) -> Option<RawDoc<'a>> {
        self.payload.document(self.record, collection)
    }
}

impl Payload {
    fn is_empty(&self) -> bool {
        self.key.is_none() && self.document.is_none() && self.metadata.is_none()
    }

    /// Returns the row's own document, or its record's.
    pub fn document<'a>(&'a self, record: RecordId, collection: &'a Collection) -> Option<RawDoc<'a>> {
        match &self.document {
            Some(bytes) => Some(RawDoc::new(bytes)),
            None => collection.records().get(record).map(RawDoc::new),
        }
    }
}

/// Rows in a plan's order. Payloads are stored apart, because most rows are only records.
#[derive(Debug, Default)]
pub struct RowBatch {
    pub(super) records: Vec<RecordId>,
    /// The payloads of the first rows; later rows carry nothing.
    payloads: Vec<Payload>,
}

impl RowBatch {
    /// Returns the number of rows.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the rows' records.
    pub fn records(&self) -> &[RecordId] {
        &self.records
    }

    /// Returns the rows' records.
    pub fn into_records(self) -> Vec<RecordId> {
        self.records
    }

    /// Appends a row with a payload.
    pub(super) fn push(&mut self, record: RecordId, payload: Payload) {
        self.pad();
        self.records.push(record);
        self.payloads.push(payload);
    }

    /// Appends a row, whose payload may be empty.
    pub(super) fn push_row(&mut self, Row { record, payload }: Row) {
        if payload.is_empty() { self.records.push(record) } else { self.push(record, payload) }
    }

    /// Removes and returns the last row.
    pub(super) fn pop(&mut self) -> Option<Row> {
        let row = self.take(self.len().checked_sub(1)?);
        self.truncate(self.len() - 1);
        row
    }

    /// Whether there are no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns a row's record and payload; no payload if it is empty.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<(RecordId, Option<&Payload>)> {
        Some((*self.records.get(at)?, self.payloads.get(at)))
    }

    /// Moves the payload of a row out of the batch. The batch keeps the row's record.
    pub(super) fn take(&mut self, at: usize) -> Option<Row> {
        let record = *self.records.get(at)?;
        let payload = self.payloads.get_mut(at).map(std::mem::take).unwrap_or_default();
        Some(Row { record, payload })
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Keeps the first `length` rows.
    pub(super) fn truncate(&mut self, length: usize) {
        self.records.truncate(length);
        self.payloads.truncate(length);
    }

    /// Removes `count` rows at position `from`.
    pub(super) fn remove(&mut self, from: usize, count: usize) {
        let payloads = self.payloads.len();
        self.payloads.drain(from.min(payloads)..(from + count).min(payloads));
        self.records.drain(from..from + count);
    }

    /// Keeps those rows from position `from` on that a predicate accepts.
    ///
    /// # Errors
    /// Errors of the predicate.
    pub(super) fn retain(
        &mut self,
        from: usize,
        mut keep: impl FnMut(RecordId, &Payload) -> Result<bool>,
    ) -> Result<()> {
        let empty = Payload::default();
        let mut kept = from;
        for at in from..self.len() {
            let record = self.records[at];
            if !keep(record, self.payloads.get(at).unwrap_or(&empty))? {
                continue;
            }
            if kept < at {
                self.records[kept] = record;
                if kept < self.payloads.len() {
                    self.payloads[kept] = self.payloads.get_mut(at).map(std::mem::take).unwrap_or_default();
                }
            }
            kept += 1;
        }
        self.truncate(kept);
        Ok(())
    }

    /// Replaces the documents of the rows from position `from` on. Drops rows that have no new document.
    ///
    /// # Errors
    /// Errors of the function.
    pub(super) fn replace_documents(
        &mut self,
        from: usize,
        mut replace: impl FnMut(RecordId, &Payload) -> Result<Option<Vec<u8>>>,
    ) -> Result<()> {
        self.pad();
        for (record, payload) in self.records.iter().zip(&mut self.payloads).skip(from) {
            payload.document = replace(*record, payload)?;
        }
        self.retain(from, |_, payload| Ok(payload.document.is_some()))
    }

    /// Gives every row a payload.
    fn pad(&mut self) {
        self.payloads.resize_with(self.records.len(), Payload::default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(number: u8) -> Payload {
        Payload { document: Some(vec![number]), ..Payload::default() }
    }

    fn rows(mut batch: RowBatch) -> Vec<(RecordId, Option<Vec<u8>>)> {
        (0..batch.len())
            .filter_map(|at| batch.take(at))
            .map(|row| (row.record, row.payload.document))
            .collect()
    }

    /// Returns a batch whose second and fourth rows carry a document.
    fn mixed() -> RowBatch {
        let mut batch = RowBatch::default();
        batch.records.push(10);
        batch.push(11, keyed(1));
        batch.records.push(12);
        batch.push(13, keyed(3));
        batch.records.extend([14, 15]);
        batch
    }

    #[test]
    fn payloads_stay_with_their_records() {
        let mut batch = mixed();
        batch.retain(1, |record, _| Ok(record != 11 && record != 14)).unwrap();
        assert_eq!(rows(batch), [(10, None), (12, None), (13, Some(vec![3])), (15, None)]);
        let mut batch = mixed();
        batch.retain(0, |record, _| Ok(![10, 11, 13].contains(&record))).unwrap();
        assert_eq!(rows(batch), [(12, None), (14, None), (15, None)]);
        let mut batch = mixed();
        batch.remove(2, 3);
        assert_eq!(rows(batch), [(10, None), (11, Some(vec![1])), (15, None)]);
    }

    #[test]
    fn rows_without_a_new_document_are_dropped() {
        let mut batch = mixed();
        batch
            .replace_documents(2, |record, old| {
                let length = old.document.as_ref().map_or(0, Vec::len) as u8;
                Ok((record != 14).then(|| vec![record as u8, length]))
            })
            .unwrap();
        let expected = [(10, None), (11, Some(vec![1])), (12, Some(vec![12, 0])), (13, Some(vec![13, 1]))];
        assert_eq!(rows(batch)[..4], expected);
    }

    #[test]
    fn popped_rows_take_their_payload_along() {
        let mut batch = mixed();
        batch.truncate(4);
        let popped = batch.pop().map(|row| (row.record, row.payload.document));
        assert_eq!(popped, Some((13, Some(vec![3]))));
        batch.records.push(20);
        assert_eq!(rows(batch)[2..], [(12, None), (20, None)]);
        assert!(RowBatch::default().pop().is_none());
    }
}
