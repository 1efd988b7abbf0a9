//! What a command cost: counters, the design meters, the latency model, and
//! the profile entries that carry them.
//!
//! Every command leaves one entry. Entries are kept in a bounded log and read
//! through `<db>.system.profile`
//! (<https://www.mongodb.com/docs/manual/reference/database-profiler/>); the
//! fields beyond the server's are this project's own.

use std::collections::{BTreeMap, VecDeque};

use crate::value::{DocBuilder, RawDoc};

/// Most entries kept; the oldest go first.
const MAX_ENTRIES: usize = 20_000;
/// Longest command text kept whole in an entry, in bytes.
const MAX_COMMAND_BYTES: usize = 50 * 1024;

/// The constants of the latency model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyModel {
    /// Milliseconds of network each way, twice per round trip.
    pub network_millis: f64,
    /// Milliseconds per collection operation.
    pub operation_millis: f64,
}

impl Default for LatencyModel {
    fn default() -> Self {
        LatencyModel { network_millis: 2.0, operation_millis: 0.5 }
    }
}

/// Counters of one command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meter {
    /// Index entries looked at.
    pub keys_examined: u64,
    /// Documents looked at.
    pub docs_examined: u64,
    /// Documents returned.
    pub returned: u64,
    /// Documents inserted.
    pub inserted: u64,
    /// Documents matched by an update.
    pub matched: u64,
    /// Documents changed by an update.
    pub modified: u64,
    /// Documents an update created.
    pub upserted: u64,
    /// Documents removed.
    pub deleted: u64,
    /// Index entries added.
    pub keys_inserted: u64,
    /// Index entries removed.
    pub keys_deleted: u64,
    /// Bytes of documents examined.
    pub bytes_read: u64,
    /// Bytes of documents written.
    pub bytes_written: u64,
    /// BSON fields passed on the way to the touched paths; skipping a
    /// sub-document costs 1.
    pub fields_walked: u64,
    /// Bytes behind a change that had to move.
    pub bytes_shifted: u64,
    /// Records that outgrew their slot.
    pub moved: u64,
    /// Collections the command worked on, for the latency model.
    pub operations: u64,
    /// Whether a sort was done in memory.
    pub sort_stage: bool,
    /// `IXSCAN { a: 1 }`, `COLLSCAN` …
    pub plan_summary: String,
}

/// One command in the log.
#[derive(Clone, Debug)]
pub struct ProfileEntry {
    /// Rises by one with every entry.
    pub sequence: u64,
    /// Virtual time, milliseconds since 1970.
    pub at: i64,
    /// `database.collection`.
    pub namespace: String,
    /// `query`, `insert`, `update`, `remove`, `command`, `getmore`.
    pub operation: &'static str,
    /// The command, cut when long.
    pub command: Vec<u8>,
    /// What it cost.
    pub meter: Meter,
    /// Code and text when it failed.
    pub error: Option<(i32, String)>,
    /// Bytes of the reply.
    pub response_bytes: u64,
}

impl ProfileEntry {
    /// The latency model's time.
    pub fn model_millis(&self, model: LatencyModel) -> f64 {
        2.0 * model.network_millis + model.operation_millis * self.meter.operations as f64
    }

    /// The entry as `system.profile` shows it.
    pub fn document(&self, model: LatencyModel) -> Vec<u8> {
        let meter = &self.meter;
        let mut out = DocBuilder::new();
        out.append_str("op", self.operation).append_str("ns", &self.namespace);
        out.append_doc("command", RawDoc::new(&self.command));
        out.append_count("keysExamined", meter.keys_examined)
            .append_count("docsExamined", meter.docs_examined);
        if meter.sort_stage {
            out.append_bool("hasSortStage", true);
        }
        out.append_count("nreturned", meter.returned)
            .append_count("ninserted", meter.inserted)
            .append_count("nMatched", meter.matched)
            .append_count("nModified", meter.modified)
            .append_count("nUpserted", meter.upserted)
            .append_count("ndeleted", meter.deleted)
            .append_count("keysInserted", meter.keys_inserted)
            .append_count("keysDeleted", meter.keys_deleted)
            .append_count("responseLength", self.response_bytes)
            .append_str("planSummary", &meter.plan_summary)
            .append_i32("millis", 0)
            .append_i32("roundTrips", 1)
            .append_count("operations", meter.operations)
            .append_count("bytesRead", meter.bytes_read)
            .append_count("bytesWritten", meter.bytes_written)
            .append_count("fieldsWalked", meter.fields_walked)
            .append_count("bytesShifted", meter.bytes_shifted)
            .append_count("moved", meter.moved)
            .append_i32("shards", 1)
            .append_f64("modelMillis", self.model_millis(model));
        if let Some((code, text)) = &self.error {
            out.append_i32("errCode", *code).append_str("errMsg", text).append_bool("ok", false);
        }
        out.append_date("ts", self.at).append_count("seq", self.sequence);
        out.finish()
    }
}

/// What clients have set of the profiler, which goes on whatever they set
/// (<https://www.mongodb.com/docs/manual/reference/command/profile/>).
#[derive(Clone, Debug)]
pub(crate) struct ProfilerSettings {
    /// Of each database that it was set for: the level, and the filter in its normal form.
    pub databases: BTreeMap<String, (i32, Option<Vec<u8>>)>,
    /// Milliseconds from which on an operation is slow.
    pub slow_millis: i32,
    /// The part of slow operations that is kept, from 0 to 1.
    pub sample_rate: f64,
}

impl Default for ProfilerSettings {
    fn default() -> Self {
        ProfilerSettings { databases: BTreeMap::new(), slow_millis: 100, sample_rate: 1.0 }
    }
}

/// The log of all commands.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    entries: VecDeque<std::rc::Rc<ProfileEntry>>,
    next: u64,
    pub(crate) settings: ProfilerSettings,
}

impl Profile {
    /// The number the next entry gets.
    pub fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Adds an entry.
    pub fn push(&mut self, mut entry: ProfileEntry) {
        entry.sequence = self.next;
        self.next += 1;
        if self.entries.len() == MAX_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(std::rc::Rc::new(entry));
    }

    /// The entries from a sequence number on.
    pub fn since(&self, sequence: u64) -> impl Iterator<Item = &ProfileEntry> {
        let first = self.entries.front().map_or(self.next, |entry| entry.sequence);
        self.entries.iter().skip(sequence.saturating_sub(first) as usize).map(|entry| &**entry)
    }

    /// The entries of one database.
    pub fn of_database<'a>(&'a self, database: &'a str) -> impl Iterator<Item = &'a ProfileEntry> {
        self.since(0).filter(move |entry| entry.namespace.split('.').next() == Some(database))
    }

    /// Forgets all entries; numbers go on.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

/// A command as an entry keeps it: whole, or its name and a note when long.
pub fn abridged(command: RawDoc<'_>) -> Vec<u8> {
    if command.as_bytes().len() <= MAX_COMMAND_BYTES {
        return command.as_bytes().to_vec();
    }
    let mut out = DocBuilder::new();
    for element in command.iter() {
        if element.value.bytes.len() <= 1024 {
            out.append_raw(element.name(), element.value);
        } else {
            out.append_str(element.name(), &format!("<{} bytes>", element.value.bytes.len()));
        }
    }
    out.append_bool("$truncated", true);
    out.finish()
}
