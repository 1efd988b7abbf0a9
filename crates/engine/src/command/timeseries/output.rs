//! `$out` to time series
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/out/#create-a-time-series-collection>).

use std::rc::Rc;

use super::create::{CreatedTimeSeries, add_collections, parse_options};
use super::{Batch, buckets, of, stored};
use crate::aggregate::Output;
use crate::arguments::Arguments;
use crate::collection::Collection;
use crate::command::Request;
use crate::command::shared::write;
use crate::error::{Error, Result};
use crate::timeseries::TimeSeries;
use crate::value::{DocBuilder, RawDoc, display_document, uuid_text};

/// Replaces the measurements of a collection, keeping its options and indexes, or creates it with the
/// options in the stage.
///
/// # Errors
/// 7268700 and 7406103 when the options don't match; errors of inserting. The collection is then unchanged.
pub(in crate::command) fn output(
    request: &mut Request<'_>,
    output: &Output,
    measurements: &[Vec<u8>],
) -> Result<()> {
    let (database, name) = (output.database.as_str(), output.collection.as_str());
    write::check_statement(request, database, name)?;
    let mut given = DocBuilder::new();
    if let Some(series) = &output.timeseries {
        given.append_doc("timeseries", RawDoc::new(series));
    }
    let given = given.finish();
    let given = Arguments::new("create", RawDoc::new(&given));
    let existing = request.engine.collection(database, name).cloned();
    let old = stored(request.engine, database, name).cloned();
    let created = match (&existing, &old) {
        (None, _) => parse_options(&given, database, name)?,
        (Some(view), Some(old)) => {
            let series = of(request.engine, database, name);
            let series = series.ok_or_else(|| Error::bad_value("the collection vanished"))?;
            if let Some(spec) = &output.timeseries {
                check_same(&series, RawDoc::new(spec))?;
            }
            CreatedTimeSeries {
                options: old.options.clone(),
                view: view.options.clone(),
                series: (*series).clone(),
            }
        }
        _ => {
            return Err(Error::new(
                7_268_700,
                "Cannot create a time-series collection from a non time-series collection.",
            ));
        }
    };
    let series = Rc::new(created.series.clone());
    let before = request.engine.snapshot();
    let place = format!("{database}.tmp.agg_out.{}", uuid_text(&request.engine.new_uuid()));
    request.engine.remove_collection(database, name);
    request.engine.remove_collection(database, &buckets(name));
    let fill = || {
        add_collections(request.engine, database, name, created, old.as_deref().map(Collection::indexes))?;
        let mut batch = Batch::new(database, name, series);
        measurements.iter().try_for_each(|measurement| batch.add(request, RawDoc::new(measurement)))?;
        batch.finish(request)
    };
    let outcome = fill();
    if outcome.is_err() {
        request.engine.restore_data(&before);
    }
    outcome.map_err(|error| error.context(&format!("time-series insert failed: {place} :: caused by :: ")))
}

/// Checks that the stage's options equal the collection's.
fn check_same(series: &TimeSeries, spec: RawDoc<'_>) -> Result<()> {
    let document = series.document();
    let known = RawDoc::new(&document);
    let same = |field: &crate::value::Element<'_>| {
        known.get_bytes(field.key).is_some_and(|value| crate::value::compare_raw(value, field.value).is_eq())
    };
    if spec.iter().all(|field| same(&field)) && spec.get("metaField").is_some() == series.meta_field.is_some()
    {
        return Ok(());
    }
    Err(Error::new(
        7_406_103,
        format!(
            "Time-series options inputted must match the existing time-series collection. Received: {} Found: {}",
            display_document(spec),
            display_document(known)
        ),
    ))
}
