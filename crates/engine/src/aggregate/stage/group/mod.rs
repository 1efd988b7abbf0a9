//! `$group`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/>.

mod columns;
mod flow;
mod group_key;
mod ids;
mod write;

use super::super::accumulator::{Argument, StateColumn, parse_field};
use super::super::expression::{ConstantFaults, Environment, Scope};
use super::super::stage_prelude::*;
use super::Memory;
use crate::value::{KeyMap, View, key};
use flow::Current;
use group_key::{Key, parse_key};
use ids::GroupIds;
use write::Pattern;

pub(super) const STAGE: StageOperator = stage(
    "$group",
    "One document for each group of documents with the same key.",
    (
        r#"[{"item": "a", "n": 1}, {"item": "b", "n": 2}, {"item": "a", "n": 3}]"#,
        r#"{"$group": {"_id": "$item", "total": {"$sum": "$n"}}}"#,
        r#"[{"_id": "a", "total": 4}, {"_id": "b", "total": 2}]"#,
    ),
    parse,
)
.explained(explained::group);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(spec, 15947, "a group's fields must be specified in an object")?;
    let mut id = None;
    let mut faults = ConstantFaults::default();
    let mut columns: Vec<(Box<str>, Box<dyn StateColumn>)> = Vec::new();
    for element in doc {
        if element.key == b"_id" {
            if id.is_some() {
                return Err(Error::new(15948, "a group's _id may only be specified once"));
            }
            match parse_key(element.value, context) {
                Ok(key) => id = Some(key),
                Err(error) => faults.keep(error)?,
            }
            continue;
        }
        if element.name() == "$doingMerge" {
            return Err(Error::new(17030, "$doingMerge should be true if present"));
        }
        match parse_field(element.name(), element.value, context) {
            Ok(column) => columns.push((element.name().into(), column)),
            Err(error) => faults.keep(error)?,
        }
    }
    let Some(id) = id else {
        faults.report()?;
        return Err(Error::new(15955, "a group specification must include an _id"));
    };
    faults.report()?;
    Ok(vec![Box::new(Group::new(id, columns))])
}

/// The largest number of fields to read in one pass over a document.
const MAX_SLOTS: usize = 16;

/// Groups documents by a key.
#[derive(Debug)]
pub struct Group {
    pub(super) id: Key,
    pub(super) columns: Vec<(Box<str>, Box<dyn StateColumn>)>,
    slots: Slots,
    pattern: Pattern,
    pub(super) state: State,
    /// Whether the input is the collection's cursor.
    is_first: bool,
    /// The memory that the groups used.
    memory: Memory,
}

/// The state of a group stage.
#[derive(Debug)]
pub(super) enum State {
    /// Before the input is read.
    Loading,
    /// After the whole input was read.
    Emitting { ids: GroupIds, next: usize },
    /// Each input document is its own group.
    Each,
    /// The input is sorted by the key; contains the group being read.
    InOrder(Option<Current>),
}

/// The top-level fields that keys and arguments read, so that one pass over a document finds them all.
#[derive(Debug, Default)]
struct Slots {
    names: Vec<Box<str>>,
    id: Option<usize>,
    columns: Vec<Option<usize>>,
}

impl Slots {
    fn of(&mut self, name: Option<&str>) -> Option<usize> {
        let name = name?;
        if let Some(known) = self.names.iter().position(|n| **n == *name) {
            return Some(known);
        }
        if self.names.len() == MAX_SLOTS {
            return None;
        }
        self.names.push(name.into());
        Some(self.names.len() - 1)
    }

    /// Returns the values of the fields in a document.
    #[inline]
    fn read<'a>(&self, doc: RawDoc<'a>) -> [RawValue<'a>; MAX_SLOTS] {
        let mut found = [RawValue::MISSING; MAX_SLOTS];
        let mut left = self.names.len();
        if left == 0 {
            return found;
        }
        for element in doc {
            for (slot, name) in self.names.iter().enumerate() {
                if name.as_bytes() == element.key && found[slot].tag == RawValue::MISSING.tag {
                    found[slot] = element.value;
                    left -= 1;
                    break;
                }
            }
            if left == 0 {
                break;
            }
        }
        found
    }
}

impl Group {
    /// Creates a group stage from a key and named accumulators.
    pub(super) fn new(id: Key, columns: Vec<(Box<str>, Box<dyn StateColumn>)>) -> Self {
        let mut slots = Slots::default();
        let id_field = id.value.field_path().and_then(|path| match path.parts() {
            [name] => Some(name.to_string()),
            _ => None,
        });
        slots.id = slots.of(id_field.as_deref());
        for (_, column) in &columns {
            let slot = slots.of(column.field());
            slots.columns.push(slot);
        }
        Group {
            id,
            columns,
            slots,
            pattern: Pattern::default(),
            state: State::Loading,
            is_first: false,
            memory: Memory::default(),
        }
    }

    /// Marks the stage as directly following the collection's cursor.
    pub(in crate::aggregate) fn set_first(&mut self) {
        self.is_first = true;
    }

    /// Returns the mapping of expression errors: the server computes a leading `$group` in its slot-based engine,
    /// with different texts.
    pub(super) fn raise(&self) -> fn(Error) -> Error {
        if self.is_first { Error::by_slots } else { std::convert::identity }
    }

    /// Groups all documents of the input.
    pub(super) fn load(&mut self, groups: &mut Groups, input: &mut Input<'_>) -> Result<()> {
        let raise = self.raise();
        if !columns::load(self, groups, input).map_err(raise)? {
            let environment = input.execution.environment;
            input.drain(|row| self.add(groups, row.document, environment).map_err(raise))?;
        }
        self.memory = groups.memory;
        Ok(())
    }

    /// Passes on the groups found until the sink is full; returns whether there are no more.
    pub(super) fn emit(&mut self, environment: &Environment, sink: &mut RowSink<'_>) -> Result<bool> {
        let State::Emitting { ids, next } = &mut self.state else { return Ok(true) };
        while !sink.is_full() {
            let alike = self.pattern.write_run(&self.columns, ids, *next, sink);
            *next += alike;
            if alike > 0 {
                continue;
            }
            let group = *next;
            let Some(id) = ids.get(group) else { return Ok(true) };
            *next += 1;
            sink.write(&mut |out| self.pattern.write(&mut self.columns, id, group, environment, out))?;
        }
        Ok(false)
    }

    /// Reserves space for the expected number of groups.
    pub(super) fn expect(&mut self, groups: &mut Groups, count: usize) {
        groups.ids.reserve(count);
        self.columns.iter_mut().for_each(|(_, column)| column.expect(count));
    }

    /// Adds a document to its group.
    pub(super) fn add(
        &mut self,
        groups: &mut Groups,
        root: RawDoc<'_>,
        environment: &Environment,
    ) -> Result<()> {
        let scope = Scope::new(root, environment);
        let found = self.slots.read(root);
        let group = match self.slots.id {
            Some(slot) => self.find(groups, Some(found[slot]), environment)?,
            None => {
                let value = self.id.value.evaluate(&scope)?;
                let mut scratch = Vec::new();
                groups.find(value.to_raw(&mut scratch), environment, &mut self.columns)?
            }
        } as usize;
        let mut grown = 0;
        for ((_, column), slot) in self.columns.iter_mut().zip(&self.slots.columns) {
            grown += match slot {
                Some(slot) => column.add_raw(group, found[*slot])?,
                None => column.add(group, &scope)?,
            };
        }
        groups.grow(grown)
    }

    /// Returns the number of a key's group; `None` stands for a constant key.
    pub(super) fn find(
        &mut self,
        groups: &mut Groups,
        id: Option<RawValue<'_>>,
        environment: &Environment,
    ) -> Result<u32> {
        let mut scratch = Vec::new();
        let id = match id {
            Some(id) => id,
            None => self.id.value.constant().unwrap_or(&Value::Null).to_raw(&mut scratch),
        };
        groups.find(id, environment, &mut self.columns)
    }

    /// Opens the groups that [`Groups::add`] added in all accumulators.
    pub(super) fn open_added(&mut self, groups: &mut Groups) -> Result<()> {
        groups.open_added(&mut self.columns)
    }

    /// The key's expression.
    pub(super) fn key(&self) -> Argument<'_> {
        Argument::of(self.id.value.as_ref(), self.id.identity.as_deref())
    }

    /// The accumulators' arguments.
    pub(super) fn arguments(&self) -> impl Iterator<Item = Argument<'_>> {
        self.columns.iter().map(|(_, column)| column.argument())
    }

    /// The accumulators.
    pub(super) fn accumulators(&mut self) -> impl Iterator<Item = &mut Box<dyn StateColumn>> {
        self.columns.iter_mut().map(|(_, column)| column)
    }
}

/// The groups found so far.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Group numbers by encoded key, for the first `encoded` groups.
    numbers: KeyMap<u32>,
    encoded: usize,
    /// Whether a key was looked up in `numbers`.
    searched: bool,
    pub(super) ids: GroupIds,
    /// The number of groups open in the accumulators, and the bytes of their keys.
    opened: usize,
    keys_held: usize,
    memory: Memory,
    key: Vec<u8>,
}

impl Groups {
    /// Creates empty groups that spill if the command allows it.
    pub(super) fn within(environment: &Environment) -> Self {
        Groups { memory: Memory::spilling(environment.allow_disk_use), ..Groups::default() }
    }

    /// Returns the number of a key's group; opens a new one if necessary.
    fn find(
        &mut self,
        id: RawValue<'_>,
        environment: &Environment,
        columns: &mut [(Box<str>, Box<dyn StateColumn>)],
    ) -> Result<u32> {
        self.searched = true;
        while let Some(known) = self.ids.get(self.encoded) {
            self.key.clear();
            encode_id(known, environment, &mut self.key);
            self.numbers.insert(self.key.as_slice().into(), self.encoded as u32);
            self.encoded += 1;
        }
        self.key.clear();
        encode_id(id, environment, &mut self.key);
        match self.numbers.get(self.key.as_slice()) {
            Some(&number) => Ok(number),
            None => {
                let number = self.add(id);
                self.open_added(columns)?;
                Ok(number)
            }
        }
    }

    /// Adds the group of a new key and returns its number. Call [`Self::open_added`] before adding documents to it.
    pub(super) fn add(&mut self, id: RawValue<'_>) -> u32 {
        self.ids.push(id);
        (self.ids.len() - 1) as u32
    }

    /// Opens the added groups in all accumulators.
    fn open_added(&mut self, columns: &mut [(Box<str>, Box<dyn StateColumn>)]) -> Result<()> {
        let added = self.opened..self.ids.len();
        self.opened = added.end;
        let mut held = 0;
        for (_, column) in &mut *columns {
            if column.reads_key() {
                for id in added.clone().filter_map(|group| self.ids.get(group)) {
                    column.open();
                    column.set_key(id.as_document().unwrap_or(RawDoc::empty()));
                }
            } else {
                column.open_many(added.len());
            }
            held += 64 * added.len();
        }
        let keys = self.ids.held() - self.keys_held;
        self.keys_held += keys;
        self.memory.add(held + 64 * added.len() + 2 * keys, "$group")
    }

    /// Takes over a partly read group as the first one.
    pub(super) fn hold(&mut self, id: RawValue<'_>, memory: Memory) {
        self.ids.push(id);
        self.opened = 1;
        self.keys_held = self.ids.held();
        self.memory = memory;
    }

    /// Whether groups were looked up by encoded keys, so any key may already have a group.
    pub(super) fn were_searched(&self) -> bool {
        self.searched
    }

    /// Adds bytes that accumulators hold.
    pub(super) fn grow(&mut self, bytes: usize) -> Result<()> {
        if bytes > 0 { self.memory.add(bytes, "$group") } else { Ok(()) }
    }
}

/// Writes the bytes that identify a group's key.
pub(super) fn encode_id(id: RawValue<'_>, environment: &Environment, out: &mut Vec<u8>) {
    match &environment.collation {
        None => key::encode(present(id.view()), out),
        Some(collation) => key::encode(present(collation.fold(id).view()), out),
    }
}

/// Replaces a missing key by null.
fn present(view: View<'_>) -> View<'_> {
    match view {
        View::Missing => View::Null,
        view => view,
    }
}

impl Stage for Group {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        match self.state {
            State::Each => return self.run_each(input, sink),
            State::InOrder(_) => return self.run_in_order(input, sink),
            State::Loading => {
                let mut groups = Groups::within(execution.environment);
                self.load(&mut groups, input)?;
                self.state = State::Emitting { ids: groups.ids, next: 0 };
            }
            State::Emitting { .. } => {}
        }
        self.emit(execution.environment, sink)
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Group(self)
    }

    fn describe(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        match self.state {
            State::Each => self.describe_each(written),
            _ => None,
        }
    }

    fn comparison_origin(&self, path: &str, _: bool) -> Option<String> {
        self.id.renamed.iter().find(|(new, _)| new == path).map(|(_, old)| old.clone())
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        if let State::Each = self.state {
            return;
        }
        self.memory.describe(out);
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.id.value.dependencies(out);
        self.columns.iter().for_each(|(_, column)| column.dependencies(out));
    }

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
