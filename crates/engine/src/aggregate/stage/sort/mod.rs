//! `$sort`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sort/>.

mod columns;

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::super::stage_prelude::*;
use super::Memory;
use super::columns::rows::Records;
use super::shared::memory::of_sort;
use crate::aggregate::execution::Usage;
use crate::plan::{Examined, Metadata};
use crate::value::in_order_of_keys;

pub(super) const STAGE: StageOperator = stage(
    "$sort",
    "Sorts the documents.",
    (
        r#"[{"_id": 1, "a": 2}, {"_id": 2, "a": 5}]"#,
        r#"{"$sort": {"a": -1}}"#,
        r#"[{"_id": 2, "a": 5}, {"_id": 1, "a": 2}]"#,
    ),
    parse,
)
.exceeded(of_sort);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(spec, 15973, "the $sort key specification must be an object")?;
    let collation = &context.environment.collation;
    let pattern = DocumentOrder::parse(doc)?.with_collation(collation.clone());
    let values = crate::plan::SortPattern::parse(doc)?.with_collation(collation.clone());
    Ok(vec![Box::new(Sort { values: Some(values), ..Sort::new(pattern) })])
}

/// The largest top-k limit for sorting by columns. The resulting documents are read again.
const MAX_LIMIT_BY_ROWS: usize = 1000;

/// The `$sort` stage: sorts all documents, or with a limit keeps the first ones.
#[derive(Debug)]
pub(super) struct Sort {
    pattern: DocumentOrder,
    /// The pattern that computes `$meta: "sortKey"`, if requested.
    values: Option<crate::plan::SortPattern>,
    limit: Option<u64>,
    state: State,
    memory: Memory,
    /// The number of input documents.
    sorted: u64,
}

#[derive(Debug)]
enum State {
    Loading,
    Emitting(std::vec::IntoIter<Item>),
}

/// A document and its sort key; input order decides ties.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    key: Vec<u8>,
    arrival: u64,
    document: Vec<u8>,
    metadata: UnorderedMetadata,
}

/// The document's metadata, which doesn't affect the order.
#[derive(Debug)]
struct UnorderedMetadata(Option<Rc<Metadata>>);

impl PartialEq for UnorderedMetadata {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for UnorderedMetadata {}

impl PartialOrd for UnorderedMetadata {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnorderedMetadata {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Sort {
    /// Creates a sort without a limit.
    pub(super) fn new(pattern: DocumentOrder) -> Self {
        Sort {
            pattern,
            values: None,
            limit: None,
            state: State::Loading,
            memory: Memory::default(),
            sorted: 0,
        }
    }

    fn load(&mut self, input: &mut Input<'_>) -> Result<Vec<Item>> {
        let execution = input.execution;
        let limit = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        self.memory = Memory::spilling(execution.environment.allow_disk_use);
        let mut kept = Kept::default();
        // Directly on a collection, the rows are stored documents, and columns save nothing.
        let by_rows =
            limit < MAX_LIMIT_BY_ROWS && input.stages.len() > 1 && self.pattern.metadata().next().is_none();
        if !by_rows || !self.load_rows(input, limit, &mut kept)? {
            input.drain(|row| {
                let metadata = execution.environment.metadata.borrow().clone();
                self.add(row.document, metadata, &mut kept)
            })?;
        }
        self.sorted = kept.arrival;
        if self.limit.is_some() {
            return Ok(kept.first.into_sorted_vec());
        }
        Ok(in_order_of_keys(kept.all, |item| &item.key))
    }

    /// Adds all rows that the previous stages derive from a collection's records; returns false if they can't be read
    /// that way.
    fn load_rows(&mut self, input: &mut Input<'_>, limit: usize, kept: &mut Kept) -> Result<bool> {
        let Some((mut rows, records)) = Records::take(input.stages, input.execution)? else {
            return Ok(false);
        };
        if let Some(first) = columns::first(&self.pattern, limit, &mut rows, &records)? {
            kept.arrival = records.len() as u64;
            kept.first.extend(first.into_iter().zip(0..).map(|(document, arrival)| Item {
                key: Vec::new(),
                arrival,
                document,
                metadata: UnorderedMetadata(None),
            }));
            return Ok(true);
        }
        for record in records {
            rows.read(record, |document| self.add(document, None, kept))?;
        }
        Ok(true)
    }

    /// Adds a document, or drops it if it is beyond the limit.
    fn add(&mut self, document: RawDoc<'_>, metadata: Option<Rc<Metadata>>, kept: &mut Kept) -> Result<()> {
        let limit = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let key = &mut kept.key;
        self.pattern.write_key_with(document, metadata.as_deref(), key)?;
        kept.arrival += 1;
        if self.limit.is_some() && kept.first.len() >= limit {
            if kept.first.peek().is_none_or(|greatest| *key >= greatest.key) {
                return Ok(());
            }
            if let Some(dropped) = kept.first.pop() {
                self.memory.release(dropped.key.len() + dropped.document.len());
            }
        }
        self.memory.add(key.len() + document.as_bytes().len(), "$sort")?;
        let metadata = UnorderedMetadata(match (metadata, &self.values) {
            (Some(known), Some(values)) => {
                let sort_key = Some(values.values(document, Some(&known))?);
                Some(Rc::new(Metadata { sort_key, ..(*known).clone() }))
            }
            (known, _) => known,
        });
        let document = document.as_bytes().to_vec();
        let item = Item { key: key.clone(), arrival: kept.arrival, document, metadata };
        if self.limit.is_some() {
            kept.first.push(item)
        } else {
            kept.all.push(item)
        }
        Ok(())
    }
}

/// The documents added so far.
#[derive(Default)]
struct Kept {
    /// With a limit: the first documents; the top is the greatest, which is replaced first.
    first: BinaryHeap<Item>,
    /// Without a limit: all documents.
    all: Vec<Item>,
    arrival: u64,
    key: Vec<u8>,
}

impl Stage for Sort {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if let State::Loading = self.state {
            self.state = State::Emitting(self.load(input)?.into_iter());
        }
        let State::Emitting(items) = &mut self.state else { return Ok(true) };
        while !sink.is_full() {
            let Some(item) = items.next() else { return Ok(true) };
            if item.metadata.0.is_some() {
                *input.execution.environment.metadata.borrow_mut() = item.metadata.0;
            }
            sink.push(Row::new(&item.document))?;
        }
        Ok(false)
    }

    fn usage(&self, out: &mut Usage) {
        out.examined = out.examined + Examined::sorting(self.sorted, self.limit);
    }

    fn describe(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        let pattern = written.get("$sort")?;
        let mut out = DocBuilder::new();
        out.document("$sort", |sort| {
            sort.append_raw("sortKey", pattern);
            if let Some(limit) = self.limit {
                sort.append_i64("limit", i64::try_from(limit).unwrap_or(i64::MAX));
            }
        });
        Some(out.finish())
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        self.memory.describe(out);
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.metadata.extend(self.pattern.metadata());
        let fields = self.pattern.parts().iter().filter(|part| part.meta.is_none());
        out.fields.extend(fields.map(|part| part.path.as_str().to_owned()));
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Sort(&self.pattern, &mut self.limit)
    }
}
