//! The engine's change log: opening it, and recording the changes of commands and transactions.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::{ChangeLog, Event, Ring, recorder};
use crate::collection::Collection;
use crate::engine::{Database, Engine};
use crate::value::Value;

impl Engine {
    /// Returns the log, which is created if there is none.
    pub(crate) fn open_changes(&mut self) -> Rc<ChangeLog> {
        if let Some(log) = &self.changes {
            return log.clone();
        }
        let time = self.next_time();
        let log = Rc::new(ChangeLog(RefCell::new(Ring {
            events: VecDeque::new(),
            base: 0,
            visible: 0,
            bytes: 0,
            time,
            last_dropped: (time - 1, u32::MAX),
            undescribed: None,
        })));
        self.changes = Some(log.clone());
        self.attach_changes();
        log
    }

    /// Drops the log.
    pub(crate) fn close_changes(&mut self) {
        self.changes = None;
        self.attach_changes();
    }

    /// Returns the next cluster time.
    pub(crate) fn next_time(&mut self) -> u64 {
        match self.new_timestamp() {
            Value::Timestamp(time) => time,
            _ => 1,
        }
    }

    /// Sets the log of all collections to the engine's, if any.
    pub(crate) fn attach_changes(&mut self) {
        let log = &self.changes;
        let is_other = |collection: &Rc<Collection>| {
            let recorder = collection.changes.as_ref().map(|recorder| Rc::as_ptr(recorder).cast::<()>());
            recorder != log.as_ref().map(|log| Rc::as_ptr(log).cast())
        };
        if !self.state.databases.values().flat_map(Database::values).any(is_other) {
            return;
        }
        for database in Rc::make_mut(&mut self.state.databases).values_mut() {
            for collection in database.values_mut().filter(|collection| is_other(collection)) {
                Rc::make_mut(collection).changes = recorder(log);
            }
        }
    }

    /// Makes the changes since the last call visible.
    pub(crate) fn publish_changes(&mut self) {
        let Some(log) = self.changes.clone() else { return };
        let events = log.0.borrow_mut().take();
        if events.is_empty() {
            return;
        }
        let (time, wall) = (self.next_time(), self.now());
        let ring = &mut *log.0.borrow_mut();
        for event in events {
            ring.time = time.max(ring.time + 1);
            let time = ring.time;
            ring.push(Event { time, wall, ..event });
            ring.visible = ring.events.len();
        }
    }

    /// Takes the changes since the last call, for a command in a transaction.
    pub(crate) fn take_changes(&mut self) -> Vec<Event> {
        self.changes.as_ref().map_or_else(Vec::new, |log| log.0.borrow_mut().take())
    }

    /// Makes the changes of a transaction visible, all at one cluster time.
    pub(crate) fn publish_transaction(&mut self, events: Vec<Event>, session: &[u8], number: i64) {
        let Some(log) = self.changes.clone().filter(|_| !events.is_empty()) else { return };
        let (time, wall) = (self.next_time(), self.now());
        let transaction = Some(Rc::new((session.to_vec(), number)));
        let ring = &mut *log.0.borrow_mut();
        let time = time.max(ring.time + 1);
        ring.time = time;
        for (ordinal, event) in (0..).zip(events) {
            ring.push(Event { time, ordinal, wall, transaction: transaction.clone(), ..event });
            ring.visible = ring.events.len();
        }
    }
}
