//! Groups that are given while documents still come: when each document is a
//! group, or when they come in the order of their groups.

use super::ids::GroupIds;
use super::{Group, Groups, State, encode_id};
use crate::aggregate::accumulator::{Pick, find_accumulator};
use crate::aggregate::expression::{Environment, Scope};
use crate::aggregate::stage::Memory;
use crate::aggregate::stage_prelude::*;

/// The group that is being read.
#[derive(Debug)]
pub(in crate::aggregate) struct Current {
    id: Value<'static>,
    /// The key's identity.
    key: Vec<u8>,
    memory: Memory,
}

/// A group for whose result one document is enough.
#[derive(Debug)]
pub(in crate::aggregate) struct OneDocument {
    /// The path of the field that is grouped by.
    pub path: String,
    /// Whether it is the last in the order.
    pub last: bool,
    /// The order, when that is not the input's.
    pub order: Option<Vec<u8>>,
}

impl Group {
    /// Set when one document of each group is enough.
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

    /// Makes each document a group of its own.
    pub(in crate::aggregate) fn take_each(&mut self) {
        self.columns.iter_mut().for_each(|(_, column)| column.open());
        self.state = State::Each;
    }

    /// Gives groups as soon as they are complete, when documents that come in this order come
    /// sorted by the key: by its fields, whichever comes first.
    pub(in crate::aggregate) fn take_in_order(&mut self, sort: RawDoc<'_>) {
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

    /// Takes a document into the only group.
    fn add_to_current(&mut self, root: RawDoc<'_>, environment: &Environment) -> Result<usize> {
        let scope = Scope::new(root, environment);
        let raise = self.raise();
        let mut columns = self.columns.iter_mut();
        columns.try_fold(0, |grown, (_, column)| Ok(grown + column.add(0, &scope).map_err(raise)?))
    }

    /// The result of the only group, which is emptied.
    fn give_current<'db>(&mut self, id: &Value<'_>, environment: &Environment) -> Result<Document<'db>> {
        let document = self.give(id.to_raw(&mut Vec::new()), 0, environment)?;
        self.columns.iter_mut().for_each(|(_, column)| column.reset(0));
        Ok(document)
    }

    /// The next group, each document being one.
    pub(super) fn next_each<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let Some(document) = input.next(execution)? else { return Ok(None) };
        let (root, environment) = (RawDoc::new(&document), execution.environment);
        let id = self.id_of(root, environment)?;
        self.add_to_current(root, environment)?;
        self.give_current(&id, environment).map(Some)
    }

    /// The next group of documents in order. An array stands where one of its
    /// elements does, and a field that is missing beside one that is null, which is
    /// another key: from the first of these on all groups are kept.
    pub(super) fn next_in_order<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let environment = execution.environment;
        while let Some(document) = input.next(execution)? {
            let root = RawDoc::new(&document);
            let id = self.id_of(root, environment)?;
            let State::InOrder(current) = &mut self.state else { return Ok(None) };
            if !stands_alone(&id, self.id.paths.len()) {
                let mut groups = Groups::within(environment);
                if let Some(current) = current.take() {
                    groups.hold(current.id.to_raw(&mut Vec::new()), current.memory);
                }
                self.add(&mut groups, root, environment).map_err(self.raise())?;
                self.load(&mut groups, input, execution)?;
                self.state = State::Giving { ids: groups.ids, next: 0 };
                return self.next(input, execution);
            }
            let mut key = Vec::new();
            encode_id(id.to_raw(&mut Vec::new()), environment, &mut key);
            let done = match current {
                Some(current) if current.key == key => None,
                _ => {
                    let memory = Memory::spilling(environment.allow_disk_use);
                    let next = Current { id, key, memory };
                    current.replace(next).map_or_else(
                        || {
                            self.columns.iter_mut().for_each(|(_, column)| column.open());
                            None
                        },
                        |done| Some(done.id),
                    )
                }
            };
            let given = done.map(|id| self.give_current(&id, environment)).transpose()?;
            let grown = self.add_to_current(root, environment)?;
            if let State::InOrder(Some(current)) = &mut self.state {
                current.memory.add(grown, "$group")?;
            }
            if given.is_some() {
                return Ok(given);
            }
        }
        match std::mem::replace(&mut self.state, State::Giving { ids: GroupIds::default(), next: 0 }) {
            State::InOrder(Some(current)) => self.give_current(&current.id, environment).map(Some),
            _ => Ok(None),
        }
    }

    /// `{ $groupByDistinctScan: { newRoot: { _id: <key>, <field>: <argument> … } } }`.
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

/// Whether all documents of a key of so many fields come together in the order of those.
fn stands_alone(id: &Value<'_>, fields: usize) -> bool {
    let mut scratch = Vec::new();
    let id = id.to_raw(&mut scratch);
    let Some(doc) = id.as_document() else { return !id.is_array() };
    // A key that is no document of fields may be any document.
    (fields == 1 || doc.count() == fields) && !doc.values().any(RawValue::is_array)
}
