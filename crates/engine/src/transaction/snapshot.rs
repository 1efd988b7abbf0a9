//! Snapshot reads: `readConcern: { level: "snapshot" }` outside of transactions
//! (<https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/>).
//!
//! The reply of the first such read contains its time, `atClusterTime`. Later reads at that time, and
//! further batches of its cursor, read the same data. A snapshot copies nothing: collections are shared
//! until they are written.

use super::changes::Databases;
use super::{CommandRules, ReadConcern};
use crate::aggregate::has_output;
use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawValue, View, display_value};

/// The milliseconds for which a snapshot can be read (`minSnapshotHistoryWindowInSeconds`).
const WINDOW: i64 = 300_000;

/// Maximum number of snapshots. Each retains the old version of everything written after it.
const MAX_SNAPSHOTS: usize = 16;

/// A readable snapshot.
#[derive(Debug)]
struct SnapshotRead {
    time: u64,
    /// The time of its creation, in milliseconds since 1970.
    kept_at: i64,
    databases: Databases,
    /// The open cursors that read the snapshot.
    cursors: Vec<i64>,
}

/// The readable snapshots, oldest first.
#[derive(Debug, Default)]
pub(crate) struct SnapshotReads(Vec<SnapshotRead>);

/// A snapshot read in progress.
#[derive(Debug)]
pub(crate) struct SnapshotAccess {
    /// `atClusterTime`.
    pub(crate) time: u64,
    outside: Databases,
    cursors: Vec<i64>,
}

impl Engine {
    /// If a command reads a snapshot, replaces the collections by the snapshot's until
    /// [`Self::end_snapshot_read`].
    ///
    /// # Errors
    /// `SnapshotTooOld` for an expired time, `InvalidOptions` for a future one.
    pub(crate) fn begin_snapshot_read(
        &mut self,
        command: CommandRules,
        arguments: &Arguments<'_>,
    ) -> Result<Option<SnapshotAccess>> {
        self.forget_old_snapshots();
        let found = match command.read_concern {
            ReadConcern::Snapshot => match requested_time(arguments) {
                None => None,
                Some(Some(time)) => Some(self.snapshot_at(time)?),
                Some(None) => Some(self.present_snapshot()),
            },
            ReadConcern::OfCursor => {
                let first = arguments.body().first().and_then(|first| first.value.as_number());
                let id = first.map(|id| id.to_i64_clamped());
                let has = |snapshot: &SnapshotRead| id.is_some_and(|id| snapshot.cursors.contains(&id));
                self.sessions.snapshots.0.iter().position(has)
            }
            _ => None,
        };
        let snapshot = found.and_then(|at| self.sessions.snapshots.0.get(at));
        Ok(snapshot.map(|snapshot| SnapshotAccess {
            time: snapshot.time,
            outside: std::mem::replace(&mut self.state.databases, snapshot.databases.clone()),
            cursors: self.cursors.ids(),
        }))
    }

    /// Restores the current collections. Cursors opened meanwhile keep the snapshot.
    pub(crate) fn end_snapshot_read(&mut self, read: SnapshotAccess) {
        self.state.databases = read.outside;
        let mut opened = self.cursors.ids();
        opened.retain(|id| read.cursors.binary_search(id).is_err());
        if let Some(snapshot) =
            self.sessions.snapshots.0.iter_mut().find(|snapshot| snapshot.time == read.time)
        {
            snapshot.cursors.extend(opened);
        }
    }

    /// Returns the position of the snapshot at a time.
    fn snapshot_at(&self, time: u64) -> Result<usize> {
        if let Some(at) = self.sessions.snapshots.0.iter().position(|snapshot| snapshot.time == time) {
            return Ok(at);
        }
        let now = self.state.now_millis.div_euclid(1000) as u64;
        if time >> 32 <= now {
            return Err(Error::new(
                ErrorCode::SNAPSHOT_TOO_OLD,
                format!(
                    "Read timestamp {} is older than the oldest available timestamp.",
                    display_value(View::Timestamp(time))
                ),
            ));
        }
        Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!(
                "readConcern atClusterTime value must not be greater than the current clusterTime. Requested clusterTime: {}; current clusterTime: {}",
                display_value(View::Timestamp(time)),
                display_value(View::Timestamp(now << 32 | 1))
            ),
        ))
    }

    /// Returns the position of a snapshot of the current state: the last one, if nothing was written since.
    fn present_snapshot(&mut self) -> usize {
        let last = self.sessions.snapshots.0.last();
        if !last.is_some_and(|last| std::rc::Rc::ptr_eq(&last.databases, &self.state.databases)) {
            let time = self.next_time();
            let snapshots = &mut self.sessions.snapshots.0;
            // The clock may have been set back to an existing time.
            snapshots.retain(|snapshot| snapshot.time != time);
            snapshots.push(SnapshotRead {
                time,
                kept_at: self.state.now_millis,
                databases: self.state.databases.clone(),
                cursors: Vec::new(),
            });
        }
        self.sessions.snapshots.0.len().saturating_sub(1)
    }

    /// Removes expired snapshots and their cursors.
    fn forget_old_snapshots(&mut self) {
        let now = self.state.now_millis;
        let snapshots = &mut self.sessions.snapshots.0;
        let old = snapshots.iter().take_while(|snapshot| now - snapshot.kept_at > WINDOW).count();
        let old = old.max(snapshots.len().saturating_sub(MAX_SNAPSHOTS));
        for id in snapshots.drain(..old).flat_map(|snapshot| snapshot.cursors) {
            self.cursors.close(id);
        }
    }
}

/// Returns the time of a snapshot read; `Some(None)` if the server chooses it.
fn requested_time(arguments: &Arguments<'_>) -> Option<Option<u64>> {
    let concern = arguments.get("readConcern").and_then(RawValue::as_document)?;
    // Writes use the current state.
    let writes = arguments.get("pipeline").and_then(RawValue::as_array).is_some_and(has_output);
    if writes || concern.get("level").and_then(RawValue::as_str) != Some("snapshot") {
        return None;
    }
    match concern.get("atClusterTime").map(RawValue::view) {
        None => Some(None),
        Some(View::Timestamp(time)) if time > 0 && concern.get("afterClusterTime").is_none() => {
            Some(Some(time))
        }
        // An invalid time is rejected with the other fields.
        Some(_) => None,
    }
}
