//! The state of a change stream: its target and its position.

use std::cell::Cell;
use std::rc::Rc;

use super::token::Kind;
use super::{ChangeLog, Event, EventOptions, Operation, Token};
use crate::aggregate::Catalog;
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::is_internal;
use crate::value::{DocBuilder, RawDoc, display_document};

/// The target of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A collection, by database and name.
    Collection(String, String),
    /// All collections of a database.
    Database(String),
    /// All collections.
    Everything,
}

/// The start of a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// After all events so far.
    Now,
    /// At a cluster time.
    At(u64),
    /// After the event of a token.
    Behind(Token),
}

/// The state of a stream, shared by its stages and its cursor.
#[derive(Debug)]
pub struct ChangeStreamState {
    log: Rc<ChangeLog>,
    target: Target,
    /// The number of the next event.
    next: Cell<u64>,
    /// The position from which the stream can be resumed.
    token: Cell<Token>,
    /// Whether the last event ends the stream, so that the next one is `invalidate`.
    ends: Cell<bool>,
    closed: Cell<bool>,
    /// The number of parts of the first, split event that were already returned.
    skipped: Cell<u32>,
}

/// Whether streams never show events of this namespace
/// (<https://www.mongodb.com/docs/manual/changeStreams/#watch-a-collection--database--or-deployment>).
fn is_hidden(database: &str, collection: &str) -> bool {
    is_internal(database) || collection.starts_with("system.")
}

impl Target {
    /// Whether the stream reports an event.
    fn has(&self, event: &Event) -> bool {
        let namespace = event.namespace.as_str();
        let renamed = Some(RawDoc::new(&event.body)).filter(|_| event.operation == Operation::Rename);
        let to = renamed.and_then(|body| body.get("to")).and_then(|to| to.as_document());
        let part =
            |to: RawDoc<'_>, name: &str| to.get(name).and_then(|text| text.as_str()).map(str::to_owned);
        let to = to.and_then(|to| Some((part(to, "db")?, part(to, "coll")?)));
        let mut places = vec![namespace.split_once('.').unwrap_or((namespace, ""))];
        places.extend(to.as_ref().map(|(database, name)| (database.as_str(), name.as_str())));
        places.into_iter().any(|(database, name)| match self {
            _ if is_hidden(database, name) => false,
            Target::Collection(watched, collection) => database == watched && name == collection,
            Target::Database(watched) => database == watched,
            Target::Everything => true,
        })
    }

    /// Whether a reported event ends the stream.
    fn ends_with(&self, event: &Event) -> bool {
        match self {
            Target::Collection(..) => {
                matches!(event.operation, Operation::Drop | Operation::Rename | Operation::DropDatabase)
            }
            Target::Database(_) => event.operation == Operation::DropDatabase,
            Target::Everything => false,
        }
    }
}

fn not_found(token: Token) -> Error {
    let mut shown = DocBuilder::new();
    token.write(&mut shown);
    Error::new(
        ErrorCode::CHANGE_STREAM_FATAL_ERROR,
        format!(
            "cannot resume stream; the resume token was not found. {}",
            display_document(RawDoc::new(&shown.finish()))
        ),
    )
}

fn lost() -> Error {
    Error::new(
        ErrorCode::CHANGE_STREAM_HISTORY_LOST,
        "Resume of change stream was not possible, as the resume point may no longer be in the oplog.",
    )
}

impl ChangeStreamState {
    /// Creates a stream that begins now.
    pub(crate) fn new(log: Rc<ChangeLog>, target: Target) -> Self {
        let time = log.0.borrow().time;
        let next = Cell::new(log.end());
        ChangeStreamState {
            log,
            target,
            next,
            token: Cell::new(Token::high_water(time)),
            ends: Cell::default(),
            closed: Cell::default(),
            skipped: Cell::default(),
        }
    }

    /// Moves the start of the stream.
    ///
    /// # Errors
    /// `ChangeStreamHistoryLost` (286), `ChangeStreamFatalError` (280) for a token of another stream.
    pub(crate) fn begin(&self, start: Start) -> Result<()> {
        let token = match start {
            Start::Now => return Ok(()),
            Start::At(time) => Token::high_water(time.saturating_sub(1)),
            Start::Behind(token) => token,
        };
        let ring = self.log.0.borrow();
        if token.place() < ring.last_dropped {
            return Err(lost());
        }
        let kept = || ring.events.iter().take(ring.visible);
        let passed = kept().take_while(|event| event.place() <= token.place()).count();
        if token.kind != Kind::HighWater {
            let event = kept().nth(passed.wrapping_sub(1)).filter(|event| event.place() == token.place());
            let event = event.filter(|event| self.target.has(event)).ok_or_else(|| not_found(token))?;
            self.ends.set(token.kind == Kind::Event && self.target.ends_with(event));
        }
        // A split event is returned again, from the first part that was not returned before.
        let again = u64::from(token.fragment > 0);
        self.skipped.set(token.fragment);
        self.next.set((ring.base + passed as u64).saturating_sub(again));
        self.ends.set(self.ends.get() && again == 0);
        self.token.set(token);
        Ok(())
    }

    /// Writes the next event. Returns whether there is one.
    ///
    /// # Errors
    /// `ChangeStreamHistoryLost` (286); errors of events.
    pub(crate) fn write_next(
        &self,
        options: EventOptions,
        catalog: &Catalog,
        out: &mut DocBuilder,
    ) -> Result<bool> {
        let ring = self.log.0.borrow();
        loop {
            if self.closed.get() {
                return Ok(false);
            }
            let next = self.next.get();
            let ends = self.ends.get();
            // The event that ends a stream is reported twice, the second time as `invalidate`.
            let number = if ends { next.wrapping_sub(1) } else { next };
            if number < ring.base {
                return Err(lost());
            }
            let event = ring
                .events
                .get((number - ring.base) as usize)
                .filter(|_| number < ring.base + ring.visible as u64);
            let Some(event) = event else {
                if ring.time > self.token.get().time {
                    self.token.set(Token::high_water(ring.time));
                }
                return Ok(false);
            };
            let (time, ordinal) = event.place();
            let token = |kind| Token { time, ordinal, kind, fragment: 0 };
            if ends {
                event.begin(token(Kind::Invalidate), Operation::Invalidate, options, out);
                self.token.set(token(Kind::Invalidate));
                self.ends.set(false);
                self.closed.set(true);
                return Ok(true);
            }
            self.next.set(number + 1);
            // A stream may begin at a future time.
            if event.place() < self.token.get().place() {
                continue;
            }
            if !self.target.has(event) || event.operation.is_expanded() && !options.expanded {
                self.token.set(token(Kind::HighWater));
                continue;
            }
            self.token.set(token(Kind::Event));
            self.ends.set(self.target.ends_with(event));
            event.write(token(Kind::Event), options, catalog, out)?;
            return Ok(true);
        }
    }

    /// Returns the stream's position.
    pub(crate) fn token(&self) -> Token {
        self.token.get()
    }

    /// Records that a part of the last event was returned.
    pub(crate) fn set_fragment(&self, fragment: u32) {
        self.token.set(self.token.get().part(fragment));
    }

    /// Takes the number of parts of the first event that were already returned.
    pub(crate) fn take_skipped(&self) -> u32 {
        self.skipped.take()
    }

    /// Whether the stream has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.get()
    }
}
