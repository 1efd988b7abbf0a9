//! Snapshot reads: `readConcern: { level: "snapshot" }` outside of transactions
//! (<https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/>).
//!
//! The reply of the first such read has its time, `atClusterTime`. Later reads that name the time read the same data,
//! and so do the batches of a cursor that one has opened. A snapshot copies nothing: collections are shared until one
//! is written.

use super::changes::Databases;
use super::{CommandRules, ReadConcern};
use crate::aggregate::has_output;
use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawValue, View, display_value};

/// Milliseconds that a snapshot can be read for (`minSnapshotHistoryWindowInSeconds`).
const WINDOW: i64 = 300_000;

/// The most snapshots to keep. Each holds the old version of everything written after it.
const MOST: usize = 16;

/// A snapshot that can be read again.
#[derive(Debug)]
struct SnapshotRead {
    time: u64,
    /// When it was kept, in milliseconds since 1970.
    kept_at: i64,
    databases: Databases,
    /// The cursors that go on reading it.
    cursors: Vec<i64>,
}

/// The snapshots that can be read, oldest first.
#[derive(Debug, Default)]
pub(crate) struct SnapshotReads(Vec<SnapshotRead>);

/// A running read of a snapshot.
#[derive(Debug)]
pub(crate) struct SnapshotAccess {
    /// `atClusterTime`.
    pub(crate) time: u64,
    outside: Databases,
    cursors: Vec<i64>,
}

impl Engine {
    /// If a command reads a snapshot, shows it that snapshot's collections until [`Self::end_snapshot_read`].
    ///
    /// # Errors
    /// `SnapshotTooOld` for a time that is no longer kept, `InvalidOptions` for a future one.
    pub(crate) fn begin_snapshot_read(
        &mut self,
        command: CommandRules,
        arguments: &Arguments<'_>,
    ) -> Result<Option<SnapshotAccess>> {
        self.forget_old_snapshots();
        let found = match command.read_concern {
            ReadConcern::Snapshot => match asked(arguments) {
                None => None,
                Some(Some(time)) => Some(self.snapshot_at(time)?),
                Some(None) => Some(self.present_snapshot()),
            },
            ReadConcern::OfCursor => {
                let first = arguments.body().first().and_then(|first| first.value.as_number());
                let id = first.map(|id| id.to_i64_clamped());
                let has = |moment: &SnapshotRead| id.is_some_and(|id| moment.cursors.contains(&id));
                self.sessions.snapshots.0.iter().position(has)
            }
            _ => None,
        };
        let moment = found.and_then(|at| self.sessions.snapshots.0.get(at));
        Ok(moment.map(|moment| SnapshotAccess {
            time: moment.time,
            outside: std::mem::replace(&mut self.state.databases, moment.databases.clone()),
            cursors: self.cursors.ids(),
        }))
    }

    /// Puts the present collections back; cursors that were opened stay with the snapshot.
    pub(crate) fn end_snapshot_read(&mut self, read: SnapshotAccess) {
        self.state.databases = read.outside;
        let mut opened = self.cursors.ids();
        opened.retain(|id| read.cursors.binary_search(id).is_err());
        if let Some(moment) = self.sessions.snapshots.0.iter_mut().find(|moment| moment.time == read.time) {
            moment.cursors.extend(opened);
        }
    }

    /// The position of the snapshot of this time.
    fn snapshot_at(&self, time: u64) -> Result<usize> {
        if let Some(at) = self.sessions.snapshots.0.iter().position(|moment| moment.time == time) {
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

    /// The position of a snapshot of the present: the last one if nothing was written since.
    fn present_snapshot(&mut self) -> usize {
        let last = self.sessions.snapshots.0.last();
        if !last.is_some_and(|last| std::rc::Rc::ptr_eq(&last.databases, &self.state.databases)) {
            let time = self.next_time();
            let moments = &mut self.sessions.snapshots.0;
            // The clock may have been set back.
            moments.retain(|moment| moment.time != time);
            moments.push(SnapshotRead {
                time,
                kept_at: self.state.now_millis,
                databases: self.state.databases.clone(),
                cursors: Vec::new(),
            });
        }
        self.sessions.snapshots.0.len().saturating_sub(1)
    }

    /// Drops old snapshots, with their cursors.
    fn forget_old_snapshots(&mut self) {
        let now = self.state.now_millis;
        let moments = &mut self.sessions.snapshots.0;
        let old = moments.iter().take_while(|moment| now - moment.kept_at > WINDOW).count();
        let old = old.max(moments.len().saturating_sub(MOST));
        for id in moments.drain(..old).flat_map(|moment| moment.cursors) {
            self.cursors.close(id);
        }
    }
}

/// The time that a read asks for; `Some(None)` if the server chooses it.
fn asked(arguments: &Arguments<'_>) -> Option<Option<u64>> {
    let concern = arguments.get("readConcern").and_then(RawValue::as_document)?;
    // Writes go to the present.
    let writes = arguments.get("pipeline").and_then(RawValue::as_array).is_some_and(has_output);
    if writes || concern.get("level").and_then(RawValue::as_str) != Some("snapshot") {
        return None;
    }
    match concern.get("atClusterTime").map(RawValue::view) {
        None => Some(None),
        Some(View::Timestamp(time)) if time > 0 && concern.get("afterClusterTime").is_none() => {
            Some(Some(time))
        }
        // It is refused with the rest of the fields.
        Some(_) => None,
    }
}
