//! The costs of commands: counters, design meters, modelled time, and the profile entries that contain
//! them.
//!
//! Every command adds one entry. The profile has bounded size, and is read through `<db>.system.profile`
//! (<https://www.mongodb.com/docs/manual/reference/database-profiler/>). Fields that the server doesn't
//! have are this project's own.

use std::borrow::Cow;
use std::collections::VecDeque;

pub use time_model::TimeModel;
use time_model::Work;

use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::Examined;
use crate::value::{DocBuilder, RawDoc, RawValue};
use sorted_map::SortedMap;

/// Maximum number of profile entries. The oldest are dropped.
const MAX_ENTRIES: usize = 20_000;
/// Maximum size of an entry's command in bytes. Longer ones are abridged.
const MAX_COMMAND_BYTES: usize = 50 * 1024;

/// Parses `{ network, operation }`; invalid times are replaced by the defaults.
fn conditions(given: RawDoc<'_>) -> TimeModel {
    let number = |name: &str, default: f64| {
        let given = given.get(name).and_then(RawValue::as_number).map(|n| n.to_f64());
        given.filter(|n| n.is_finite() && *n >= 0.0).unwrap_or(default)
    };
    let default = TimeModel::default();
    TimeModel {
        network_millis: number("network", default.network_millis),
        operation_millis: number("operation", default.operation_millis),
        ..default
    }
}

/// The counters of one command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meter {
    /// Index entries examined.
    pub keys_examined: u64,
    /// Documents examined.
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
    /// BSON fields passed on the way to the affected paths. Skipping an embedded document counts as 1.
    pub fields_walked: u64,
    /// Bytes moved because an earlier change altered the document's size.
    pub bytes_shifted: u64,
    /// Records that outgrew their slot.
    pub moved: u64,
    /// Positions at which a read began: a document by its record id, a range of an index, a scan.
    pub seeks: u64,
    /// Comparisons of sort keys.
    pub comparisons: u64,
    /// Collections that the command used, for the time model.
    pub operations: u64,
    /// Whether a sort ran in memory.
    pub sort_stage: bool,
    /// In a cluster, a bit for each shard that was contacted; otherwise 0.
    pub shards: u64,
    /// The plan summary: `IXSCAN { a: 1 }`, `COLLSCAN` …
    pub plan_summary: String,
}

impl Meter {
    /// Adds the work of a plan.
    pub fn examined(&mut self, examined: Examined) {
        self.keys_examined += examined.keys;
        self.docs_examined += examined.documents;
        self.bytes_read += examined.bytes;
        self.seeks += examined.seeks;
        self.comparisons += examined.comparisons;
    }

    /// Subtracts work that an earlier command already counted. Estimated comparisons may have decreased
    /// since.
    pub fn subtract(&mut self, before: Examined) {
        self.keys_examined -= before.keys;
        self.docs_examined -= before.documents;
        self.bytes_read -= before.bytes;
        self.seeks -= before.seeks;
        self.comparisons = self.comparisons.saturating_sub(before.comparisons);
    }

    /// Adds the costs of another command that this one waits for. Parallel work takes as long as the longer
    /// part.
    pub fn join(&mut self, other: &Meter) {
        self.keys_examined += other.keys_examined;
        self.docs_examined += other.docs_examined;
        self.returned += other.returned;
        self.inserted += other.inserted;
        self.matched += other.matched;
        self.modified += other.modified;
        self.upserted += other.upserted;
        self.deleted += other.deleted;
        self.keys_inserted += other.keys_inserted;
        self.keys_deleted += other.keys_deleted;
        self.bytes_read += other.bytes_read;
        self.bytes_written += other.bytes_written;
        self.fields_walked += other.fields_walked;
        self.bytes_shifted += other.bytes_shifted;
        self.moved += other.moved;
        self.seeks += other.seeks;
        self.comparisons += other.comparisons;
        self.operations = self.operations.max(other.operations);
        self.sort_stage |= other.sort_stage;
        self.shards |= other.shards;
        if self.plan_summary.is_empty() {
            self.plan_summary.clone_from(&other.plan_summary);
        }
    }
}

/// A profile entry.
#[derive(Clone, Debug)]
pub struct ProfileEntry<'a> {
    /// The sequence number, which increases by one per entry.
    pub sequence: u64,
    /// The virtual time, in milliseconds since 1970.
    pub at: i64,
    /// `database.collection`.
    pub namespace: &'a str,
    /// `query`, `insert`, `update`, `remove`, `command`, `getmore`.
    pub operation: &'static str,
    /// The command, abridged if long.
    pub command: &'a [u8],
    /// The command's costs.
    pub meter: Meter,
    /// Error code and text, if the command failed.
    pub error: Option<(i32, &'a str)>,
    /// The size of the command in bytes.
    pub request_bytes: u64,
    /// The size of the reply in bytes.
    pub response_bytes: u64,
}

impl ProfileEntry<'_> {
    /// Returns the work that takes time.
    fn work(&self) -> Work {
        let meter = &self.meter;
        let documents_written = (meter.inserted + meter.modified + meter.upserted + meter.deleted) as f64;
        let entries_written = (meter.keys_inserted + meter.keys_deleted) as f64;
        Work {
            trips: 1.0,
            operations: meter.operations as f64,
            bytes_moved: (self.request_bytes + self.response_bytes) as f64,
            documents: meter.docs_examined as f64,
            bytes_read: meter.bytes_read as f64,
            keys: meter.keys_examined as f64,
            fields: meter.fields_walked as f64,
            comparisons: meter.comparisons as f64,
            seeks: meter.seeks as f64,
            documents_written,
            bytes_written: meter.bytes_written as f64,
            entries_written,
            writes: f64::from(documents_written + entries_written + meter.bytes_written as f64 > 0.0),
        }
    }

    /// Returns the modelled time in milliseconds, rounded to microseconds.
    pub fn model_millis(&self, model: TimeModel) -> f64 {
        (model.millis(&self.work()) * 1_000.0).round() / 1_000.0
    }

    /// Returns the document in `system.profile`.
    pub fn document(&self, model: TimeModel) -> Vec<u8> {
        let meter = &self.meter;
        let mut out = DocBuilder::new();
        out.append_str("op", self.operation).append_str("ns", self.namespace);
        out.append_doc("command", RawDoc::new(self.command));
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
            .append_count("requestLength", self.request_bytes)
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
            .append_count("seeks", meter.seeks)
            .append_count("sortComparisons", meter.comparisons)
            .append_count("shards", u64::from(meter.shards.count_ones().max(1)))
            .append_f64("modelMillis", self.model_millis(model));
        if let Some((code, text)) = self.error {
            out.append_i32("errCode", code).append_str("errMsg", text).append_bool("ok", false);
        }
        out.append_date("ts", self.at).append_count("seq", self.sequence);
        out.finish()
    }
}

/// The profiler settings of clients. They don't affect profiling, which is always on
/// (<https://www.mongodb.com/docs/manual/reference/command/profile/>).
#[derive(Clone, Debug)]
pub(crate) struct ProfilerSettings {
    /// Per database, the level and the filter in normal form.
    pub databases: SortedMap<String, (i32, Option<Vec<u8>>)>,
    /// The minimum duration of a slow operation in milliseconds.
    pub slow_millis: i32,
    /// The fraction of slow operations to profile, from 0 to 1.
    pub sample_rate: f64,
    /// Per database whose `system.profile` was dropped, the first entry since then.
    pub dropped: SortedMap<String, u64>,
}

impl Default for ProfilerSettings {
    fn default() -> Self {
        ProfilerSettings {
            databases: SortedMap::default(),
            slow_millis: 100,
            sample_rate: 1.0,
            dropped: SortedMap::default(),
        }
    }
}

/// The compact form of an entry: most are never read, so it needs few allocations.
#[derive(Clone, Debug)]
struct StoredEntry {
    at: i64,
    operation: &'static str,
    /// Without the plan summary.
    meter: Meter,
    error: Option<Box<(i32, String)>>,
    request_bytes: u64,
    response_bytes: u64,
    /// The concatenated namespace, plan summary and command.
    texts: Box<[u8]>,
    /// The ends of the first two.
    ends: (u32, u32),
}

impl StoredEntry {
    fn entry(&self, sequence: u64) -> ProfileEntry<'_> {
        let (namespace, rest) = self.texts.split_at_checked(self.ends.0 as usize).unwrap_or_default();
        let (summary, command) =
            rest.split_at_checked((self.ends.1 - self.ends.0) as usize).unwrap_or_default();
        let plan_summary = String::from_utf8_lossy(summary).into_owned();
        ProfileEntry {
            sequence,
            at: self.at,
            namespace: std::str::from_utf8(namespace).unwrap_or_default(),
            operation: self.operation,
            command,
            meter: Meter { plan_summary, ..self.meter.clone() },
            error: self.error.as_deref().map(|(code, text)| (*code, text.as_str())),
            request_bytes: self.request_bytes,
            response_bytes: self.response_bytes,
        }
    }
}

/// The profile of all commands.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    entries: VecDeque<StoredEntry>,
    next: u64,
    pub(crate) settings: ProfilerSettings,
}

impl Profile {
    /// Returns the sequence number of the next entry.
    pub fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Adds an entry, and assigns its sequence number.
    pub fn push(&mut self, entry: ProfileEntry<'_>) {
        self.next += 1;
        if self.entries.len() == MAX_ENTRIES {
            self.entries.pop_front();
        }
        let ProfileEntry { at, namespace, operation, command, mut meter, error, .. } = entry;
        let (request_bytes, response_bytes) = (entry.request_bytes, entry.response_bytes);
        let summary = std::mem::take(&mut meter.plan_summary);
        let first = namespace.len();
        let ends = (first as u32, (first + summary.len()) as u32);
        let texts = [namespace.as_bytes(), summary.as_bytes(), command].concat().into_boxed_slice();
        let error = error.map(|(code, text)| Box::new((code, text.to_owned())));
        self.entries.push_back(StoredEntry {
            at,
            operation,
            meter,
            error,
            request_bytes,
            response_bytes,
            texts,
            ends,
        });
    }

    /// Returns the entries from a sequence number on.
    pub fn since(&self, sequence: u64) -> impl Iterator<Item = ProfileEntry<'_>> {
        let first = self.next - self.entries.len() as u64;
        let skipped = sequence.saturating_sub(first).min(self.entries.len() as u64);
        // `range` is constant-time, while `skip` would walk past all earlier entries.
        let entries = self.entries.range(skipped as usize..).zip(first + skipped..);
        entries.map(|(kept, sequence)| kept.entry(sequence))
    }

    /// Returns the entries of one database since its `system.profile` was dropped.
    pub fn of_database<'a>(&'a self, database: &'a str) -> impl Iterator<Item = ProfileEntry<'a>> {
        let first = self.settings.dropped.get(database).copied().unwrap_or(0);
        self.since(first).filter(move |entry| entry.namespace.split('.').next() == Some(database))
    }

    /// Executes `dojoProfile`: returns the entries from a sequence number on, each with the fields that
    /// `more` adds. The arguments may set the constants of the time model, and clear the profile.
    ///
    /// # Errors
    /// `TypeMismatch`.
    pub fn answer(
        &mut self,
        arguments: &Arguments<'_>,
        model: &mut TimeModel,
        more: impl Fn(&Meter, &mut DocBuilder),
        out: &mut DocBuilder,
    ) -> Result<()> {
        let since = arguments.count("since")?.unwrap_or(0);
        if let Some(given) = arguments.document("latency")? {
            *model = conditions(given);
        }
        out.array("entries", |array| {
            for entry in self.since(since) {
                let written = entry.document(*model);
                array.document(|doc| {
                    doc.append_all(RawDoc::new(&written));
                    more(&entry.meter, doc);
                });
            }
        });
        out.append_count("seq", self.next_sequence());
        if arguments.flag("clear")? {
            self.clear();
        }
        Ok(())
    }

    /// Drops a database's `system.profile`: hides its current entries.
    ///
    /// # Errors
    /// `IllegalOperation` (20) while profiling is enabled for the database.
    pub fn drop_collection(&mut self, database: &str) -> Result<bool> {
        if self.settings.databases.get(database).is_some_and(|(level, _)| *level != 0) {
            return Err(Error::new(
                ErrorCode::ILLEGAL_OPERATION,
                "turn off profiling before dropping system.profile collection",
            ));
        }
        let any = self.of_database(database).next().is_some();
        self.settings.dropped.insert(database.to_owned(), self.next_sequence());
        Ok(any)
    }

    /// Removes all entries. Sequence numbers continue.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

/// Returns the command for an entry: the whole command, or its name and a note if it is long.
pub fn abridged(command: RawDoc<'_>) -> Cow<'_, [u8]> {
    if command.as_bytes().len() <= MAX_COMMAND_BYTES {
        return Cow::Borrowed(command.as_bytes());
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
    Cow::Owned(out.finish())
}
