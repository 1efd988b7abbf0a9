//! Top-k sort over columns, without reading documents.

use std::collections::BinaryHeap;

use crate::aggregate::accumulator::Argument;
use crate::aggregate::document_order::DocumentOrder;
use crate::aggregate::stage::columns::row_codes::RowCodes;
use crate::aggregate::stage::columns::rows::{CHUNK_RECORDS, Records};
use crate::aggregate::stage_prelude::*;
use crate::collection::{Code, Dictionary, RecordId};

/// The sort keys of a dictionary's values, by code.
struct Keys {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl Keys {
    /// Encodes the keys; `None` when the dictionary contains arrays, which sort by one element.
    fn new(pattern: &DocumentOrder, part: usize, values: &Dictionary) -> Option<Self> {
        let (mut bytes, mut starts) = (Vec::new(), vec![0]);
        for value in values.values() {
            if value.is_array() {
                return None;
            }
            pattern.encode_part(part, value, &mut bytes);
            starts.push(bytes.len());
        }
        Some(Keys { bytes, starts })
    }

    fn of(&self, code: Code) -> &[u8] {
        let at = code as usize;
        let bounds = self.starts.get(at).zip(self.starts.get(at + 1));
        bounds.and_then(|(from, to)| self.bytes.get(*from..*to)).unwrap_or(&[])
    }
}

/// Returns the first rows in sort order, as documents; `None` when the codes don't determine the order.
pub(super) fn first(
    pattern: &DocumentOrder,
    limit: usize,
    rows: &mut Records<'_, '_>,
    records: &[RecordId],
) -> Result<Option<Vec<Vec<u8>>>> {
    let arguments: Vec<_> = pattern.parts().iter().map(|part| Argument::Path(&part.path)).collect();
    let Some(mut codes) = RowCodes::new(&arguments, rows) else { return Ok(None) };
    if codes.plain(records) < records.len() {
        return Ok(None);
    }
    let keys = |part| Keys::new(pattern, part, codes.dictionary(part)?);
    let Some(keys) = (0..arguments.len()).map(keys).collect::<Option<Vec<_>>>() else { return Ok(None) };
    // The heap's top is the greatest kept row, which is replaced first; input order decides ties.
    let mut kept: BinaryHeap<(Vec<&[u8]>, usize, RecordId, usize)> = BinaryHeap::new();
    let mut arrival = 0;
    let mut columns: Vec<Vec<Code>> = vec![Vec::new(); keys.len()];
    for part in records.chunks(CHUNK_RECORDS) {
        let count = codes.choose(part, rows);
        for (at, column) in columns.iter_mut().enumerate() {
            column.clear();
            codes.write(at, column);
        }
        for row in 0..count {
            arrival += 1;
            let key = keys.iter().zip(&columns).map(|(keys, codes)| keys.of(codes[row]));
            if kept.len() >= limit {
                if kept.peek().is_none_or(|(greatest, ..)| key.clone().ge(greatest.iter().copied())) {
                    continue;
                }
                kept.pop();
            }
            let (record, number) = codes.chosen(row);
            kept.push((key.collect(), arrival, record, number));
        }
    }
    let document = |(_, _, record, number)| rows.document(record, number);
    kept.into_sorted_vec().into_iter().map(document).collect::<Result<_>>().map(Some)
}
