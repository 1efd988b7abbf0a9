//! `$group` over columns, without reading documents.

use std::rc::Rc;

use super::{Group, Groups};
use crate::aggregate::accumulator::Values;
use crate::aggregate::expression::Environment;
use crate::aggregate::stage::columns::row_codes::RowCodes;
use crate::aggregate::stage::columns::rows::{CHUNK_RECORDS, Records};
use crate::aggregate::stage_prelude::*;
use crate::collection::{Dictionary, RecordId};
use crate::value::tag;

/// The largest number of groups to reserve space for: there may be far fewer than dictionary codes.
const MAX_RESERVED: usize = 64 * 1024;
/// Marks a key without a group.
const UNKNOWN: u32 = u32::MAX;

/// Groups the whole input by codes if columns have its rows. Returns whether it did.
pub(super) fn load(group: &mut Group, groups: &mut Groups, input: &mut Input<'_>) -> Result<bool> {
    let execution = input.execution;
    let Some((mut rows, records)) = Records::take(input.stages, execution)? else { return Ok(false) };
    match Bound::new(group, &mut rows, execution.environment) {
        Some(mut bound) => {
            group.expect(groups, bound.known.len().min(records.len()).min(MAX_RESERVED));
            bound.take(&records, group, groups, &mut rows, execution.environment)?;
        }
        None => {
            for &record in &records {
                rows.read(record, |document| group.add(groups, document, execution.environment))?;
            }
        }
    }
    Ok(true)
}

/// A `$group` bound to columns, with the state of the current chunk.
struct Bound {
    /// The codes of the key, then those of the accumulators' arguments.
    codes: RowCodes,
    /// The group of each code of the key.
    known: Vec<u32>,
    /// Whether different codes are always different keys.
    distinct: bool,
    /// For each argument, the values by code, when all are 32-bit integers.
    integers: Vec<Option<Rc<Vec<i32>>>>,
    /// The groups of the rows in the current chunk.
    pending: Vec<u32>,
    /// The rows whose keys had no group yet.
    unknown: Vec<usize>,
}

impl Bound {
    /// Binds the key and the arguments; `None` when one has no column.
    fn new(group: &Group, rows: &mut Records<'_, '_>, environment: &Environment) -> Option<Self> {
        let arguments: Vec<_> = [group.key()].into_iter().chain(group.arguments()).collect();
        let codes = RowCodes::new(&arguments, rows)?;
        let tag = codes.dictionary(0).and_then(Dictionary::tag);
        let integers = |at| codes.dictionary(at).and_then(Dictionary::integers);
        Some(Bound {
            known: vec![UNKNOWN; codes.dictionary(0).map_or(0, Dictionary::len)],
            distinct: environment.collation.is_none() && tag.is_some_and(bytes_decide),
            integers: (1..arguments.len()).map(integers).collect(),
            codes,
            pending: Vec::new(),
            unknown: Vec::new(),
        })
    }

    /// Adds these records to their groups.
    fn take(
        &mut self,
        records: &[RecordId],
        group: &mut Group,
        groups: &mut Groups,
        rows: &mut Records<'_, '_>,
        environment: &Environment,
    ) -> Result<()> {
        let mut rest = records;
        loop {
            let (plain, behind) = rest.split_at(self.codes.plain(rest));
            for part in plain.chunks(CHUNK_RECORDS) {
                self.codes.choose(part, rows);
                self.take_chosen(group, groups, environment)?;
            }
            let Some((&record, behind)) = behind.split_first() else { return Ok(()) };
            // Keep the input order: some accumulators depend on it.
            rows.read(record, |document| group.add(groups, document, environment))?;
            rest = behind;
        }
    }

    /// Adds the selected rows to their groups, one accumulator at a time.
    fn take_chosen(
        &mut self,
        group: &mut Group,
        groups: &mut Groups,
        environment: &Environment,
    ) -> Result<()> {
        self.pending.clear();
        match self.codes.picked(0).zip(self.codes.dictionary(0)) {
            Some((picked, keys)) => {
                // A document read before may have opened the group of a code that occurs here for the first time.
                let is_new = self.distinct && !groups.were_searched();
                self.pending.extend(
                    picked.iter().map(|code| self.known.get(code as usize).copied().unwrap_or(UNKNOWN)),
                );
                // Every position is written, and advanced only for rows without a group: no branch to mispredict.
                self.unknown.resize(self.pending.len(), 0);
                let mut count = 0;
                for (at, &group) in self.pending.iter().enumerate() {
                    if let Some(unknown) = self.unknown.get_mut(count) {
                        *unknown = at;
                    }
                    count += usize::from(group == UNKNOWN);
                }
                for &at in self.unknown.get(..count).unwrap_or_default() {
                    let code = picked.code(at);
                    let Some(number) = self.known.get_mut(code as usize) else { continue };
                    if *number == UNKNOWN {
                        *number = match keys.value(code) {
                            key if is_new => groups.add(key),
                            key => group.find(groups, Some(key), environment)?,
                        };
                    }
                    self.pending[at] = *number;
                }
            }
            None if self.codes.len() == 0 => {}
            None => {
                let number = group.find(groups, None, environment)?;
                self.pending.resize(self.codes.len(), number);
            }
        }
        group.open_added(groups)?;
        for (at, (column, integers)) in group.accumulators().zip(&self.integers).enumerate() {
            let grown = match self.codes.picked(at + 1).zip(self.codes.dictionary(at + 1)) {
                Some((picked, dictionary)) => {
                    let values = Values { dictionary, integers: integers.as_deref().map(Vec::as_slice) };
                    column.add_codes(&self.pending, picked, values)?
                }
                None => column.add_constant(&self.pending)?,
            };
            groups.grow(grown)?;
        }
        Ok(())
    }
}

/// Whether values of this type with different bytes are always different keys.
fn bytes_decide(tag: u8) -> bool {
    matches!(
        tag,
        tag::STRING | tag::OBJECT_ID | tag::BOOL | tag::DATE | tag::INT32 | tag::INT64 | tag::TIMESTAMP
    )
}
