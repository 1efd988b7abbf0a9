//! Pipelines over time series: what can be said of buckets is asked before they are unpacked
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-querying/>).

use super::TimeSeries;
use crate::error::Result;
use crate::plan::Hint;
use crate::value::{ArrayBuilder, RawDoc, RawValue};

impl TimeSeries {
    /// Puts a `$match` of buckets before the stages: it keeps those that may hold what the second stage, a `$match` of
    /// measurements, looks for. The first stage unpacks buckets. `None` when every bucket may hold it. `binary` says
    /// that strings compare by their bytes.
    pub fn with_bucket_match(&self, stages: RawDoc<'_>, binary: bool) -> Option<Vec<u8>> {
        let stage = stages.nth(1)?.as_document()?.first().filter(|stage| stage.key == b"$match")?;
        let clauses = self.bucket_filter(stage.value.as_document()?, binary);
        let clauses = RawDoc::new(&clauses);
        let first = clauses.nth(0).and_then(RawValue::as_document)?;
        let mut out = ArrayBuilder::new();
        out.document(|stage| {
            stage.document("$match", |filter| {
                match clauses.count() {
                    1 => filter.append_all(first),
                    _ => filter.append_array("$and", clauses),
                };
            });
        });
        stages.values().for_each(|stage| {
            out.push_raw(stage);
        });
        Some(out.finish())
    }

    /// The index of buckets that is meant by one of measurements.
    ///
    /// # Errors
    /// As [`Self::bucket_key`].
    pub fn bucket_hint(&self, hint: Option<Hint>) -> Result<Option<Hint>> {
        match hint {
            Some(Hint::Pattern(key)) => self.bucket_key(RawDoc::new(&key)).map(Hint::Pattern).map(Some),
            hint => Ok(hint),
        }
    }
}
