//! Grouping records by columns, without reading their documents.

use std::rc::Rc;

use super::super::accumulator::{Argument, Values};
use super::super::expression::Environment;
use super::super::stage_prelude::*;
use super::group::{Group, Groups};
use super::rows::{Records, Wanted};
use crate::collection::{COMPLEX, Code, Column, Dictionary, RecordId, Table};
use crate::value::tag;

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
        Some(mut bound) => bound.take(&records, group, groups, &mut rows, execution.environment)?,
        None => {
            for &record in &records {
                read(record, group, groups, &mut rows, execution.environment)?;
            }
        }
    }
    Ok(true)
}

/// Takes a record in whose codes do not tell everything.
fn read(
    record: RecordId,
    group: &mut Group,
    groups: &mut Groups,
    rows: &mut Records<'_, '_>,
    environment: &Environment,
) -> Result<()> {
    let count = rows.read(record, |document| group.add(groups, document, environment))?;
    rows.count(count);
    Ok(())
}

/// Where the values of a field come from.
#[derive(Clone, Debug)]
enum Source {
    /// What the record has at a path.
    Column(Rc<Column>),
    /// A column of the table of rows.
    Row(usize),
    Constant,
}

/// An accumulator's argument, and what is to be taken in by it.
struct Argued {
    source: Source,
    /// The values by code, when all are 32-bit integers.
    integers: Option<Vec<i32>>,
    codes: Vec<Code>,
}

/// The columns of a `$group`'s fields, and the documents that wait to be taken in.
struct Bound {
    id: Source,
    /// The group of every code of the key; one for a constant key.
    known: Vec<u32>,
    /// Whether different codes are different keys.
    distinct: bool,
    /// Whether codes tell everything of every record.
    plain: bool,
    arguments: Vec<Argued>,
    table: Option<Rc<Table>>,
    /// The groups of the documents that wait.
    pending: Vec<u32>,
}

/// A value of rows that is asked for: its identity, and how it is read.
type Asked<'e> = (Vec<u8>, Wanted<'e>);

impl Bound {
    /// `None` when some field has no column.
    fn new(group: &Group, rows: &mut Records<'_, '_>, environment: &Environment) -> Option<Self> {
        let mut asked: Vec<Asked<'_>> = Vec::new();
        let id = source(group.key(), rows, &mut asked)?;
        let arguments = group
            .arguments()
            .map(|argument| source(argument, rows, &mut asked))
            .collect::<Option<Vec<_>>>()?;
        let table = if asked.is_empty() && rows.are_plain() {
            None
        } else {
            let wanted: Vec<_> =
                asked.iter().map(|(identity, wanted)| (identity.as_slice(), *wanted)).collect();
            Some(rows.table(&wanted)?)
        };
        // The table has columns in an order of its own.
        let placed = |source: Source| match (source, &table) {
            (Source::Row(at), Some(table)) => {
                asked.get(at).and_then(|(identity, _)| table.position(identity)).map(Source::Row)
            }
            (source, _) => Some(source),
        };
        let id = placed(id)?;
        let arguments = arguments.into_iter().map(placed).collect::<Option<Vec<_>>>()?;
        let table_of = table.as_deref();
        let tag = id.dictionary(table_of).and_then(Dictionary::tag);
        let simple = |source: &Source| match source {
            Source::Column(column) => column.is_simple(),
            Source::Row(_) | Source::Constant => true,
        };
        let argued = |source: Source| {
            let integers = source.dictionary(table_of).and_then(Dictionary::integers);
            Argued { source, integers, codes: Vec::new() }
        };
        Some(Bound {
            plain: table.is_none() && simple(&id) && arguments.iter().all(simple),
            known: vec![UNKNOWN; id.dictionary(table_of).map_or(1, Dictionary::len)],
            distinct: environment.collation.is_none() && tag.is_some_and(bytes_decide),
            id,
            arguments: arguments.into_iter().map(argued).collect(),
            table,
            pending: Vec::new(),
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
            let complex =
                if self.plain { None } else { rest.iter().position(|&record| !self.is_plain(record)) };
            let plain = complex.unwrap_or(rest.len());
            // Not all at once: what waits stays in the processor's cache.
            for part in rest[..plain].chunks(AT_ONCE) {
                rows.count(self.take_plain(part, group, groups, environment)?);
                self.flush(group, groups)?;
            }
            let Some((&record, behind)) = rest[plain..].split_first() else { return Ok(()) };
            // In the order in which they come: some accumulators tell the difference.
            read(record, group, groups, rows, environment)?;
            rest = behind;
        }
    }

    /// Whether codes tell everything of a record.
    #[inline]
    fn is_plain(&self, record: RecordId) -> bool {
        let plain = |source: &Source| match source {
            Source::Column(column) => column.code(record) != COMPLEX,
            Source::Row(_) | Source::Constant => true,
        };
        plain(&self.id)
            && self.arguments.iter().all(|argument| plain(&argument.source))
            && self.table.as_ref().is_none_or(|table| table.rows(record).is_some())
    }

    /// Collects the codes of plain records, field by field; gives how many
    /// documents it is.
    fn take_plain(
        &mut self,
        records: &[RecordId],
        group: &mut Group,
        groups: &mut Groups,
        environment: &Environment,
    ) -> Result<usize> {
        let table = self.table.as_deref();
        self.id.write(records, table, &mut self.pending);
        for argument in &mut self.arguments {
            argument.source.write(records, table, &mut argument.codes);
        }
        // The key's codes become groups.
        let dictionary = self.id.dictionary(table);
        for at in 0..self.pending.len() {
            let code = self.pending[at];
            let mut number = self.known.get(code as usize).copied().unwrap_or(UNKNOWN);
            if number == UNKNOWN {
                let id = dictionary.map(|values| values.value(code));
                number = match id {
                    // A document that was read may have opened it.
                    Some(id) if self.distinct && !groups.were_searched() => group.open(groups, id)?,
                    id => group.find(groups, id, environment)?,
                };
                if let Some(slot) = self.known.get_mut(code as usize) {
                    *slot = number;
                }
            }
            self.pending[at] = number;
        }
        Ok(self.pending.len())
    }

    /// Gives the accumulators what has been collected.
    fn flush(&mut self, group: &mut Group, groups: &mut Groups) -> Result<()> {
        let table = self.table.as_deref();
        for (column, argument) in group.accumulators().zip(&mut self.arguments) {
            let grown = match argument.source.dictionary(table) {
                Some(dictionary) => {
                    let values = Values { dictionary, integers: argument.integers.as_deref() };
                    column.add_codes(&self.pending, &argument.codes, values)?
                }
                None => column.add_constant(&self.pending)?,
            };
            groups.grow(grown)?;
            argument.codes.clear();
        }
        self.pending.clear();
        Ok(())
    }
}

/// Records whose codes wait together.
const AT_ONCE: usize = 2048;

/// Where the values of a key or an argument are; what is not the record's is asked for.
fn source<'e>(argument: Argument<'e>, rows: &Records<'_, '_>, asked: &mut Vec<Asked<'e>>) -> Option<Source> {
    let wanted = match argument {
        Argument::Constant => return Some(Source::Constant),
        Argument::Other => return None,
        Argument::Path(path) => {
            let column = if rows.keep(path.as_str()) { rows.collection.column(path.as_str()) } else { None };
            match column {
                Some(column) if !column.is_mostly_complex() => return Some(Source::Column(column)),
                None if rows.are_plain() => return None,
                _ => {}
            }
            ([b"p", path.as_str().as_bytes()].concat(), Wanted::Path(path))
        }
        Argument::Computed(expression, identity) => (identity.to_vec(), Wanted::Computed(expression)),
    };
    let known = asked.iter().position(|(identity, _)| *identity == wanted.0);
    Some(Source::Row(known.unwrap_or_else(|| {
        asked.push(wanted);
        asked.len() - 1
    })))
}

impl Source {
    fn dictionary<'s>(&'s self, table: Option<&'s Table>) -> Option<&'s Dictionary> {
        match self {
            Source::Column(column) => Some(column.dictionary()),
            Source::Row(at) => Some(table?.column(*at)?.dictionary()),
            Source::Constant => None,
        }
    }

    /// Appends the code of every row that the records give.
    fn write(&self, records: &[RecordId], table: Option<&Table>, out: &mut Vec<Code>) {
        let spans = |table: &Table| {
            records.iter().map(|&record| table.rows(record).unwrap_or(0..0)).collect::<Vec<_>>()
        };
        match (self, table) {
            (Source::Column(column), None) => out.extend(records.iter().map(|&record| column.code(record))),
            (Source::Constant, None) => out.resize(out.len() + records.len(), 0),
            (Source::Column(column), Some(table)) => {
                for &record in records {
                    let count = table.rows(record).map_or(0, |rows| rows.len());
                    out.extend(std::iter::repeat_n(column.code(record), count));
                }
            }
            (Source::Constant, Some(table)) => {
                let count = spans(table).iter().map(ExactSizeIterator::len).sum::<usize>();
                out.resize(out.len() + count, 0);
            }
            (Source::Row(at), table) => {
                let Some((table, column)) = table.and_then(|table| Some((table, table.column(*at)?))) else {
                    return;
                };
                for rows in spans(table) {
                    out.extend_from_slice(column.codes().get(rows).unwrap_or(&[]));
                }
            }
        }
    }
}

/// Whether different bytes are different keys among values of this type.
fn bytes_decide(tag: u8) -> bool {
    matches!(
        tag,
        tag::STRING | tag::OBJECT_ID | tag::BOOL | tag::DATE | tag::INT32 | tag::INT64 | tag::TIMESTAMP
    )
}
