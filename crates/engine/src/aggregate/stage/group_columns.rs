//! Grouping records by columns, without reading their documents.

use std::rc::Rc;

use super::super::accumulator::{Argument, Values};
use super::super::expression::Environment;
use super::super::stage_prelude::*;
use super::Unwind;
use super::group::{Group, Groups};
use crate::collection::{COMPLEX, Code, Collection, Column, Dictionary, Elements, RecordId};
use crate::value::tag;

/// Has no group yet.
const UNKNOWN: u32 = u32::MAX;

/// Takes in all that the source in front gives, when that is records of a
/// collection, taken apart by an `$unwind` or not. Whether it did.
pub(super) fn load(
    group: &mut Group,
    groups: &mut Groups,
    input: &mut Input<'_>,
    execution: &mut Execution<'_>,
) -> Result<bool> {
    let (unwinding, rest) = match input.stages.split_last_mut() {
        Some((last, rest)) if !rest.is_empty() => (Some(last), rest),
        Some((last, _)) => (None, std::slice::from_mut(last)),
        None => return Ok(false),
    };
    let [planned] = rest else { return Ok(false) };
    let mut unwinding = unwinding;
    let unwind = match unwinding.as_mut().map(|planned| planned.kind()) {
        None => None,
        Some(Kind::Unwind(unwind)) if !unwind.preserves() && unwind.index_name().is_none() => Some(&*unwind),
        Some(_) => return Ok(false),
    };
    let Kind::Collection(source) = planned.kind() else { return Ok(false) };
    if !source.gives_records() {
        return Ok(false);
    }
    let mut records = Vec::new();
    let (mut taken, mut unwound) = (0, 0);
    let mut bound = None;
    while let Some(collection) = source.next_records(execution, &mut records)? {
        taken += records.len();
        let bound = bound.get_or_insert_with(|| Bound::new(group, unwind, collection, execution.environment));
        match bound {
            Some(bound) => {
                let reader = Reader { unwind, collection, execution };
                unwound += bound.take(&records, group, groups, &reader)?;
            }
            None => {
                let reader = Reader { unwind, collection, execution };
                for &record in &records {
                    unwound += reader.read(record, group, groups)?;
                }
            }
        }
        records.clear();
    }
    planned.gave(taken);
    if let Some(planned) = unwinding {
        planned.gave(unwound);
    }
    Ok(true)
}

/// Reads documents of records whose codes do not tell everything.
struct Reader<'r, 'db> {
    unwind: Option<&'r Unwind>,
    collection: &'r Collection,
    execution: &'r Execution<'db>,
}

impl Reader<'_, '_> {
    /// Takes one record in; gives how many documents it was.
    fn read(&self, record: RecordId, group: &mut Group, groups: &mut Groups) -> Result<usize> {
        let Some(document) = self.collection.records().get(record) else { return Ok(0) };
        let environment = self.execution.environment;
        let Some(unwind) = self.unwind else {
            group.add(groups, RawDoc::new(document), environment)?;
            return Ok(1);
        };
        let documents = unwind.apart(document);
        for document in &documents {
            group.add(groups, RawDoc::new(document), environment)?;
        }
        Ok(documents.len())
    }
}

/// Where the values of a field come from.
#[derive(Clone, Debug)]
enum Source {
    Column(Rc<Column>),
    /// The element being unwound.
    Element(Rc<Elements>),
    Constant,
}

impl Source {
    fn dictionary(&self) -> Option<&Dictionary> {
        match self {
            Source::Column(column) => Some(column.dictionary()),
            Source::Element(elements) => Some(elements.dictionary()),
            Source::Constant => None,
        }
    }
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
    elements: Option<Rc<Elements>>,
    /// The groups of the documents that wait.
    pending: Vec<u32>,
}

impl Bound {
    /// `None` when some field has no column.
    fn new(
        group: &Group,
        unwind: Option<&Unwind>,
        collection: &Collection,
        environment: &Environment,
    ) -> Option<Self> {
        let unwound = unwind.map(|unwind| unwind.path().as_str());
        let elements = match unwound {
            Some(path) => Some(collection.elements(path)?),
            None => None,
        };
        let source = |path: &str| match (unwound, &elements) {
            (Some(unwound), Some(elements)) if unwound == path => Some(Source::Element(elements.clone())),
            (Some(unwound), _) if is_below(path, unwound) || is_below(unwound, path) => None,
            _ => collection.column(path).map(Source::Column),
        };
        let of = |argument: Argument<'_>| match argument {
            Argument::Path(path) => source(path),
            Argument::Constant => Some(Source::Constant),
            Argument::Other => None,
        };
        let argued = |argument: Argument<'_>| {
            let source = of(argument)?;
            let integers = source.dictionary().and_then(Dictionary::integers);
            Some(Argued { source, integers, codes: Vec::new() })
        };
        let id = of(group.key())?;
        let tag = id.dictionary().and_then(Dictionary::tag);
        let arguments = group.arguments().map(argued).collect::<Option<Vec<_>>>()?;
        let simple = |source: &Source| match source {
            Source::Column(column) => column.is_simple(),
            Source::Element(_) => false,
            Source::Constant => true,
        };
        Some(Bound {
            plain: elements.is_none()
                && simple(&id)
                && arguments.iter().all(|argument| simple(&argument.source)),
            known: vec![UNKNOWN; id.dictionary().map_or(1, Dictionary::len)],
            distinct: environment.collation.is_none() && tag.is_some_and(bytes_decide),
            id,
            arguments,
            elements,
            pending: Vec::new(),
        })
    }

    /// Takes records in; gives how many documents it was.
    fn take(
        &mut self,
        records: &[RecordId],
        group: &mut Group,
        groups: &mut Groups,
        reader: &Reader<'_, '_>,
    ) -> Result<usize> {
        let mut taken = 0;
        let mut rest = records;
        loop {
            let complex =
                if self.plain { None } else { rest.iter().position(|&record| !self.is_plain(record)) };
            let plain = complex.unwrap_or(rest.len());
            taken += self.take_plain(&rest[..plain], group, groups, reader.execution.environment)?;
            self.flush(group, groups)?;
            let Some((&record, behind)) = rest[plain..].split_first() else { return Ok(taken) };
            // In the order in which they come: some accumulators tell the difference.
            taken += reader.read(record, group, groups)?;
            rest = behind;
        }
    }

    /// Whether codes tell everything of a record.
    #[inline]
    fn is_plain(&self, record: RecordId) -> bool {
        let plain = |source: &Source| match source {
            Source::Column(column) => column.code(record) != COMPLEX,
            Source::Element(_) | Source::Constant => true,
        };
        plain(&self.id)
            && self.arguments.iter().all(|argument| plain(&argument.source))
            && self.elements.as_ref().is_none_or(|elements| !elements.codes(record).contains(&COMPLEX))
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
        let elements = self.elements.as_deref();
        self.id.write(records, elements, &mut self.pending);
        for argument in &mut self.arguments {
            argument.source.write(records, elements, &mut argument.codes);
        }
        // The key's codes become groups.
        for at in 0..self.pending.len() {
            let code = self.pending[at];
            let mut number = self.known.get(code as usize).copied().unwrap_or(UNKNOWN);
            if number == UNKNOWN {
                let id = self.id.dictionary().map(|values| values.value(code));
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
        for (column, argument) in group.accumulators().zip(&mut self.arguments) {
            let grown = match argument.source.dictionary() {
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

impl Source {
    /// Appends the code of every document that the records give.
    fn write(&self, records: &[RecordId], elements: Option<&Elements>, out: &mut Vec<Code>) {
        match (self, elements) {
            (Source::Column(column), None) => out.extend(records.iter().map(|&record| column.code(record))),
            (Source::Column(column), Some(elements)) => {
                for &record in records {
                    let count = elements.codes(record).len();
                    out.extend(std::iter::repeat_n(column.code(record), count));
                }
            }
            (Source::Element(own), _) => {
                records.iter().for_each(|&record| out.extend_from_slice(own.codes(record)));
            }
            (Source::Constant, elements) => {
                let count = |&record: &RecordId| elements.map_or(1, |elements| elements.codes(record).len());
                let count = records.iter().map(count).sum();
                out.extend(std::iter::repeat_n(0, count));
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

/// Whether a path leads through another.
fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}
