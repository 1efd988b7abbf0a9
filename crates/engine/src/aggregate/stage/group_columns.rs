//! Grouping records by columns, without reading their documents.

use std::rc::Rc;

use super::super::accumulator::Argument;
use super::super::stage_prelude::*;
use super::Unwind;
use super::group::{Group, Groups};
use crate::collection::{COMPLEX, Code, Collection, Column, Dictionary, Elements, RecordId};

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
        let bound = bound.get_or_insert_with(|| Bound::new(group, unwind, collection));
        match bound {
            Some(bound) => {
                for &record in &records {
                    unwound += bound.take(record, group, groups, unwind, collection, execution)?;
                }
                bound.flush(group, groups)?;
            }
            None => {
                for &record in &records {
                    unwound += read(record, group, groups, unwind, collection, execution)?;
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

/// Takes one record in by reading its document; gives how many documents it was.
fn read(
    record: RecordId,
    group: &mut Group,
    groups: &mut Groups,
    unwind: Option<&Unwind>,
    collection: &Collection,
    execution: &Execution<'_>,
) -> Result<usize> {
    let Some(document) = collection.records().get(record) else { return Ok(0) };
    let Some(unwind) = unwind else {
        group.add(groups, RawDoc::new(document), execution.environment)?;
        return Ok(1);
    };
    let documents = unwind.apart(document);
    for document in &documents {
        group.add(groups, RawDoc::new(document), execution.environment)?;
    }
    Ok(documents.len())
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

/// The columns of a `$group`'s fields, and what is to be taken in by them.
struct Bound {
    id: Source,
    /// The group of every code of the key; one for a constant key.
    known: Vec<u32>,
    arguments: Vec<Source>,
    elements: Option<Rc<Elements>>,
    /// The groups of the documents collected so far.
    pending: Vec<u32>,
    /// Per argument the codes of their values.
    codes: Vec<Vec<Code>>,
}

impl Bound {
    /// `None` when some field has no column.
    fn new(group: &Group, unwind: Option<&Unwind>, collection: &Collection) -> Option<Self> {
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
        let id = of(group.key())?;
        let arguments = group.arguments().map(of).collect::<Option<Vec<_>>>()?;
        let known = vec![UNKNOWN; id.dictionary().map_or(1, Dictionary::len)];
        let codes = vec![Vec::new(); arguments.len()];
        Some(Bound { id, known, arguments, elements, pending: Vec::new(), codes })
    }

    /// Takes one record in, or reads it when its codes do not tell everything;
    /// gives how many documents it was.
    #[inline]
    fn take(
        &mut self,
        record: RecordId,
        group: &mut Group,
        groups: &mut Groups,
        unwind: Option<&Unwind>,
        collection: &Collection,
        execution: &Execution<'_>,
    ) -> Result<usize> {
        let elements = self.elements.clone();
        let elements = elements.as_ref().map_or(&[0][..], |elements| elements.codes(record));
        let plain = |source: &Source| match source {
            Source::Column(column) => column.code(record) != COMPLEX,
            Source::Element(_) | Source::Constant => true,
        };
        let simple = !elements.contains(&COMPLEX) && plain(&self.id) && self.arguments.iter().all(plain);
        if !simple {
            // In the order in which they come: some accumulators tell the difference.
            self.flush(group, groups)?;
            return read(record, group, groups, unwind, collection, execution);
        }
        for &element in elements {
            let code = |source: &Source| match source {
                Source::Column(column) => column.code(record),
                Source::Element(_) => element,
                Source::Constant => 0,
            };
            let key = code(&self.id) as usize;
            let mut number = self.known.get(key).copied().unwrap_or(UNKNOWN);
            if number == UNKNOWN {
                number = group.find(
                    groups,
                    self.id.dictionary().map(|values| values.value(key as Code)),
                    execution.environment,
                )?;
                if let Some(slot) = self.known.get_mut(key) {
                    *slot = number;
                }
            }
            self.pending.push(number);
            for (codes, argument) in self.codes.iter_mut().zip(&self.arguments) {
                if !matches!(argument, Source::Constant) {
                    codes.push(code(argument));
                }
            }
        }
        Ok(elements.len())
    }

    /// Gives the accumulators what has been collected.
    fn flush(&mut self, group: &mut Group, groups: &mut Groups) -> Result<()> {
        for ((column, argument), codes) in group.accumulators().zip(&self.arguments).zip(&mut self.codes) {
            let grown = match argument.dictionary() {
                Some(values) => column.add_codes(&self.pending, codes, values)?,
                None => column.add_constant(&self.pending)?,
            };
            groups.grow(grown)?;
            codes.clear();
        }
        self.pending.clear();
        Ok(())
    }
}

/// Whether a path leads through another.
fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}
