//! `create` with `timeseries`
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-procedures/>).

use super::{buckets, index, stored};
use crate::arguments::Arguments;
use crate::collection::{CollectionOptions, Index};
use crate::command::Request;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::TimeSeries;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, display_document};

/// The options that are allowed with `timeseries`.
pub(super) const ALLOWED: [&str; 5] =
    ["timeseries", "expireAfterSeconds", "collation", "storageEngine", "indexOptionDefaults"];

/// The parts of a new time series collection.
pub(super) struct CreatedTimeSeries {
    /// The options of the bucket collection.
    pub options: CollectionOptions,
    /// The options of the view that unpacks the buckets.
    pub view: CollectionOptions,
    pub series: TimeSeries,
}

/// Parses the options of `create`.
///
/// # Errors
/// `InvalidOptions` (72) for options that exclude each other.
pub(super) fn parse_options(
    arguments: &Arguments<'_>,
    database: &str,
    name: &str,
) -> Result<CreatedTimeSeries> {
    let namespace = format!("{database}.{name}");
    let mut options = CollectionOptions::FIELDS.iter().filter(|option| !ALLOWED.contains(option));
    if let Some(option) = options.find(|option| arguments.get(option).is_some()) {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!("{namespace}: 'timeseries' is not allowed with '{option}'"),
        ));
    }
    let series = arguments.document("timeseries")?.unwrap_or(RawDoc::empty());
    let series = TimeSeries::parse(series, &namespace)?;
    check_expiry(arguments)?;
    let mut given = DocBuilder::new();
    given.document("validator", |validator| write_validator(&series, validator));
    for option in ALLOWED {
        if let Some(value) = arguments.get(option) {
            given.append_raw(option, value);
        }
    }
    given.append_bool("clusteredIndex", true);
    let options = CollectionOptions::parse(RawDoc::new(&given.finish()))?;
    let view = view_options(name, &series, arguments.document("collation")?)?;
    Ok(CreatedTimeSeries { options, view, series })
}

/// Checks the expiry of measurements.
///
/// # Errors
/// `InvalidOptions` (72) for an `expireAfterSeconds` out of range.
pub(super) fn check_expiry(arguments: &Arguments<'_>) -> Result<()> {
    if arguments.integer("expireAfterSeconds")?.is_some_and(|seconds| !(0..=0x7fff_ffff).contains(&seconds)) {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            "'expireAfterSeconds' must be within the range 0 to 2147483647",
        ));
    }
    Ok(())
}

/// Creates the bucket collection and the view that unpacks it, with the given indexes or the default one.
///
/// # Errors
/// `NamespaceExists` (48).
pub(super) fn add_collections(
    engine: &mut Engine,
    database: &str,
    name: &str,
    created: CreatedTimeSeries,
    indexes: Option<&[Index]>,
) -> Result<()> {
    let (now, stored) = (engine.now(), buckets(name));
    engine.create_collection(database, &stored, created.options)?;
    engine.create_collection(database, name, created.view)?;
    let Some(collection) = engine.collection_mut(database, &stored) else { return Ok(()) };
    let Some(indexes) = indexes else {
        let spec = index::default(&created.series)?;
        return spec.map_or(Ok(()), |spec| collection.create_index(spec, now));
    };
    let mut others = indexes.iter().filter(|index| !index.spec.clustered);
    others.try_for_each(|index| collection.create_index((*index.spec).clone(), now))
}

/// Creates a time series collection.
///
/// # Errors
/// `InvalidOptions` (72) for options that exclude each other, `NamespaceExists` (48).
pub(in crate::command) fn create(request: &mut Request<'_>, name: &str) -> Result<()> {
    let (database, namespace) = (request.database, request.namespace());
    if request.ticket.is_some() {
        return Err(Error::new(
            ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
            format!("Cannot create a time-series collection in a multi-document transaction: {namespace}"),
        ));
    }
    let created = parse_options(&request.arguments(), database, name)?;
    if let Some(existing) = request.engine.collection(database, name) {
        let stored = stored(request.engine, database, name);
        // Repeating the command with equal options is not an error.
        if stored.is_some_and(|stored| stored.options.document == created.options.document) {
            return Ok(());
        }
        let shown = stored.unwrap_or(existing).options.document.as_deref();
        return Err(Error::new(
            ErrorCode::NAMESPACE_EXISTS,
            format!(
                "namespace {namespace} already exists, but with different options: {}",
                display_document(shown.map_or(RawDoc::empty(), RawDoc::new))
            ),
        ));
    }
    add_collections(request.engine, database, name, created, None)
}

/// Returns the options of the view that unpacks the buckets of `name`.
pub(super) fn view_options(
    name: &str,
    series: &TimeSeries,
    collation: Option<RawDoc<'_>>,
) -> Result<CollectionOptions> {
    let mut view = DocBuilder::new();
    view.append_str("viewOn", &buckets(name));
    let mut stages = ArrayBuilder::new();
    stages.document(|stage| {
        stage.document("$_internalUnpackBucket", |stage| {
            stage.append_str("timeField", &series.time_field);
            if let Some(meta) = &series.meta_field {
                stage.append_str("metaField", meta);
            }
            stage.append_count("bucketMaxSpanSeconds", series.max_span.unsigned_abs());
        });
    });
    view.append_array("pipeline", RawDoc::new(&stages.finish()));
    if let Some(collation) = collation {
        view.append_doc("collation", collation);
    }
    CollectionOptions::parse(RawDoc::new(&view.finish()))
}

/// Writes the validator of buckets.
fn write_validator(series: &TimeSeries, out: &mut DocBuilder) {
    let of_type = |out: &mut DocBuilder, name: &str, bson_type: &str| {
        out.document(name, |field| {
            field.append_str("bsonType", bson_type);
        });
    };
    let required = |out: &mut DocBuilder, names: &[&str]| {
        out.array("required", |required| {
            names.iter().for_each(|name| {
                required.push_str(name);
            });
        });
    };
    out.document("$jsonSchema", |schema| {
        schema.append_str("bsonType", "object");
        required(schema, &["_id", "control", "data"]);
        schema.document("properties", |fields| {
            of_type(fields, "_id", "objectId");
            fields.document("control", |control| {
                control.append_str("bsonType", "object");
                required(control, &["version", "min", "max"]);
                control.document("properties", |fields| {
                    of_type(fields, "version", "number");
                    for bound in ["min", "max"] {
                        fields.document(bound, |bound| {
                            bound.append_str("bsonType", "object");
                            required(bound, &[&series.time_field]);
                            bound.document("properties", |fields| {
                                of_type(fields, &series.time_field, "date");
                            });
                        });
                    }
                    of_type(fields, "closed", "bool");
                    fields.document("count", |count| {
                        count.append_str("bsonType", "number").append_i32("minimum", 1);
                    });
                });
                control.append_bool("additionalProperties", false);
            });
            of_type(fields, "data", "object");
            fields.document("meta", |_| {});
        });
        schema.append_bool("additionalProperties", false);
    });
}
