//! Finding and changing documents, for `update` and `findAndModify`.

use std::ops::ControlFlow;

use super::{metered, write};
use crate::collection::{Change, Collection, RecordId, check_id};
use crate::command::Request;
use crate::error::Result;
use crate::meter::Meter;
use crate::plan::{PlanRequest, PointLookup, RowBatch, choose};
use crate::query::Filter;
use crate::update::{Applied, Update};
use crate::value::{RawDoc, View, validate_depth};

/// Returns the matching records in the plan's order.
pub(in crate::command) fn find_records(
    request: &mut Request<'_>,
    name: &str,
    plan_request: &PlanRequest,
) -> Result<Vec<RecordId>> {
    let Some(collection) = request.engine.readable_collection(request.database, name) else {
        request.meter.plan_summary = "EOF".into();
        return Ok(Vec::new());
    };
    records_of(&mut request.meter, &collection, plan_request)
}

/// Like [`find_records`], in a given collection.
pub(in crate::command) fn records_of(
    meter: &mut Meter,
    collection: &Collection,
    plan_request: &PlanRequest,
) -> Result<Vec<RecordId>> {
    if let Some((lookup, value)) = PointLookup::of_write(collection, plan_request) {
        let most = plan_request.limit.map_or(usize::MAX, |limit| limit as usize);
        return Ok(look_up(meter, collection, lookup, value, most));
    }
    let (mut plan, _) = choose(Some(collection), plan_request)?;
    let mut rows = RowBatch::default();
    metered::plan(meter, &mut plan, collection, |plan| {
        while plan.next_batch(collection, usize::MAX, &mut rows)? {}
        Ok(rows.into_records())
    })
}

/// Returns at most `most` records with a value.
pub(in crate::command) fn look_up(
    meter: &mut Meter,
    collection: &Collection,
    lookup: PointLookup<'_>,
    value: View<'_>,
    most: usize,
) -> Vec<RecordId> {
    let mut records = Vec::new();
    lookup.walk(value, |record| {
        records.push(record);
        let bytes = collection.records().get(record).map_or(0, <[u8]>::len);
        meter.bytes_read += bytes as u64;
        if records.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    lookup.count_access();
    meter.keys_examined += records.len() as u64;
    meter.docs_examined += records.len() as u64;
    meter.seeks += 1 + records.len() as u64;
    meter.plan_summary = lookup.summary();
    records
}

/// Applies an update to one record. Returns the new document if it differs from the old one. `filter` is the
/// matching filter; without it, the update must not use a position.
pub(in crate::command) fn change_record(
    request: &mut Request<'_>,
    name: &str,
    record: RecordId,
    filter: Option<&Filter>,
    update: &Update,
) -> Result<Option<Vec<u8>>> {
    let database = request.database;
    let collection = request.engine.collection(database, name).ok_or_else(write::vanished)?;
    let doc = collection.records().get(record).map(RawDoc::new).ok_or_else(write::vanished)?;
    let position = match filter {
        Some(filter) if update.needs_position() => filter.matches_with_position(doc)?,
        _ => None,
    };
    let applied = update.apply(doc, position.as_ref())?;
    let Applied { document, changed, patch, fields_walked, bytes_shifted } = applied;
    request.meter.fields_walked += fields_walked;
    if !changed {
        return Ok(None);
    }
    validate_depth(&document)?;
    request.meter.bytes_shifted += bytes_shifted;
    let change = Change { document: &document, patch, fields: update.fields() };
    write::change(request, (database, name), record, change)?;
    if let Some(changes) = &request.engine.changes {
        changes.describe(update);
    }
    Ok(Some(document))
}

/// Inserts the document that an upsert builds from filter and update.
pub(in crate::command) fn upsert(
    request: &mut Request<'_>,
    name: &str,
    filter: &Filter,
    update: &Update,
) -> Result<Vec<u8>> {
    let id = request.engine.new_object_id();
    let document = update.upsert_document(filter, id)?;
    validate_depth(&document)?;
    if let Some(id) = RawDoc::new(&document).get("_id") {
        check_id(id)?;
    }
    write::store(request, request.database, name, &document)?;
    request.meter.upserted += 1;
    Ok(document)
}
