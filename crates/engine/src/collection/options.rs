//! The options of a collection.

use std::rc::Rc;

use super::{ValidationAction, ValidationLevel, Validator, storage_engines};
use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::{BUCKETS, TimeSeries};
use crate::value::{Collation, DocBuilder, RawDoc};

/// Options of `create`.
#[derive(Clone, Debug, Default)]
pub struct CollectionOptions {
    /// Limits of a capped collection.
    pub capped: Option<Capped>,
    /// The options as `listCollections` shows them.
    pub document: Option<Vec<u8>>,
    /// The validator of the collection's documents.
    pub validator: Option<Validator>,
    /// The default collation of commands on the collection.
    pub collation: Option<Rc<Collation>>,
    /// The definition of a view, which has no records.
    pub view: Option<View>,
    /// The clustered index, if documents are stored in `_id` order.
    pub clustered: Option<Clustered>,
    /// The time series options, if the documents are buckets of measurements.
    pub timeseries: Option<Rc<TimeSeries>>,
}

/// The clustered index of a collection (<https://www.mongodb.com/docs/manual/core/clustered-collections/>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clustered {
    /// The name.
    pub name: String,
    /// Seconds after the date in `_id` at which a document is deleted.
    pub expire_after_seconds: Option<i64>,
}

/// The definition of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The collection or view that this view reads.
    pub on: String,
    /// The view's pipeline, as the bytes of an array.
    pub pipeline: Vec<u8>,
}

impl View {
    /// Returns the bucket collection, if the view with this name is a time series collection.
    pub fn buckets(&self, name: &str) -> Option<&str> {
        self.on.strip_prefix(BUCKETS).filter(|of| *of == name).map(|_| self.on.as_str())
    }
}

/// Limits of a capped collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capped {
    /// Maximum total size of documents, in bytes.
    pub size: u64,
    /// Maximum number of documents, if limited.
    pub max: Option<u64>,
}

/// Maximum size of a capped collection in bytes: a petabyte.
const MAX_CAPPED_BYTES: i64 = 1 << 50;

impl Capped {
    /// Parses `size` and `max`; `None` for a collection that is not capped.
    fn parse(arguments: &Arguments<'_>) -> Result<Option<Self>> {
        let size = arguments.integer("size")?;
        let max = arguments.integer("max")?;
        if !arguments.flag("capped")? {
            if size.is_some() || max.is_some() {
                return Err(Error::new(
                    ErrorCode::INVALID_OPTIONS,
                    "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
                ));
            }
            return Ok(None);
        }
        let size = size.ok_or_else(|| {
            Error::new(ErrorCode::INVALID_OPTIONS, "the 'size' field is required when 'capped' is true")
        })?;
        if size <= 0 {
            return Err(Error::new(
                51024,
                format!("BSON field 'size' value must be >= 1, actual value '{size}'"),
            ));
        }
        if size > MAX_CAPPED_BYTES {
            return Err(Error::new(
                51024,
                format!("BSON field 'size' value must be <= {MAX_CAPPED_BYTES}, actual value '{size}'"),
            ));
        }
        Self::limited(size as u64, max).map(Some)
    }

    /// Returns the limits as stored. The size is stored as given; before 6.2 it was rounded to a multiple
    /// of 256 bytes (<https://jira.mongodb.org/browse/SERVER-67246>). A `max` below 1 is ignored.
    ///
    /// # Errors
    /// `BadValue` for a `max` that is too large.
    pub fn limited(size: u64, max: Option<i64>) -> Result<Self> {
        if max.is_some_and(|max| max > i64::from(i32::MAX) && max != i64::MAX) {
            return Err(Error::bad_value("max in a capped collection has to be < 2^31 or not set"));
        }
        let max = max.and_then(|max| u64::try_from(max).ok()).filter(|&max| max > 0 && max < 1 << 31);
        Ok(Capped { size, max })
    }

    /// Writes the limits as `listCollections` shows them.
    fn describe(&self, out: &mut DocBuilder) {
        out.append_bool("capped", true).append_count("size", self.size);
        if let Some(max) = self.max {
            out.append_count("max", max);
        }
    }
}

impl Clustered {
    /// Parses `clusteredIndex` and `expireAfterSeconds`.
    fn parse(arguments: &Arguments<'_>, capped: bool) -> Result<Option<Self>> {
        let invalid = |text: &str| Error::new(ErrorCode::INVALID_OPTIONS, text);
        let expire_after_seconds = arguments.integer("expireAfterSeconds")?;
        let Some(spec) = arguments.get("clusteredIndex") else {
            return match expire_after_seconds {
                Some(_) => Err(invalid(
                    "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified",
                )),
                None => Ok(None),
            };
        };
        if spec.as_bool() == Some(true) && arguments.get("timeseries").is_some() {
            return Ok(Some(Clustered { name: "_id_".to_owned(), expire_after_seconds }));
        }
        let Some(spec) = spec.as_document() else {
            if spec.as_bool().is_some() {
                return Err(Error::new(
                    5_979_703,
                    "The 'clusteredIndex' legacy format {clusteredIndex: <bool>} is only supported for specific internal collections and vice versa",
                ));
            }
            return Err(arguments.wrong_type("clusteredIndex", spec, "bool, object"));
        };
        let fields = Arguments::new("create.clusteredIndex", spec);
        fields.only(&["v", "key", "name", "unique"])?;
        fields.required("key")?;
        fields.required("unique")?;
        if capped {
            return Err(invalid("the 'clusteredIndex' option is not supported with the 'capped' option"));
        }
        let key = fields.document("key")?.unwrap_or(RawDoc::empty());
        let first = key.first().filter(|first| first.key == b"_id" && key.count() == 1);
        if first.and_then(|first| first.value.as_number()).is_none_or(|order| order.to_f64() != 1.0) {
            return Err(invalid("The clusteredIndex option is only supported for key: {_id: 1}"));
        }
        if !fields.flag("unique")? {
            return Err(invalid("The clusteredIndex option requires unique: true to be specified"));
        }
        if expire_after_seconds.is_some_and(|seconds| seconds < 0) {
            return Err(invalid("'expireAfterSeconds' must be within the range 0 to 2147483647"));
        }
        let name = fields.string("name")?.unwrap_or("_id_").to_owned();
        Ok(Some(Clustered { name, expire_after_seconds }))
    }

    /// Returns the index as `listCollections` shows it.
    pub fn document(&self) -> DocBuilder {
        let mut out = DocBuilder::new();
        out.append_i32("v", 2).document("key", |key| {
            key.append_i32("_id", 1);
        });
        out.append_str("name", &self.name).append_bool("unique", true);
        out
    }
}

impl View {
    fn parse(arguments: &Arguments<'_>) -> Result<Option<Self>> {
        let pipeline = arguments.array("pipeline")?;
        let Some(on) = arguments.string("viewOn")? else {
            if pipeline.is_some() {
                return Err(Error::new(
                    ErrorCode::INVALID_OPTIONS,
                    "'pipeline' requires 'viewOn' to also be specified",
                ));
            }
            return Ok(None);
        };
        if on.is_empty() {
            return Err(Error::bad_value("'viewOn' cannot be empty"));
        }
        let pipeline = pipeline.unwrap_or(RawDoc::empty()).as_bytes().to_vec();
        Ok(Some(View { on: on.to_owned(), pipeline }))
    }
}

/// The option names, and whether a view may have them.
const OPTIONS: &[(&str, bool)] = &[
    ("capped", false),
    ("size", false),
    ("max", false),
    ("validator", false),
    ("validationLevel", false),
    ("validationAction", false),
    ("viewOn", true),
    ("pipeline", true),
    ("collation", true),
    ("autoIndexId", true),
    ("idIndex", false),
    ("storageEngine", true),
    ("indexOptionDefaults", true),
    ("changeStreamPreAndPostImages", false),
    ("clusteredIndex", false),
    ("expireAfterSeconds", false),
    ("timeseries", false),
];

impl CollectionOptions {
    /// The fields of `create` that are parsed here.
    pub const FIELDS: &'static [&'static str] = &{
        let mut names = [""; OPTIONS.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = OPTIONS[at].0;
            at += 1;
        }
        names
    };

    /// Parses the options of `create`, or those of a dump.
    ///
    /// # Errors
    /// `InvalidOptions` (72), `TypeMismatch`, and errors of compiling a validator.
    pub fn parse(options: RawDoc<'_>) -> Result<Self> {
        let arguments = Arguments::new("create", options);
        let capped = Capped::parse(&arguments)?;
        let view = View::parse(&arguments)?;
        let refused = OPTIONS.iter().find(|(option, on_views)| !on_views && arguments.get(option).is_some());
        if let (Some(_), Some((option, _))) = (&view, refused) {
            return Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!("option \"{option}\" is not supported on a view"),
            ));
        }
        arguments.flag("autoIndexId")?;
        check_id_index(&arguments)?;
        let mut shown = DocBuilder::new();
        if let Some(capped) = capped {
            capped.describe(&mut shown);
        }
        if keeps_images(&arguments)? {
            shown.document("changeStreamPreAndPostImages", |images| {
                images.append_bool("enabled", true);
            });
        }
        if let Some(defaults) = arguments.document("indexOptionDefaults")? {
            let defaults = Arguments::new("create.indexOptionDefaults", defaults);
            defaults.only(&["storageEngine"])?;
            defaults.document("storageEngine")?.map_or(Ok(()), storage_engines::check)?;
        }
        arguments.document("storageEngine")?.map_or(Ok(()), storage_engines::check)?;
        for name in ["storageEngine", "indexOptionDefaults"] {
            if let Some(given) = arguments.document(name)?.filter(|given| !given.is_empty()) {
                shown.append_doc(name, given);
            }
        }
        let (validator, rules) = parse_validator(&arguments)?;
        shown.append_all(RawDoc::new(&rules));
        if let Some(view) = &view {
            shown.append_str("viewOn", &view.on);
            shown.append_array("pipeline", RawDoc::new(&view.pipeline));
        }
        let collation = arguments.document("collation")?.map(Collation::parse).transpose()?.flatten();
        if let Some(collation) = &collation {
            shown.append_doc("collation", collation.document());
        }
        let timeseries = arguments.document("timeseries")?;
        let timeseries = timeseries.map(|spec| TimeSeries::parse(spec, "")).transpose()?.map(Rc::new);
        let clustered = Clustered::parse(&arguments, capped.is_some())?;
        if let Some(clustered) = &clustered {
            match &timeseries {
                Some(_) => shown.append_bool("clusteredIndex", true),
                None => shown.append_doc("clusteredIndex", RawDoc::new(&clustered.document().finish())),
            };
            if let Some(seconds) = clustered.expire_after_seconds {
                shown.append_i64("expireAfterSeconds", seconds);
            }
        }
        if let Some(timeseries) = &timeseries {
            shown.append_doc("timeseries", RawDoc::new(&timeseries.document()));
        }
        let shown = shown.finish();
        let document = (!RawDoc::new(&shown).is_empty()).then_some(shown);
        let collation = collation.map(Rc::new);
        Ok(CollectionOptions { capped, document, validator, collation, view, clustered, timeseries })
    }

    /// Changes the limits of a capped collection, for `collMod`.
    pub fn change_capped(&mut self, capped: Capped) {
        let mut merged = DocBuilder::new();
        capped.describe(&mut merged);
        for element in self.document.as_deref().map_or(RawDoc::empty(), RawDoc::new) {
            if !matches!(element.name(), "capped" | "size" | "max") {
                merged.append_raw_bytes(element.key, element.value);
            }
        }
        self.capped = Some(capped);
        self.document = Some(merged.finish());
    }

    /// Replaces the validator, the change stream images and the expiry by the options of `collMod`. Absent
    /// options stay unchanged.
    ///
    /// # Errors
    /// Errors of [`Self::parse`].
    pub fn change(&mut self, changes: RawDoc<'_>) -> Result<()> {
        keeps_images(&Arguments::new("collMod", changes))?;
        let mut merged = DocBuilder::new();
        for element in self.document.as_deref().map_or(RawDoc::empty(), RawDoc::new) {
            if changes.get_bytes(element.key).is_none() {
                merged.append_raw_bytes(element.key, element.value);
            }
        }
        // A change of one validator option writes all of them.
        let own = self.document.as_deref().map_or(RawDoc::empty(), RawDoc::new);
        let options = [("validationLevel", "strict"), ("validationAction", "error")];
        let validates = ["validator", "validationLevel", "validationAction"]
            .iter()
            .any(|name| changes.get(name).is_some());
        for (name, default) in options.into_iter().filter(|_| validates) {
            if own.get(name).is_none() && changes.get(name).is_none() {
                merged.append_str(name, default);
            }
        }
        for name in ["validator", "validationLevel", "validationAction", "changeStreamPreAndPostImages"] {
            if let Some(value) = changes.get(name) {
                merged.append_raw(name, value);
            }
        }
        match changes.get("expireAfterSeconds") {
            Some(value) if value.as_str() != Some("off") => {
                merged.append_raw("expireAfterSeconds", value);
            }
            _ => {}
        }
        *self = Self::parse(RawDoc::new(&merged.finish()))?;
        Ok(())
    }
}

/// Whether `changeStreamPreAndPostImages` enables images.
fn keeps_images(arguments: &Arguments<'_>) -> Result<bool> {
    let Some(images) = arguments.document("changeStreamPreAndPostImages")? else { return Ok(false) };
    let path = format!("{}.changeStreamPreAndPostImages", arguments.structure());
    let images = Arguments::new(&path, images);
    images.only(&["enabled"])?;
    images.required("enabled")?;
    Ok(images.boolean("enabled")? == Some(true))
}

/// Checks that `idIndex` describes the default `_id` index.
fn check_id_index(arguments: &Arguments<'_>) -> Result<()> {
    let Some(spec) = arguments.document("idIndex")? else { return Ok(()) };
    let wanted = |key: RawDoc<'_>| {
        let fields: Vec<_> = key.iter().map(|element| element.name()).collect();
        fields == ["_id"]
            && key.get("_id").and_then(|order| order.as_number()).is_some_and(|n| n.to_f64() == 1.0)
    };
    match spec.get("key").and_then(|key| key.as_document()) {
        Some(key) if wanted(key) => Ok(()),
        Some(key) => Err(Error::bad_value(format!(
            "The field 'key' for an _id index must be {{_id: 1}}, but got {}",
            crate::value::display_document(key)
        ))),
        None => {
            Err(Error::failed_to_parse("The 'key' field is a required property of an index specification"))
        }
    }
}

/// Parses the validator, and returns it with its options as `listCollections` shows them.
fn parse_validator(arguments: &Arguments<'_>) -> Result<(Option<Validator>, Vec<u8>)> {
    let level = arguments.string("validationLevel")?;
    let action = arguments.string("validationAction")?;
    let parsed_level =
        level.map(|text| ValidationLevel::parse(text, "create")).transpose()?.unwrap_or_default();
    let parsed_action =
        action.map(|text| ValidationAction::parse(text, "create")).transpose()?.unwrap_or_default();
    let mut shown = DocBuilder::new();
    let filter = arguments.document("validator")?;
    if let Some(filter) = filter.filter(|filter| !filter.is_empty()) {
        shown.append_doc("validator", filter);
    }
    // Shows only options that were set.
    for (name, value) in [("validationLevel", level), ("validationAction", action)] {
        if let Some(value) = value {
            shown.append_str(name, value);
        }
    }
    let validator = filter
        .filter(|filter| !filter.is_empty())
        .map(|filter| Validator::new(filter, parsed_level, parsed_action))
        .transpose()?;
    Ok((validator, shown.finish()))
}
