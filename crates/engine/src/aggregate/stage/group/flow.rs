//! Streaming `$group`: emits groups before the input ends, when each document is a
//! group or the input is sorted by the key.

use super::ids::GroupIds;
use super::{Group, Groups, State, encode_id};
use crate::aggregate::accumulator::{Pick, find_accumulator};
use crate::aggregate::expression::{Environment, Scope};
use crate::aggregate::stage::Memory;
use crate::aggregate::stage_prelude::*;

/// The group being read.
#[derive(Debug)]
pub(in crate::aggregate) struct Current {
    id: Value<'static>,
    /// The encoded key.
    key: Vec<u8>,
    memory: Memory,
}

/// The one document per group that determines a `$group`'s result.
#[derive(Debug)]
pub(in crate::aggregate) struct OneDocument {
    /// The path of the group key.
    pub path: String,
    /// Whether the document is the last in the order, not the first.
    pub last: bool,
    /// The sort order; `None` for the input order.
    pub order: Option<Vec<u8>>,
}

impl Group {
    /// Returns the document per group that determines the result, if one document does.
    pub(in crate::aggregate) fn one_document(&self) -> Option<OneDocument> {
        let path = self.id.path.clone()?;
        let mut picks = self.columns.iter().map(|(_, column)| column.pick());
        let pick = picks.next().unwrap_or(Some(Pick::First))?;
        if !picks.all(|other| other.as_ref() == Some(&pick)) {
            return None;
        }
        let (last, order) = match pick {
            Pick::First => (false, None),
            Pick::Last => (true, None),
            Pick::Top(order) => (false, Some(order)),
            Pick::Bottom(order) => (true, Some(order)),
        };
        Some(OneDocument { path, last, order })
    }

    /// Makes each document its own group.
    pub(in crate::aggregate) fn group_each(&mut self) {
        self.columns.iter_mut().for_each(|(_, column)| column.open());
        self.state = State::Each;
    }

    /// Makes the stage emit each group once complete, if the input's sort order implies an order by
    /// the key: the sort begins with the key's fields, in any order.
    pub(in crate::aggregate) fn emit_in_order(&mut self, sort: RawDoc<'_>) {
        let paths = &self.id.paths;
        let first = || sort.iter().take(paths.len());
        let sorted = !paths.is_empty()
            && first().all(|field| {
                field.value.as_number().is_some() && paths.iter().any(|path| field.name() == path)
            })
            && paths.iter().all(|path| first().any(|field| field.name() == path));
        if sorted && !self.columns.iter().any(|(_, column)| column.reads_key()) {
            self.state = State::InOrder(None);
        }
    }

    fn id_of(&self, root: RawDoc<'_>, environment: &Environment) -> Result<Value<'static>> {
        Ok(match self.id.value.evaluate(&Scope::new(root, environment)).map_err(self.raise())? {
            Value::Missing => Value::Null,
            id => id.into_owned(),
        })
    }

    /// Adds a document to the current group.
    fn add_to_current(&mut self, root: RawDoc<'_>, environment: &Environment) -> Result<usize> {
        let scope = Scope::new(root, environment);
        let raise = self.raise();
        let mut columns = self.columns.iter_mut();
        columns.try_fold(0, |grown, (_, column)| Ok(grown + column.add(0, &scope).map_err(raise)?))
    }

    /// Writes the result of the current group and resets it.
    fn finish_current(
        &mut self,
        id: &Value<'_>,
        environment: &Environment,
        out: &mut DocBuilder,
    ) -> Result<()> {
        self.pattern.write(&mut self.columns, id.to_raw(&mut Vec::new()), 0, environment, out)?;
        self.columns.iter_mut().for_each(|(_, column)| column.reset(0));
        Ok(())
    }

    /// Passes on a group for each document of the input.
    pub(super) fn run_each(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let environment = input.execution.environment;
        input.each_into(sink, |row, sink| {
            let id = self.id_of(row.document, environment)?;
            self.add_to_current(row.document, environment)?;
            sink.write(&mut |out| self.finish_current(&id, environment, out))
        })
    }

    /// Passes on the groups of a sorted input, each when the next one begins. An array sorts like one of its elements,
    /// and a missing field like null, though both are different keys: from the first such document on, the stage reads
    /// the whole input before it passes on further groups.
    pub(super) fn run_in_order(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let environment = input.execution.environment;
        let mut groups = None;
        let exhausted = input.each(|row| {
            let root = row.document;
            let id = self.id_of(root, environment)?;
            let State::InOrder(current) = &mut self.state else { return Ok(false) };
            if !is_contiguous(&id, self.id.paths.len()) {
                let mut first = Groups::within(environment);
                if let Some(current) = current.take() {
                    first.hold(current.id.to_raw(&mut Vec::new()), current.memory);
                }
                self.add(&mut first, root, environment).map_err(self.raise())?;
                groups = Some(first);
                return Ok(false);
            }
            let done = self.add_in_order(id, root, environment)?;
            done.map_or(Ok(()), |done| sink.push(Row::new(&done)))?;
            Ok(!sink.is_full())
        })?;
        if let Some(mut groups) = groups {
            self.load(&mut groups, input)?;
            self.state = State::Emitting { ids: groups.ids, next: 0 };
            return self.emit(environment, sink);
        }
        if exhausted {
            let done = State::Emitting { ids: GroupIds::default(), next: 0 };
            if let State::InOrder(Some(current)) = std::mem::replace(&mut self.state, done) {
                sink.write(&mut |out| self.finish_current(&current.id, environment, out))?;
            }
        }
        Ok(exhausted)
    }

    /// Adds a document to the current group, or to the next one if the key differs. Then returns the result of the
    /// completed group.
    fn add_in_order(
        &mut self,
        id: Value<'static>,
        root: RawDoc<'_>,
        environment: &Environment,
    ) -> Result<Option<Vec<u8>>> {
        let State::InOrder(current) = &mut self.state else { return Ok(None) };
        let mut key = Vec::new();
        encode_id(id.to_raw(&mut Vec::new()), environment, &mut key);
        let mut done = None;
        if current.as_ref().is_none_or(|current| current.key != key) {
            let next = Current { id, key, memory: Memory::spilling(environment.allow_disk_use) };
            match current.replace(next) {
                None => self.columns.iter_mut().for_each(|(_, column)| column.open()),
                Some(completed) => {
                    let mut out = DocBuilder::new();
                    self.finish_current(&completed.id, environment, &mut out)?;
                    done = Some(out.finish());
                }
            }
        }
        let grown = self.add_to_current(root, environment)?;
        if let State::InOrder(Some(current)) = &mut self.state {
            current.memory.add(grown, "$group")?;
        }
        Ok(done)
    }

    /// Returns `{ $groupByDistinctScan: { newRoot: { _id: <key>, <field>: <argument> … } } }`.
    pub(super) fn describe_each(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        let spec = written.get("$group")?.as_document()?;
        let mut out = DocBuilder::new();
        out.document("$groupByDistinctScan", |stage| {
            stage.document("newRoot", |root| {
                for element in spec {
                    let argument = element.value.as_document().and_then(RawDoc::first);
                    let value = match argument.filter(|_| element.name() != "_id") {
                        None => element.value,
                        Some(argument) => argument
                            .value
                            .as_document()
                            .filter(|_| {
                                find_accumulator(argument.name())
                                    .is_some_and(|known| known.explained.is_some())
                            })
                            .and_then(|ranked| ranked.get("output"))
                            .unwrap_or(argument.value),
                    };
                    root.append_raw(element.name(), value);
                }
            });
        });
        Some(out.finish())
    }
}

/// Whether a sort by the key's fields makes all documents with this key adjacent.
fn is_contiguous(id: &Value<'_>, fields: usize) -> bool {
    let mut scratch = Vec::new();
    let id = id.to_raw(&mut scratch);
    let Some(doc) = id.as_document() else { return !id.is_array() };
    // A single-field key may be any document.
    (fields == 1 || doc.count() == fields) && !doc.values().any(RawValue::is_array)
}
