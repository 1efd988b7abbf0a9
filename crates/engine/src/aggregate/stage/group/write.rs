//! Writes the output documents of groups, which mostly have the same layout.

use super::ids::GroupIds;
use crate::aggregate::accumulator::StateColumns;
use crate::aggregate::expression::{Environment, Scope};
use crate::aggregate::stage_prelude::*;
use crate::value::{Number, tag};

/// The layout of a group's output document whose accumulator results are all numbers: most other groups
/// differ only in these numbers.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Pattern {
    /// The encoded fields after the key.
    fields: Vec<u8>,
    /// For each field, the type and offset of its number.
    numbers: Vec<(u8, usize)>,
    /// The number of times a pattern was learnt.
    learnt: usize,
    /// The number of groups that are likely to have the same layout.
    run: usize,
    /// Buffer for the template document.
    buffer: Vec<u8>,
}

/// The shortest and longest run of groups written at once.
const SHORTEST_RUN: usize = 4;
const LONGEST_RUN: usize = 1024;

/// The largest number of times a pattern is learnt: when types change often, learning costs more than it saves.
const MAX_LEARNT: usize = 16;

impl Pattern {
    /// Writes a group's output document.
    ///
    /// # Errors
    /// Errors of the accumulators.
    pub(super) fn write(
        &mut self,
        columns: &mut StateColumns,
        id: RawValue<'_>,
        group: usize,
        environment: &Environment,
        out: &mut DocBuilder,
    ) -> Result<()> {
        out.append_raw("_id", id);
        if self.numbers.len() == columns.len() && self.write_numbers(columns, group, out) {
            return Ok(());
        }
        let scope = Scope::new(RawDoc::empty(), environment);
        columns.iter_mut().try_for_each(|(name, column)| column.write(group, name, &scope, out))?;
        if self.learnt < MAX_LEARNT {
            self.learn(columns, group);
        }
        Ok(())
    }

    /// Writes consecutive groups, starting at `from`, into a reply as copies of the previous document with other keys
    /// and numbers. Stops at the first with another layout; returns how many were written.
    pub(super) fn write_run(
        &mut self,
        columns: &StateColumns,
        ids: &GroupIds,
        from: usize,
        sink: &mut RowSink<'_>,
    ) -> usize {
        if !sink.is_reply() {
            return 0;
        }
        let gave_up = self.run == 0 && self.learnt == MAX_LEARNT;
        let Some(first) = ids.get(from).filter(|_| !gave_up) else { return 0 };
        if self.learnt == 0 || self.numbers.len() != columns.len() {
            return 0;
        }
        let run = self.run.clamp(SHORTEST_RUN, LONGEST_RUN);
        let alike = |id: &RawValue<'_>| id.tag == first.tag && id.bytes.len() == first.bytes.len();
        let keys = (from..from + run).map_while(|group| ids.get(group)).take_while(alike);
        let run = keys.clone().count();
        if run < SHORTEST_RUN {
            return 0;
        }
        let mut document = DocBuilder::within(std::mem::take(&mut self.buffer));
        let key = document.append_raw("_id", first).len() - first.bytes.len();
        let fields = document.len();
        document.append_elements(&self.fields);
        self.buffer = document.finish();
        let numbers = &self.numbers;
        let written = sink.write_copies(RawDoc::new(&self.buffer), run, |copies| {
            let mut alike = copies.overwrite_with(key, first.bytes.len(), keys.map(|id| id.bytes));
            for ((_, column), &(tag, at)) in columns.iter().zip(numbers) {
                alike = alike.min(column.write_numbers(from, tag, fields + at, copies));
            }
            alike
        });
        self.run = 2 * written;
        written
    }

    /// Writes the fields with the previous group's layout and this group's numbers; returns false, with nothing
    /// written, when a number has another type.
    fn write_numbers(&self, columns: &StateColumns, group: usize, out: &mut DocBuilder) -> bool {
        let start = out.len();
        out.append_elements(&self.fields);
        for ((_, column), &(tag, at)) in columns.iter().zip(&self.numbers) {
            match column.number(group) {
                Some(Number::Int32(n)) if tag == tag::INT32 => out.overwrite(start + at, n.to_le_bytes()),
                Some(Number::Int64(n)) if tag == tag::INT64 => out.overwrite(start + at, n.to_le_bytes()),
                Some(Number::Double(n)) if tag == tag::DOUBLE => out.overwrite(start + at, n.to_le_bytes()),
                _ => {
                    out.truncate(start);
                    return false;
                }
            }
        }
        true
    }

    /// Learns the pattern from a group's results if all are numbers.
    fn learn(&mut self, columns: &StateColumns, group: usize) {
        self.learnt += 1;
        self.numbers.clear();
        let mut out = DocBuilder::new();
        let start = out.len();
        for (name, column) in columns {
            let Some(number) = column.number(group) else { return self.numbers.clear() };
            out.append_number(name, number);
            let length = match number {
                Number::Int32(_) => 4,
                Number::Int64(_) | Number::Double(_) => 8,
                Number::Decimal(_) => 16,
            };
            self.numbers.push((number.tag(), out.len() - start - length));
        }
        let fields = out.finish();
        self.fields = fields.get(start..fields.len() - 1).unwrap_or_default().to_vec();
    }
}
