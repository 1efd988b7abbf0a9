//! Open cursors: the remaining results between `getMore`s.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::aggregate::expression::Environment;
use crate::aggregate::{self, Catalog, MAX_BATCH_BYTES, Pipeline, RowSink};
use crate::arguments::Arguments;
use crate::change_stream::{ChangeStreamState, Token};
use crate::collection::{Collection, RecordId, check_object_size};
use crate::error::{Error, ErrorCode, Result};
use crate::headroom::Headroom;
use crate::plan::Candidate;
use crate::session_id::{session_id, session_text};
use crate::value::{ArrayBuilder, RawDoc};
use sorted_map::SortedMap;

/// The default size of a first batch, in documents.
pub(crate) const DEFAULT_FIRST_BATCH: usize = 101;

/// The most rows that a cursor reads at once. Reading one by one took returning 10,000 documents an eighth longer.
const BATCH_ROWS: usize = 256;

/// The source of a cursor's documents.
#[derive(Debug)]
pub(crate) enum Source {
    /// A running plan.
    Plan(Box<Candidate>),
    /// Computed documents.
    Documents(VecDeque<Vec<u8>>),
    /// A running pipeline.
    Pipeline(Box<PipelineCursor>),
}

/// The cursor of a pipeline.
#[derive(Debug)]
pub(crate) struct PipelineCursor {
    /// The remaining pipeline.
    pub pipeline: Pipeline,
    /// The environment of the command that opened the cursor: clock, random numbers.
    pub environment: Rc<Environment>,
    /// The state of the change stream, if the pipeline is one.
    pub stream: Option<Rc<ChangeStreamState>>,
    /// A document that did not fit into the last batch.
    pending: Option<Vec<u8>>,
}

impl PipelineCursor {
    /// Creates a cursor over the results of a pipeline.
    pub(crate) fn new(pipeline: Pipeline, environment: Rc<Environment>) -> Self {
        PipelineCursor { pipeline, environment, stream: None, pending: None }
    }

    /// Returns all remaining documents.
    ///
    /// # Errors
    /// Errors of the stages.
    pub(crate) fn drain(&mut self, catalog: &Catalog) -> Result<Vec<Vec<u8>>> {
        let execution = aggregate::Execution { catalog, environment: &self.environment };
        let mut all = Vec::new();
        let (mut headroom, mut held) = (Headroom::default(), 0);
        self.pipeline.drain(execution, |row| {
            held += row.document.as_bytes().len();
            headroom.hold(held);
            all.push(row.document.as_bytes().to_vec());
            Ok(())
        })?;
        Ok(all)
    }

    /// Moves documents into `batch`. Returns whether the pipeline is exhausted.
    ///
    /// # Errors
    /// Errors of the stages.
    pub(crate) fn fill(&mut self, catalog: &Catalog, count: usize, batch: &mut ArrayBuilder) -> Result<bool> {
        let execution = aggregate::Execution { catalog, environment: &self.environment };
        if count > 0
            && let Some(document) = self.pending.take()
        {
            batch.push_doc(RawDoc::new(&document));
        }
        let mut sink = RowSink::reply(batch, count);
        let exhausted = self.pipeline.run(execution, &mut sink)?;
        self.pending = sink.into_pending().or(self.pending.take());
        // A stream may continue until it has reported its end.
        Ok(self.stream.as_ref().map_or(exhausted, |stream| stream.is_closed() && self.pending.is_none()))
    }

    /// Returns the position of a change stream after its last batch.
    pub(crate) fn resume_token(&self) -> Option<ResumeToken> {
        let stream = self.stream.as_ref()?;
        // The pending document is the next one.
        let next = self.pending.as_ref().and_then(|next| Token::of_event(RawDoc::new(next)));
        Some(ResumeToken::Change(next.map_or_else(|| stream.token(), Token::before)))
    }
}

/// The position of a cursor, from which it can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResumeToken {
    /// The last record examined.
    Behind(RecordId),
    /// No record is left, or none was examined.
    None,
    /// A position in a change stream.
    Change(Token),
}

/// The owner of a cursor. Only clients with the same session and transaction may call `getMore`
/// (<https://www.mongodb.com/docs/manual/reference/command/getMore/#sessions>).
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The session id.
    session: Option<Vec<u8>>,
    /// The transaction number.
    transaction: Option<i64>,
    /// The versioned API parameters.
    api: String,
}

impl Owner {
    /// Parses the owner from a command.
    ///
    /// # Errors
    /// Errors of a malformed session id.
    pub(crate) fn of(arguments: &Arguments<'_>) -> Result<Self> {
        // A retryable write has a number but no transaction.
        let inside = arguments.field("autocommit").is_some();
        Ok(Owner {
            session: arguments.field("lsid").map(session_id).transpose()?,
            transaction: arguments
                .field("txnNumber")
                .filter(|_| inside)
                .and_then(|number| number.as_number())
                .map(|number| number.to_i64_clamped()),
            api: crate::api_parameters::api_parameters(arguments),
        })
    }

    /// Rejects a `getMore` on cursor `id` by another owner.
    ///
    /// # Errors
    /// 50736 to 50741, `APIMismatchError` (326).
    pub(crate) fn check(&self, asking: &Self, id: i64) -> Result<()> {
        if self.api != asking.api {
            return Err(Error::new(
                ErrorCode::API_MISMATCH_ERROR,
                format!(
                    "API parameter mismatch: getMore used params {}, the cursor-creating command used {}",
                    asking.api, self.api
                ),
            ));
        }
        let refuse = |code, text: String| {
            Err(Error::new(code, format!("Cannot run getMore on cursor {id}, which was {text}")))
        };
        match (&self.session, &asking.session) {
            (None, Some(other)) => {
                return refuse(
                    50736,
                    format!("not created in a session, in session {}", session_text(other)),
                );
            }
            (Some(own), None) => {
                return refuse(50737, format!("created in session {}, without an lsid", session_text(own)));
            }
            (Some(own), Some(other)) if own != other => {
                let (own, other) = (session_text(own), session_text(other));
                return refuse(50738, format!("created in session {own}, in session {other}"));
            }
            _ => {}
        }
        match (self.transaction, asking.transaction) {
            (None, Some(other)) => {
                refuse(50739, format!("not created in a transaction, in transaction {other}"))
            }
            (Some(own), None) => refuse(50740, format!("created in transaction {own}, without a txnNumber")),
            (Some(own), Some(other)) if own != other => {
                refuse(50741, format!("created in transaction {own}, in transaction {other}"))
            }
            _ => Ok(()),
        }
    }
}

/// An open cursor.
#[derive(Debug)]
pub(crate) struct Cursor {
    /// The database that the cursor was opened on.
    pub database: String,
    /// The collection that the cursor was opened on.
    pub collection: String,
    /// The cursor's session and transaction.
    pub owner: Owner,
    /// The remaining results.
    pub source: Source,
    /// Whether the cursor stays open at the end, for later inserts.
    pub tailable: bool,
    /// Whether `getMore` waits for documents at the end.
    pub awaits: bool,
    /// Whether the opening command had a time limit, which covers its `getMore`s.
    pub timed: bool,
    /// The resume token for replies, if requested.
    pub resume: Option<ResumeToken>,
    /// The error that ended the cursor.
    killed: Option<Error>,
}

impl Cursor {
    /// Creates a cursor over `source`, on no collection yet.
    pub(crate) fn new(source: Source) -> Self {
        Cursor {
            database: String::new(),
            collection: String::new(),
            owner: Owner::default(),
            source,
            tailable: false,
            awaits: false,
            timed: false,
            resume: None,
            killed: None,
        }
    }

    /// Moves at most `count` documents and 16 MB into `batch`. Returns whether the cursor is exhausted.
    ///
    /// # Errors
    /// Errors of the plan.
    pub(crate) fn fill(
        &mut self,
        collection: Option<&Collection>,
        count: usize,
        batch: &mut ArrayBuilder,
    ) -> Result<bool> {
        match &mut self.source {
            Source::Documents(documents) => {
                while batch.len() < count {
                    let Some(first) = documents.front() else { break };
                    if !batch.is_empty() && batch.byte_len() + first.len() > MAX_BATCH_BYTES {
                        break;
                    }
                    batch.push_doc(RawDoc::new(first));
                    documents.pop_front();
                }
                Ok(documents.is_empty())
            }
            Source::Pipeline(_) => {
                Err(Error::new(ErrorCode::INTERNAL_ERROR, "a pipeline is read through the catalog"))
            }
            Source::Plan(plan) => {
                let Some(collection) = collection else { return Ok(true) };
                check_place(plan, collection)?;
                if self.tailable {
                    plan.reopen();
                }
                while batch.len() < count {
                    // A resume token needs the position after each row. Near the size limit, rows that were read
                    // at once would not fit.
                    let one_by_one = self.resume.is_some() || batch.byte_len() > MAX_BATCH_BYTES / 2;
                    let at_once = if one_by_one { 1 } else { BATCH_ROWS.min(count - batch.len()) };
                    if !plan.advance(collection, at_once)? {
                        if let Some(resume) = self.resume.as_mut().filter(|_| plan.root.scanned_all()) {
                            *resume = ResumeToken::None;
                        }
                        return Ok(!self.tailable);
                    }
                    let Some(doc) = plan.current_document(collection) else { continue };
                    // A projection may have enlarged the document.
                    check_object_size(doc.as_bytes().len())?;
                    if !batch.is_empty() && batch.byte_len() + doc.as_bytes().len() > MAX_BATCH_BYTES {
                        plan.step_back();
                        return Ok(false);
                    }
                    batch.push_doc(doc);
                    if let (Some(resume), Some(seen)) = (&mut self.resume, plan.root.last_seen()) {
                        *resume = ResumeToken::Behind(seen);
                    }
                }
                Ok(plan.is_finished() && !self.tailable)
            }
        }
    }
}

/// Checks that a scan of a capped collection can resume: the last record examined must still exist
/// (<https://www.mongodb.com/docs/manual/core/tailable-cursors/>).
///
/// # Errors
/// `CappedPositionLost` (136).
fn check_place(plan: &Candidate, collection: &Collection) -> Result<()> {
    if collection.options.capped.is_none() {
        return Ok(());
    }
    let first = collection.records().next_from(0).map_or(RecordId::MAX, |(record, _)| record);
    match plan.root.last_seen() {
        Some(seen) if seen < first && seen < collection.records().end() => Err(Error::new(
            ErrorCode::CAPPED_POSITION_LOST,
            format!(
                "CollectionScan died due to position in capped collection being deleted. Last seen record id: RecordId({})",
                seen + 1
            ),
        )),
        _ => Ok(()),
    }
}

/// The open cursors, by id.
#[derive(Debug, Default)]
pub(crate) struct Cursors {
    open: SortedMap<i64, Cursor>,
}

impl Cursors {
    /// Adds a cursor with an id.
    pub(crate) fn insert(&mut self, id: i64, cursor: Cursor) {
        self.open.insert(id, cursor);
    }

    /// Removes and returns a cursor.
    ///
    /// # Errors
    /// `CursorNotFound` (43); `QueryPlanKilled` (175) if its collection or index was dropped.
    pub(crate) fn take(&mut self, id: i64) -> Result<Cursor> {
        let cursor = self
            .open
            .remove(&id)
            .ok_or_else(|| Error::new(ErrorCode::CURSOR_NOT_FOUND, format!("cursor id {id} not found")))?;
        match cursor.killed {
            Some(error) => Err(error),
            None => Ok(cursor),
        }
    }

    /// Closes a cursor. Returns whether it was open.
    pub(crate) fn close(&mut self, id: i64) -> bool {
        self.open.remove(&id).is_some()
    }

    /// Kills the cursors of a collection that was dropped or renamed. A later `getMore` fails with `why`.
    pub(crate) fn close_collection(&mut self, database: &str, collection: &str, why: &str) {
        self.close_where(why, |cursor| cursor.database == database && cursor.collection == collection);
    }

    /// Kills the cursors that use a dropped index.
    pub(crate) fn close_index(&mut self, database: &str, collection: &str, index: &str) {
        let why = format!("query plan killed :: index '{index}' dropped");
        self.close_where(&why, |cursor| {
            let mut used = Vec::new();
            match &cursor.source {
                Source::Plan(plan) => plan.root.indexes_used(&mut used),
                Source::Pipeline(pipeline) => {
                    let read = pipeline.pipeline.usage().indexes;
                    let name = [database, ".", collection].concat();
                    return read.iter().any(|(namespace, used)| *namespace == name && used == index);
                }
                Source::Documents(_) => {}
            }
            cursor.database == database
                && cursor.collection == collection
                && used.iter().any(|used| used == index)
        });
    }

    /// Closes the cursors of a session.
    pub(crate) fn close_session(&mut self, session: &[u8]) {
        self.open.retain(|_, cursor| cursor.owner.session.as_deref() != Some(session));
    }

    fn close_where(&mut self, why: &str, concerned: impl Fn(&Cursor) -> bool) {
        // Change streams report the event instead.
        let follows = |cursor: &Cursor| matches!(&cursor.source, Source::Pipeline(pipeline) if pipeline.stream.is_some());
        for cursor in self.open.values_mut().filter(|cursor| concerned(cursor) && !follows(cursor)) {
            // Free the remaining results.
            cursor.source = Source::Documents(VecDeque::new());
            cursor.killed = Some(Error::new(ErrorCode::QUERY_PLAN_KILLED, why));
        }
    }

    /// Returns the ids of the open cursors, in ascending order.
    pub(crate) fn ids(&self) -> Vec<i64> {
        self.open.keys().copied().collect()
    }

    /// Returns the number of open cursors.
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }
}
