//! Change streams: the change log, and the streams that read it
//! (<https://www.mongodb.com/docs/manual/changeStreams/>).
//!
//! An engine has no log until the first stream opens. Then each [`crate::collection::Collection`] gets a
//! handle to it, and records every change. Events become visible when their command ends or their
//! transaction commits. The log is a ring buffer that drops its oldest events.

mod delta;
mod description;
mod engine;
mod event;
mod operation;
mod record;
mod stream_state;
mod token;

pub(crate) use event::{BeforeImage, EventOptions, FullDocument};
pub(crate) use operation::Operation;
pub(crate) use stream_state::{ChangeStreamState, Start, Target};
pub(crate) use token::Token;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::collection::{Collection, RecordChange};
use crate::error::{Error, ErrorCode};
use crate::update::{AffectedPaths, Update};
use crate::value::{DocBuilder, RawDoc};

/// Maximum size of the log's events in bytes.
const CAPACITY: usize = 16 * 1024 * 1024;

/// The overhead of an event in bytes.
const OVERHEAD: usize = 160;

/// A change.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    operation: Operation,
    /// `database.collection`, or only the database.
    namespace: String,
    uuid: [u8; 16],
    /// The cluster time. `ordinal` numbers the events at that time.
    time: u64,
    ordinal: u32,
    /// `wallTime`, milliseconds since 1970.
    wall: i64,
    /// The session and number of its transaction.
    transaction: Option<Rc<(Vec<u8>, i64)>>,
    /// `documentKey`.
    key: Vec<u8>,
    /// The document of `insert` and `replace`, or the description of other events.
    body: Vec<u8>,
    /// The document before the change, where the collection stores images.
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

impl Event {
    fn size(&self) -> usize {
        let images = self.before.as_ref().map_or(0, Vec::len) + self.after.as_ref().map_or(0, Vec::len);
        OVERHEAD + self.namespace.len() + self.key.len() + self.body.len() + images
    }

    fn place(&self) -> (u64, u32) {
        (self.time, self.ordinal)
    }
}

/// The log, shared by an engine and its collections.
#[derive(Debug)]
pub(crate) struct ChangeLog(RefCell<Ring>);

#[derive(Debug)]
struct Ring {
    events: VecDeque<Event>,
    /// The number of the first event.
    base: u64,
    /// The number of visible events. The others belong to the command in progress.
    visible: usize,
    bytes: usize,
    /// The latest cluster time.
    time: u64,
    /// The position of the last dropped event. Streams can only resume after it.
    last_dropped: (u64, u32),
    /// The documents before and after the last event, if that is an update without a description yet.
    undescribed: Option<(Vec<u8>, Vec<u8>)>,
}

impl Ring {
    fn push(&mut self, event: Event) {
        self.describe(None);
        self.bytes += event.size();
        self.events.push_back(event);
        while self.bytes > CAPACITY && self.events.len() > 1 {
            let Some(oldest) = self.events.pop_front() else { break };
            self.bytes -= oldest.size();
            self.base += 1;
            if self.visible > 0 {
                self.visible -= 1;
                self.last_dropped = oldest.place();
            } else {
                // The event would have been next.
                self.time += 1;
                self.last_dropped = (self.time, u32::MAX);
            }
        }
    }

    /// Describes the last update by its operators, or by the difference of its documents. A small document
    /// with many differences counts as replaced.
    fn describe(&mut self, touched: Option<AffectedPaths<'_>>) {
        let Some((before, after)) = self.undescribed.take() else { return };
        let Some(event) = self.events.back_mut() else { return };
        self.bytes -= event.size();
        let (old, new) = (RawDoc::new(&before), RawDoc::new(&after));
        if touched.is_none() && !delta::is_update(old, new) {
            (event.operation, event.body) = (Operation::Replace, after);
        } else {
            event.body = description::describe(old, new, touched);
        }
        self.bytes += event.size();
    }

    /// Removes the events that are not visible yet.
    fn take(&mut self) -> Vec<Event> {
        self.describe(None);
        let taken: Vec<_> = self.events.drain(self.visible..).collect();
        self.bytes -= taken.iter().map(Event::size).sum::<usize>();
        taken
    }
}

/// Whether an error ends a stream permanently.
pub(crate) fn is_fatal(code: i32) -> bool {
    matches!(code, ErrorCode::CHANGE_STREAM_FATAL_ERROR | ErrorCode::CHANGE_STREAM_HISTORY_LOST)
}

/// Adds the label by which drivers recognize that a stream can't be resumed.
pub(crate) fn labelled(error: Error) -> Error {
    if !is_fatal(error.code()) {
        return error;
    }
    let mut details = DocBuilder::new();
    details.array("errorLabels", |labels| {
        labels.push_str("NonResumableChangeStreamError");
    });
    error.with_details(details)
}

/// Returns the change log in the form that collections use.
pub(crate) fn recorder(log: &Option<Rc<ChangeLog>>) -> Option<Rc<dyn RecordChange>> {
    log.clone().map(|log| log as Rc<dyn RecordChange>)
}

impl RecordChange for ChangeLog {
    fn record(&self, collection: &Collection, before: Option<Vec<u8>>, after: Option<&[u8]>) {
        let document = after.or(before.as_deref()).map_or(RawDoc::empty(), RawDoc::new);
        let mut key = DocBuilder::new();
        if let Some(id) = document.get("_id") {
            key.append_raw("_id", id);
        }
        let options = collection.options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new);
        let images = options.get("changeStreamPreAndPostImages").is_some();
        let mut ring = self.0.borrow_mut();
        let operation = match (&before, after) {
            (None, _) => Operation::Insert,
            (Some(_), Some(_)) => Operation::Update,
            (Some(_), None) => Operation::Delete,
        };
        let body = if before.is_none() { after.map_or_else(Vec::new, <[u8]>::to_vec) } else { Vec::new() };
        ring.push(Event {
            operation,
            namespace: collection.namespace.clone(),
            uuid: collection.uuid,
            key: key.finish(),
            body,
            before: before.clone().filter(|_| images),
            after: after.filter(|_| images && operation == Operation::Update).map(<[u8]>::to_vec),
            ..Event::EMPTY
        });
        ring.undescribed = before.zip(after.map(<[u8]>::to_vec));
    }
}

impl ChangeLog {
    /// Describes the last recorded update by its operators.
    pub(crate) fn describe(&self, update: &Update) {
        match update.is_replacement() {
            true => self.describe_as_replacement(),
            false => self.0.borrow_mut().describe(update.touched()),
        }
    }

    /// Describes the last recorded update as one that sets fields.
    pub(crate) fn describe_as_set(&self) {
        self.0.borrow_mut().describe(Some(AffectedPaths::FIELDS));
    }

    /// Describes the last recorded update as a replacement.
    pub(crate) fn describe_as_replacement(&self) {
        let mut ring = self.0.borrow_mut();
        if let (Some((_, after)), Some(event)) = (ring.undescribed.take(), ring.events.back_mut()) {
            (event.operation, event.body) = (Operation::Replace, after);
            let added = event.body.len();
            ring.bytes += added;
        }
    }

    /// Drops the events of the command in progress, which is undone.
    pub(crate) fn discard(&self) {
        self.0.borrow_mut().take();
    }

    /// Returns the number of the next event.
    fn end(&self) -> u64 {
        let ring = self.0.borrow();
        ring.base + ring.visible as u64
    }
}

impl Event {
    /// Template event with all optional fields empty.
    const EMPTY: Event = Event {
        operation: Operation::Insert,
        namespace: String::new(),
        uuid: [0; 16],
        time: 0,
        ordinal: 0,
        wall: 0,
        transaction: None,
        key: Vec::new(),
        body: Vec::new(),
        before: None,
        after: None,
    };
}
