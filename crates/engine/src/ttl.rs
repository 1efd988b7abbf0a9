//! The expiry of documents by the virtual clock.
//!
//! A server deletes expired documents in the background, once a minute
//! (<https://www.mongodb.com/docs/manual/core/index-ttl/>). Here each command first catches up on the
//! passes since the previous one. A document may remain for up to a minute after it expired, as on a
//! server.

use crate::collection::{Collection, RecordId};
use crate::engine::Engine;
use crate::plan::{PlanRequest, choose};
use crate::query::{Filter, FilterContext};
use crate::value::{DocBuilder, RawDoc};

/// The interval between two passes, in milliseconds.
const INTERVAL: i64 = 60_000;

impl Engine {
    /// Deletes the documents that expired before the latest pass.
    pub(crate) fn catch_up_ttl(&mut self) {
        let pass = self.now().div_euclid(INTERVAL);
        if pass <= self.state.ttl_pass || !self.parameters.ttl_monitor {
            return;
        }
        self.state.ttl_pass = pass;
        let cutoff = pass * INTERVAL;
        let mut due = Vec::new();
        for (database, collections) in self.state.databases.iter() {
            for (name, collection) in collections {
                let expired = expired_records(collection, cutoff);
                if !expired.is_empty() {
                    due.push((database.clone(), name.clone(), expired));
                }
            }
        }
        for (database, name, records) in due {
            let Some(collection) = self.collection_mut(&database, &name) else { continue };
            for record in records {
                // Deleting a record that was just found can't fail.
                let _ = collection.delete(record);
            }
        }
    }
}

/// Returns the records that have expired by one of the collection's TTL indexes.
fn expired_records(collection: &Collection, cutoff: i64) -> Vec<RecordId> {
    let mut records = Vec::new();
    for index in collection.indexes() {
        let (Some(seconds), [field, ..]) = (index.spec.expire_after_seconds, index.spec.fields.as_slice())
        else {
            continue;
        };
        // A bucket expires when its latest possible measurement does.
        let bucket = collection.options.timeseries.as_ref();
        let path = bucket.map(|series| format!("control.min.{}", series.time_field));
        let seconds = seconds.saturating_add(bucket.map_or(0, |series| series.max_span));
        // An array expires by its earliest date, which `$lte` matches.
        let latest = cutoff.saturating_sub(seconds.saturating_mul(1000));
        let mut filter = DocBuilder::new();
        filter.document(path.as_deref().unwrap_or(field.path.as_str()), |condition| {
            condition.append_date("$lte", latest);
        });
        if let Some(partial) = RawDoc::new(&index.spec.document).get("partialFilterExpression") {
            filter.array("$and", |clauses| {
                clauses.push_raw(partial);
            });
        }
        let filter = Filter::parse(RawDoc::new(&filter.finish()), &FilterContext::default());
        let Ok(filter) = filter else { continue };
        let Ok((mut plan, _)) = choose(Some(collection), &PlanRequest::matching(filter.into())) else {
            continue;
        };
        while let Ok(Some(row)) = plan.next(collection) {
            records.push(row.record);
        }
    }
    crate::value::sort(&mut records);
    records.dedup();
    records
}
