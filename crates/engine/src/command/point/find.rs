//! `find` by equality on one path.

use std::ops::ControlFlow;

use super::{Condition, elements, flag, may_answer, text};
use crate::command::query_and_write::find::COMMAND;
use crate::command::reply::CursorReply;
use crate::cursor::DEFAULT_FIRST_BATCH;
use crate::engine::Engine;
use crate::meter::{Meter, ProfileEntry, abridged};
use crate::plan::{LookupPurpose, PointLookup};
use crate::value::{DocBuilder, RawDoc};

/// Replies of at least this size take the general path.
const MAX_REPLY: usize = 1024 * 1024;

/// `{ find, filter: { path: value }, $db }`, optionally with `limit: 1` and `singleBatch`.
struct PointFind<'a> {
    database: &'a str,
    collection: &'a str,
    condition: Condition<'a>,
    /// Whether at most one document is requested.
    one: bool,
}

impl<'a> PointFind<'a> {
    /// Parses the command if it has this form and is valid BSON.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut fields = elements(bytes)?;
        let find = fields.next().filter(|field| field.key == b"find")?;
        let filter = fields.next().filter(|field| field.key == b"filter")?;
        let condition = Condition::read(filter.value)?;
        let mut field = fields.next()?;
        let one = field.key == b"limit";
        if one {
            field.value.as_i32().filter(|limit| *limit == 1)?;
            field = fields.next()?;
            if field.key == b"singleBatch" {
                flag(field.value)?;
                field = fields.next()?;
            }
        }
        if field.key != b"$db" || !fields.rest().is_empty() {
            return None;
        }
        Some(PointFind { database: text(field.value)?, collection: text(find.value)?, condition, one })
    }
}

/// Answers the command if it is such a `find`.
pub(super) fn answer(engine: &mut Engine, bytes: &[u8], out: &mut DocBuilder) -> bool {
    let Some(find) = PointFind::read(bytes) else { return false };
    if !may_answer(engine, find.collection) {
        return false;
    }
    engine.catch_up_ttl();
    let Some(collection) = engine.collection(find.database, find.collection).cloned() else { return false };
    let (asker, most) =
        if find.one { (LookupPurpose::FindOne, 1) } else { (LookupPurpose::Find, DEFAULT_FIRST_BATCH) };
    let Some(lookup) = PointLookup::new(&collection, find.condition.path, asker) else { return false };
    let mut meter = Meter { operations: 1, ..Meter::default() };
    let mut reply = CursorReply::begin("firstBatch", out);
    let batch = &mut reply.batch;
    lookup.walk(find.condition.value, |record| {
        let document = collection.records().get(record).unwrap_or(crate::value::EMPTY_DOCUMENT);
        meter.bytes_read += document.len() as u64;
        batch.push_doc(RawDoc::new(document));
        if batch.len() >= most || batch.byte_len() > MAX_REPLY {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let found = batch.len();
    if (!find.one && found >= most) || batch.byte_len() > MAX_REPLY {
        *out = DocBuilder::new();
        return false;
    }
    lookup.count_access();
    meter.returned = found as u64;
    meter.keys_examined = meter.returned;
    meter.docs_examined = meter.returned;
    meter.seeks = 1 + meter.returned;
    meter.plan_summary = lookup.summary();
    reply.finish(0, &collection.namespace, out);
    engine.profile.push(ProfileEntry {
        sequence: 0,
        at: engine.now(),
        namespace: &collection.namespace,
        operation: COMMAND.operation,
        command: &abridged(RawDoc::new(bytes)),
        meter,
        error: None,
        request_bytes: bytes.len() as u64,
        response_bytes: out.len() as u64,
    });
    out.append_f64("ok", 1.0);
    true
}
