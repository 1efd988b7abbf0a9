//! Pipelines on time series: buckets are filtered before they are unpacked
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-querying/>).

use super::TimeSeries;
use crate::error::Result;
use crate::plan::Hint;
use crate::value::{ArrayBuilder, RawDoc, RawValue};

impl TimeSeries {
    /// Prepends a `$match` that selects the buckets that may contain matches of the pipeline's own
    /// `$match`. The first stage must unpack buckets, the second must be the `$match`. `None` when no
    /// bucket can be excluded. `binary` says that strings compare by code points.
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

    /// Translates the hint of an index of measurements to that of its buckets.
    ///
    /// # Errors
    /// Errors of [`Self::bucket_key`].
    pub fn bucket_hint(&self, hint: Option<Hint>) -> Result<Option<Hint>> {
        match hint {
            Some(Hint::Pattern(key)) => self.bucket_key(RawDoc::new(&key)).map(Hint::Pattern).map(Some),
            hint => Ok(hint),
        }
    }
}
