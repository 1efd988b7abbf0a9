//! Grouping records by columns, without reading their documents.

use super::super::accumulator::Values;
use super::super::expression::Environment;
use super::super::stage_prelude::*;
use super::group::{Group, Groups};
use super::row_codes::RowCodes;
use super::rows::{AT_ONCE, Records};
use crate::collection::{Code, Dictionary, RecordId};
use crate::value::tag;

/// Groups for which room is made at once, at most: there may be far fewer than keys.
const EXPECTED: usize = 64 * 1024;
/// Has no group yet.
const UNKNOWN: u32 = u32::MAX;

/// Takes in all that the stages in front give, when that is what they make of each record of
/// a collection. Whether it did.
pub(super) fn load(
    group: &mut Group,
    groups: &mut Groups,
    input: &mut Input<'_>,
    execution: &mut Execution<'_>,
) -> Result<bool> {
    let Some((mut rows, records)) = Records::take(input.stages, *execution)? else { return Ok(false) };
    match Bound::new(group, &mut rows, execution.environment) {
        Some(mut bound) => {
            group.expect(groups, bound.known.len().min(records.len()).min(EXPECTED));
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

/// The columns of a `$group`'s fields, and the documents that wait to be taken in.
struct Bound {
    /// The key's codes, and then those of the accumulators' arguments.
    codes: RowCodes,
    /// The group of every code of the key; one for a constant key.
    known: Vec<u32>,
    /// Whether different codes are different keys.
    distinct: bool,
    /// Of each argument, the values by code, when all are 32-bit integers.
    integers: Vec<Option<Vec<i32>>>,
    /// The groups of the documents that wait.
    pending: Vec<u32>,
    /// The codes of one argument of theirs.
    argued: Vec<Code>,
}

impl Bound {
    /// `None` when some field has no column.
    fn new(group: &Group, rows: &mut Records<'_, '_>, environment: &Environment) -> Option<Self> {
        let arguments: Vec<_> = [group.key()].into_iter().chain(group.arguments()).collect();
        let codes = RowCodes::new(&arguments, rows)?;
        let tag = codes.dictionary(0).and_then(Dictionary::tag);
        let integers = |at| codes.dictionary(at).and_then(Dictionary::integers);
        Some(Bound {
            known: vec![UNKNOWN; codes.dictionary(0).map_or(1, Dictionary::len)],
            distinct: environment.collation.is_none() && tag.is_some_and(bytes_decide),
            integers: (1..arguments.len()).map(integers).collect(),
            codes,
            pending: Vec::new(),
            argued: Vec::new(),
        })
    }

    /// Takes records in.
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
            for part in plain.chunks(AT_ONCE) {
                self.codes.choose(part, rows);
                self.take_chosen(group, groups, environment)?;
            }
            let Some((&record, behind)) = behind.split_first() else { return Ok(()) };
            // In the order in which they come: some accumulators tell the difference.
            rows.read(record, |document| group.add(groups, document, environment))?;
            rest = behind;
        }
    }

    /// Takes the chosen rows in, field by field.
    fn take_chosen(
        &mut self,
        group: &mut Group,
        groups: &mut Groups,
        environment: &Environment,
    ) -> Result<()> {
        self.pending.clear();
        // The key's codes become groups.
        let known = &self.known;
        let number = |code: Code| known.get(code as usize).copied().unwrap_or(UNKNOWN);
        self.codes.translate(0, &mut self.pending, number);
        if self.pending.contains(&UNKNOWN) {
            self.find_unknown(group, groups, environment)?;
        }
        group.open_added(groups)?;
        for (at, (column, integers)) in group.accumulators().zip(&self.integers).enumerate() {
            let grown = match self.codes.dictionary(at + 1) {
                Some(dictionary) => {
                    self.argued.clear();
                    self.codes.write(at + 1, &mut self.argued);
                    let values = Values { dictionary, integers: integers.as_deref() };
                    column.add_codes(&self.pending, &self.argued, values)?
                }
                None => column.add_constant(&self.pending)?,
            };
            groups.grow(grown)?;
        }
        Ok(())
    }

    /// Finds the groups of the rows that wait whose keys come up for the first time.
    fn find_unknown(
        &mut self,
        group: &mut Group,
        groups: &mut Groups,
        environment: &Environment,
    ) -> Result<()> {
        let dictionary = self.codes.dictionary(0);
        for (row, number) in self.pending.iter_mut().enumerate() {
            if *number != UNKNOWN {
                continue;
            }
            let code = self.codes.code(0, row);
            let Some(known) = self.known.get_mut(code as usize) else { continue };
            if *known == UNKNOWN {
                *known = match dictionary.map(|values| values.value(code)) {
                    // A document that was read may have opened it.
                    Some(id) if self.distinct && !groups.were_searched() => groups.add(id),
                    id => group.find(groups, id, environment)?,
                };
            }
            *number = *known;
        }
        Ok(())
    }
}

/// Whether different bytes are different keys among values of this type.
fn bytes_decide(tag: u8) -> bool {
    matches!(
        tag,
        tag::STRING | tag::OBJECT_ID | tag::BOOL | tag::DATE | tag::INT32 | tag::INT64 | tag::TIMESTAMP
    )
}
