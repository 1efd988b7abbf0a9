//! The evaluation of a filter on columns, and on documents where columns don't suffice.

use std::ops::Range;
use std::rc::Rc;

use crate::collection::{
    Code, Collection, Column, Dictionary, MultiValueColumn, NEEDS_DOCUMENT, Prefix, Prefixes, ReadRows,
    RecordId, RecordStore, Sink, Table,
};
use crate::error::Result;
use crate::query::{ArrayMode, DocumentPredicate, Filter, Leaf, Node, ValuePredicate};
use crate::value::{DocBuilder, RawDoc, RawValue, sort_by, tag};

/// A filter bound to the columns of one version of a collection. It accepts the same records as the filter.
#[derive(Debug)]
pub struct ColumnFilter {
    /// All must hold. They run in this order.
    tests: Vec<Test>,
}

#[derive(Debug)]
enum Test {
    /// A predicate on a column's path, with its result for every code.
    Coded { leaf: Leaf, column: Rc<Column>, match_table: Rc<Vec<bool>> },
    /// A predicate on a path through or to arrays. One of the path's values must satisfy it.
    MultiValueColumn { leaf: Leaf, values: MultiValueMatches },
    /// An `$elemMatch`. Each of these conditions must hold for some element, not necessarily for the same one. With
    /// `all`, these are all conditions of the `$elemMatch`.
    Elements { leaf: Leaf, values: Vec<MultiValueMatches>, all: bool },
    /// A predicate that holds only for strings with a prefix. Documents whose string may have it are
    /// tested.
    Prefixed { leaf: Leaf, column: Rc<Prefixes>, prefix: Prefix },
    /// A condition on the document, with cached results.
    CachedResults { node: Node, table: Rc<Table>, match_table: Vec<bool> },
    /// A conjunction.
    All(Vec<Test>),
    /// A disjunction.
    Any(Vec<Test>),
    /// A negation.
    Not(Box<Test>),
    /// Any other condition, tested on the document.
    Document(Node),
}

impl ColumnFilter {
    /// Binds a filter to the columns of its paths; `None` when no column helps.
    pub fn new(filter: &Filter, collection: &Collection) -> Option<Self> {
        let mut tests = match filter.root() {
            Node::And(children) => children.iter().map(|child| Test::new(child, collection)).collect(),
            other => vec![Test::new(other, collection)],
        };
        if !tests.iter().any(Test::uses_columns) {
            return None;
        }
        // Run cheap and selective tests first, unless that could hide an error.
        if !tests.iter().any(Test::may_fail) {
            tests.sort_by_cached_key(|test| match test {
                Test::Coded { match_table, .. } => share(match_table),
                Test::MultiValueColumn { values, .. } => share(&values.match_table),
                Test::Elements { values, .. } => {
                    values.first().map_or(usize::MAX, |values| share(&values.match_table))
                }
                Test::Prefixed { .. } => 1001,
                _ => usize::MAX,
            });
        }
        Some(ColumnFilter { tests })
    }

    /// Appends the matching records of a range. They may include ids without a record.
    ///
    /// # Errors
    /// Errors of [`Filter::matches`].
    pub fn select(
        &self,
        range: Range<RecordId>,
        records: &RecordStore,
        out: &mut Vec<RecordId>,
    ) -> Result<()> {
        let from = out.len();
        let mut tests = self.tests.iter();
        match tests.next() {
            Some(Test::Coded { leaf, column, match_table }) => {
                let codes = column.codes();
                let end = range.end.min(codes.len() as RecordId);
                let start = range.start.min(end);
                let codes = codes.get(start as usize..end as usize).unwrap_or_default();
                match small_match_table(match_table).filter(|_| column.is_simple()) {
                    Some(small_match_table) => {
                        select_coded(start, codes, out, |_, code| small_match_table[usize::from(code as u8)])
                    }
                    None => select_coded(start, codes, out, |record, code| {
                        match_table
                            .get(code as usize)
                            .copied()
                            .unwrap_or_else(|| matches(leaf, record, records))
                    }),
                }
                out.extend((end.max(start)..range.end).filter(|record| matches(leaf, *record, records)));
            }
            Some(test) => {
                for record in range {
                    if test.holds(record, records)? {
                        out.push(record);
                    }
                }
            }
            None => out.extend(range),
        }
        tests.try_for_each(|test| test.keep(records, out, from))
    }
}

/// The results of a predicate for every value of a multi-value column.
#[derive(Debug)]
struct MultiValueMatches {
    column: Rc<MultiValueColumn>,
    match_table: Rc<Vec<bool>>,
}

impl MultiValueMatches {
    fn new(predicate: &dyn ValuePredicate, column: Rc<MultiValueColumn>) -> Self {
        MultiValueMatches { match_table: match_table(predicate, column.dictionary()), column }
    }

    /// Whether the predicate holds for a value of a record; `None` when its document must be read.
    #[inline]
    fn hold(&self, record: RecordId) -> Option<bool> {
        match self.column.codes(record) {
            [NEEDS_DOCUMENT] => None,
            codes => Some(codes.iter().any(|code| self.of(*code))),
        }
    }

    #[inline]
    fn of(&self, code: Code) -> bool {
        self.match_table.get(code as usize).copied().unwrap_or(false)
    }

    /// Whether all predicates hold for the same element of the array that the first `depth` parts of their
    /// paths lead to; `None` when the document must be read.
    fn hold_together(all: &[MultiValueMatches], record: RecordId, depth: usize) -> Option<bool> {
        let (first, others) = all.split_first()?;
        let codes = first.column.codes_by_element(record, depth)?;
        for (element, _) in codes.iter().enumerate().filter(|(_, code)| first.of(**code)) {
            let mut together = true;
            for other in others {
                together &= other.of(*other.column.codes_by_element(record, depth)?.get(element)?);
            }
            if together {
                return Some(true);
            }
        }
        Some(false)
    }
}

#[inline]
fn coded(
    leaf: &Leaf,
    column: &Column,
    match_table: &[bool],
    record: RecordId,
    records: &RecordStore,
) -> bool {
    match match_table.get(column.code(record) as usize) {
        Some(verdict) => *verdict,
        None => matches(leaf, record, records),
    }
}

fn matches(leaf: &Leaf, record: RecordId, records: &RecordStore) -> bool {
    records.get(record).is_some_and(|bytes| leaf.matches(RawDoc::new(bytes), None))
}

/// Whether a record's document matches. The document is read.
fn read(node: &Node, record: RecordId, records: &RecordStore) -> Result<bool> {
    match records.get(record) {
        Some(bytes) => node.matches(RawDoc::new(bytes), None),
        None => Ok(false),
    }
}

/// Evaluates a predicate for the documents of a table. A document on which it fails is read every time.
struct Decide<'p>(&'p dyn DocumentPredicate);

impl ReadRows for Decide<'_> {
    fn read(
        &mut self,
        _: RecordId,
        document: RawDoc<'_>,
        wanted: &[usize],
        sink: &mut Sink<'_>,
    ) -> Option<()> {
        let holds = [u8::from(self.0.matches(document).ok()?)];
        for place in 0..wanted.len() {
            sink.put(place, RawValue { tag: tag::BOOL, bytes: &holds });
        }
        sink.end_row();
        Some(())
    }
}

/// Whether a predicate holds for a path exactly if it holds for one of the values there that are not
/// arrays.
fn decided_by_elements(predicate: &dyn ValuePredicate) -> bool {
    predicate.array_mode() == ArrayMode::ElementsAndWhole && !predicate.may_match_whole_array()
}

/// The number of records whose codes are tested together. Their selection is a fixed-size array.
const TESTED_AT_ONCE: usize = 256;

/// Appends the records from `start` on if the predicate holds for their code.
#[inline]
fn select_coded(
    start: RecordId,
    codes: &[Code],
    out: &mut Vec<RecordId>,
    holds: impl Fn(RecordId, Code) -> bool,
) {
    let mut held = [0; TESTED_AT_ONCE];
    for (first, codes) in (start..).step_by(TESTED_AT_ONCE).zip(codes.chunks(TESTED_AT_ONCE)) {
        // Branch-free: every record is written, and overwritten unless it matches.
        let mut kept = 0;
        for (record, code) in (first..).zip(codes) {
            held[kept % TESTED_AT_ONCE] = record;
            kept += usize::from(holds(record, *code));
        }
        out.extend_from_slice(held.get(..kept).unwrap_or_default());
    }
}

/// Expands the match table of few values to all values of a code's last byte; false for [`NEEDS_DOCUMENT`].
fn small_match_table(match_table: &[bool]) -> Option<[bool; 256]> {
    let mut table = [false; 256];
    // The last entry belongs to records without a value.
    table[..255].get_mut(..match_table.len())?.copy_from_slice(match_table);
    Some(table)
}

/// The number of distinct values from which a match table is cached.
const MIN_CACHED_VALUES: usize = 64;

fn match_table(predicate: &dyn ValuePredicate, dictionary: &Dictionary) -> Rc<Vec<bool>> {
    let holds = |value: RawValue<'_>| predicate.matches(value);
    if dictionary.len() < MIN_CACHED_VALUES || !predicate.is_description_complete() {
        return Rc::new(dictionary.values().map(holds).collect());
    }
    let mut identity = DocBuilder::new();
    predicate.describe(&mut identity);
    dictionary.match_table(&identity.finish(), holds)
}

/// Returns the share of matching values, in thousandths.
fn share(match_table: &[bool]) -> usize {
    let held = match_table.iter().filter(|held| **held).count();
    held * 1000 / match_table.len().max(1)
}

impl Test {
    fn new(node: &Node, collection: &Collection) -> Test {
        let all = |nodes: &[Node]| nodes.iter().map(|node| Test::new(node, collection)).collect::<Vec<_>>();
        let test = match node {
            Node::Leaf(leaf) => Test::leaf(leaf, collection).unwrap_or_else(|| Test::Document(node.clone())),
            Node::Or(children) => Test::Any(all(children)),
            Node::Nor(children) => Test::Not(Box::new(Test::Any(all(children)))),
            Node::Not(child) => Test::Not(Box::new(Test::new(child, collection))),
            Node::And(children) => Test::All(all(children)),
            Node::Document(predicate) => {
                Test::cached(node, &**predicate, collection).unwrap_or_else(|| Test::Document(node.clone()))
            }
        };
        if test.uses_columns() { test } else { Test::Document(node.clone()) }
    }

    fn leaf(leaf: &Leaf, collection: &Collection) -> Option<Test> {
        if let Some(filter) = leaf.predicate.element_filter() {
            return Test::elements(leaf, filter, collection);
        }
        let path = leaf.path.as_str();
        let Some(column) = collection.column(path) else { return Test::prefixed(leaf, collection) };
        if column.is_mostly_complex()
            && decided_by_elements(&*leaf.predicate)
            && let Some(column) = collection.multi_value_column(path)
        {
            let values = MultiValueMatches::new(&*leaf.predicate, column);
            return Some(Test::MultiValueColumn { leaf: leaf.clone(), values });
        }
        let match_table = match_table(&*leaf.predicate, column.dictionary());
        Some(Test::Coded { leaf: leaf.clone(), column, match_table })
    }

    /// Converts an `$elemMatch` into the conditions on an element's fields. Some element must satisfy each
    /// of them. The most selective one comes first.
    fn elements(leaf: &Leaf, filter: &Node, collection: &Collection) -> Option<Test> {
        let conditions = match filter {
            Node::And(children) => children.as_slice(),
            other => std::slice::from_ref(other),
        };
        let values = conditions.iter().filter_map(|condition| {
            let Node::Leaf(condition) = condition else { return None };
            let predicate = &*condition.predicate;
            // Elements that are arrays have no named fields, only positions.
            let plain = condition.path.parts().iter().all(|part| part.index.is_none());
            if !plain || !decided_by_elements(predicate) || predicate.matches(RawValue::MISSING) {
                return None;
            }
            let path = format!("{}.{}", leaf.path.as_str(), condition.path.as_str());
            Some(MultiValueMatches::new(predicate, collection.multi_value_column(&path)?))
        });
        let mut values: Vec<_> = values.map(|values| (share(&values.match_table), values)).collect();
        sort_by(&mut values, |(a, _), (b, _)| a.cmp(b));
        let values: Vec<_> = values.into_iter().map(|(_, values)| values).collect();
        let all = values.len() == conditions.len();
        (!values.is_empty()).then(|| Test::Elements { leaf: leaf.clone(), values, all })
    }

    /// Converts a predicate into a cached table of results, from its second run on.
    fn cached(node: &Node, predicate: &dyn DocumentPredicate, collection: &Collection) -> Option<Test> {
        let table = collection.match_table(predicate.identity()?, &mut Decide(predicate))?;
        let match_table = table.column(0)?.dictionary().values().map(|value| value.bytes == [1]).collect();
        Some(Test::CachedResults { node: node.clone(), table, match_table })
    }

    fn prefixed(leaf: &Leaf, collection: &Collection) -> Option<Test> {
        let prefix = Prefix::new(leaf.predicate.prefix()?.as_bytes())?;
        let column = collection.prefixes(leaf.path.as_str())?;
        Some(Test::Prefixed { leaf: leaf.clone(), column, prefix })
    }

    fn uses_columns(&self) -> bool {
        match self {
            Test::Coded { .. } | Test::MultiValueColumn { .. } | Test::Elements { .. } => true,
            Test::Prefixed { .. } | Test::CachedResults { .. } => true,
            Test::All(tests) | Test::Any(tests) => tests.iter().any(Test::uses_columns),
            Test::Not(test) => test.uses_columns(),
            Test::Document(_) => false,
        }
    }

    /// Whether the test may raise an error.
    fn may_fail(&self) -> bool {
        match self {
            Test::Coded { .. }
            | Test::MultiValueColumn { .. }
            | Test::Elements { .. }
            | Test::Prefixed { .. } => false,
            Test::All(tests) | Test::Any(tests) => tests.iter().any(Test::may_fail),
            Test::Not(test) => test.may_fail(),
            Test::Document(node) => node.has_document_predicate(),
            Test::CachedResults { .. } => true,
        }
    }

    /// Removes the records that fail from a list, starting at position `from`.
    fn keep(&self, records: &RecordStore, ids: &mut Vec<RecordId>, from: usize) -> Result<()> {
        let mut kept = from;
        // Branch-free: every record is written, and overwritten unless it may match.
        if let Test::Prefixed { column, prefix, .. } = self {
            for at in from..ids.len() {
                let record = ids[at];
                ids[kept] = record;
                kept += usize::from(column.may_begin(record, *prefix));
            }
            ids.truncate(kept);
            kept = from;
        }
        if let Test::Coded { leaf, column, match_table } = self {
            for at in from..ids.len() {
                let record = ids[at];
                ids[kept] = record;
                kept += usize::from(coded(leaf, column, match_table, record, records));
            }
        } else {
            for at in from..ids.len() {
                let record = ids[at];
                ids[kept] = record;
                kept += usize::from(self.holds(record, records)?);
            }
        }
        ids.truncate(kept);
        Ok(())
    }

    fn holds(&self, record: RecordId, records: &RecordStore) -> Result<bool> {
        match self {
            Test::Coded { leaf, column, match_table } => {
                Ok(coded(leaf, column, match_table, record, records))
            }
            Test::MultiValueColumn { leaf, values } => {
                Ok(values.hold(record).unwrap_or_else(|| matches(leaf, record, records)))
            }
            Test::Elements { leaf, values, all } => {
                if *all
                    && let Some(hold) =
                        MultiValueMatches::hold_together(values, record, leaf.path.parts().len())
                {
                    return Ok(hold);
                }
                let may_hold = values.iter().all(|values| values.hold(record) != Some(false));
                Ok(may_hold && matches(leaf, record, records))
            }
            Test::Prefixed { leaf, column, prefix } => {
                Ok(column.may_begin(record, *prefix) && matches(leaf, record, records))
            }
            Test::All(tests) => {
                for test in tests {
                    if !test.holds(record, records)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Test::Any(tests) => {
                for test in tests {
                    if test.holds(record, records)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Test::Not(test) => Ok(!test.holds(record, records)?),
            Test::CachedResults { node, table, match_table } => match table.row(record) {
                // A deleted record has no row.
                Some(code) => Ok(code.is_some_and(|code| match_table.get(code as usize) == Some(&true))),
                None => read(node, record, records),
            },
            Test::Document(node) => read(node, record, records),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_match_tables_reject_records_without_a_value() {
        for known in [0, 1, 5, 254, 255] {
            let table = small_match_table(&vec![true; known])
                .map(|table| table.iter().filter(|verdict| **verdict).count());
            assert_eq!(table, Some(known));
            assert_eq!(
                small_match_table(&vec![true; known]).map(|table| table[usize::from(NEEDS_DOCUMENT as u8)]),
                Some(false)
            );
        }
        assert!(small_match_table(&[true; 256]).is_none());
    }

    #[test]
    fn selecting_by_codes_keeps_order_across_blocks() {
        let codes: Vec<Code> = (0..3 * TESTED_AT_ONCE as Code + 7).map(|at| at % 3).collect();
        let mut out = vec![4];
        select_coded(10, &codes, &mut out, |record, code| code == 1 || record == 12);
        let expected = codes.iter().zip(10..).filter(|(code, record)| **code == 1 || *record == 12);
        assert_eq!(out[1..], expected.map(|(_, record)| record).collect::<Vec<RecordId>>());
        assert_eq!(out[0], 4);
    }
}
