//! `find` by one value, answered from the bytes of the command: what most commands of most
//! programs are. A command of any other form, and one that needs a plan to be chosen, takes
//! the long way, which gives the same (`tests/point_find.rs` tries to refute it).

use std::ops::ControlFlow;

use super::reply::CursorReply;
use crate::cursor::DEFAULT_FIRST_BATCH;
use crate::engine::Engine;
use crate::meter::{Meter, ProfileEntry, abridged};
use crate::plan::{PointLookup, is_plain};
use crate::value::{DocBuilder, Elements, RawDoc, RawValue, View, tag};

/// Bytes of a reply from which on it takes the long way.
const MAX_REPLY: usize = 1024 * 1024;

/// `{ find, filter: { path: value }, $db }`, maybe with `limit: 1` and `singleBatch`.
struct PointFind<'a> {
    database: &'a str,
    collection: &'a str,
    path: &'a str,
    value: View<'a>,
    /// Whether one document is wanted.
    one: bool,
}

impl<'a> PointFind<'a> {
    /// Reads the command if it is of this form and well-formed BSON.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut fields = elements(bytes)?;
        let find = fields.next().filter(|field| field.key == b"find")?;
        let filter = fields.next().filter(|field| field.key == b"filter" && field.value.is_document())?;
        let mut conditions = elements(filter.value.bytes)?;
        let condition = conditions.next()?;
        if !conditions.rest().is_empty() || condition.key.contains(&b'$') {
            return None;
        }
        let mut field = fields.next()?;
        let one = field.key == b"limit";
        if one {
            field.value.as_i32().filter(|limit| *limit == 1)?;
            field = fields.next()?;
            if field.key == b"singleBatch" {
                (field.value.tag == tag::BOOL && matches!(field.value.bytes, [0 | 1])).then_some(())?;
                field = fields.next()?;
            }
        }
        if field.key != b"$db" || !fields.rest().is_empty() {
            return None;
        }
        Some(PointFind {
            database: text(field.value)?,
            collection: text(find.value)?,
            path: std::str::from_utf8(condition.key).ok()?,
            value: plain(condition.value)?,
            one,
        })
    }
}

/// The elements of what is framed as a document.
fn elements(bytes: &[u8]) -> Option<Elements<'_>> {
    let declared = i32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let framed =
        usize::try_from(declared).ok()? == bytes.len() && bytes.len() > 4 && bytes.last() == Some(&0);
    framed.then(|| RawDoc::new(bytes).iter())
}

/// A well-formed string.
fn text(value: RawValue<'_>) -> Option<&str> {
    value.as_str().filter(|_| value.bytes.last() == Some(&0))
}

/// A well-formed value that can be looked up.
fn plain(value: RawValue<'_>) -> Option<View<'_>> {
    if value.tag == tag::STRING {
        text(value)?;
    }
    Some(value.view()).filter(|value| is_plain(*value))
}

/// Answers the command, if it is such a `find`.
pub(super) fn answer(engine: &mut Engine, bytes: &[u8], out: &mut DocBuilder) -> bool {
    let Some(find) = PointFind::read(bytes) else { return false };
    if engine.fail_point.is_some() || engine.times_out.is_some() || find.collection.starts_with("system.") {
        return false;
    }
    engine.catch_up_ttl();
    let Some(collection) = engine.collection(find.database, find.collection).cloned() else { return false };
    let Some(lookup) = PointLookup::new(&collection, find.path, true, find.one) else { return false };
    let most = if find.one { 1 } else { DEFAULT_FIRST_BATCH };
    let mut meter = Meter { operations: 1, ..Meter::default() };
    let mut reply = CursorReply::begin("firstBatch", out);
    let batch = &mut reply.batch;
    lookup.walk(find.value, |record| {
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
    meter.plan_summary = lookup.summary();
    reply.finish(0, &collection.namespace, out);
    engine.profile.push(ProfileEntry {
        sequence: 0,
        at: engine.now(),
        namespace: &collection.namespace,
        operation: super::query_and_write::find::COMMAND.operation,
        command: &abridged(RawDoc::new(bytes)),
        meter,
        error: None,
        response_bytes: out.len() as u64,
    });
    out.append_f64("ok", 1.0);
    true
}
