//! `$indexStats`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/indexStats/>.

use super::super::stage_prelude::*;
use super::{Position, ViewTarget};

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    view_target: ViewTarget::TimeSeriesThemselves,
    in_transactions: false,
    only_local: true,
    in_version_1: |_| false,
    ..stage("$indexStats", "The number of uses of each index.", ("[]", r#"{"$indexStats": {}}"#, "[]"), parse)
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    if !spec.as_document().is_some_and(|doc| doc.is_empty()) {
        return Err(Error::new(28803, "The $indexStats stage specification must be an empty object"));
    }
    Ok(vec![Box::new(IndexStats {
        database: context.database.clone(),
        collection: context.collection.clone(),
        next: 0,
    })])
}

#[derive(Debug)]
struct IndexStats {
    database: String,
    collection: String,
    next: usize,
}

impl Stage for IndexStats {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        let buckets = execution.catalog.buckets_of(&self.database, &self.collection);
        if buckets.is_some() {
            // The first index orders the buckets; it isn't an index of measurements.
            self.next = self.next.max(1);
        }
        let found = execution.catalog.find(&self.database, &self.collection).map(|(_, found)| found);
        let Some(collection) = buckets.or(found) else { return Ok(true) };
        let series = buckets.and_then(|buckets| buckets.options.timeseries.as_ref());
        while let Some(index) = collection.indexes().get(self.next) {
            if sink.is_full() {
                return Ok(false);
            }
            self.next += 1;
            let shown = series.map(|series| series.shown_index(RawDoc::new(&index.spec.document)));
            let shown = RawDoc::new(shown.as_deref().unwrap_or(&index.spec.document));
            sink.write(&mut |out| {
                out.append_str("name", &index.spec.name)
                    .append_doc(
                        "key",
                        shown.get("key").and_then(RawValue::as_document).unwrap_or(RawDoc::empty()),
                    )
                    .append_str("host", "schema-dojo:27017");
                out.document("accesses", |accesses| {
                    accesses.append_i64("ops", i64::try_from(index.accesses()).unwrap_or(i64::MAX));
                    accesses.append_date("since", index.since);
                });
                out.append_doc("spec", shown);
                Ok(())
            })?;
        }
        Ok(true)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
