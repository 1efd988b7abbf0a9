//! The options of a collection.

use std::rc::Rc;

use super::{ValidationAction, ValidationLevel, Validator};
use crate::command::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{Collation, DocBuilder, RawDoc};

/// Options of `create`.
#[derive(Clone, Debug, Default)]
pub struct CollectionOptions {
    /// Limits of a capped collection.
    pub capped: Option<Capped>,
    /// The options as `listCollections` shows them.
    pub document: Option<Vec<u8>>,
    /// The rules for its documents.
    pub validator: Option<Validator>,
    /// How its strings compare unless a command says otherwise.
    pub collation: Option<Rc<Collation>>,
    /// What a view shows; a view has no records of its own.
    pub view: Option<View>,
}

/// The definition of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The collection or view it reads.
    pub on: String,
    /// Its pipeline, an array's bytes.
    pub pipeline: Vec<u8>,
}

/// Limits of a capped collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capped {
    /// Most bytes of documents.
    pub size: u64,
    /// Most documents, when limited.
    pub max: Option<u64>,
}

impl Capped {
    /// Reads `size` and `max`; `None` for a collection that is not capped.
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
        let max = max.and_then(|max| u64::try_from(max).ok()).filter(|&max| max > 0);
        Ok(Some(Capped { size: size as u64, max }))
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

impl CollectionOptions {
    /// The fields that `create` takes and this reads.
    pub const FIELDS: &'static [&'static str] = &[
        "capped",
        "size",
        "max",
        "validator",
        "validationLevel",
        "validationAction",
        "viewOn",
        "pipeline",
        "collation",
        "autoIndexId",
        "idIndex",
        "storageEngine",
        "indexOptionDefaults",
    ];

    /// Reads the options of `create`, or those of a dump.
    ///
    /// # Errors
    /// `InvalidOptions` (72), `TypeMismatch`, what compiling a validator raises.
    pub fn parse(options: RawDoc<'_>) -> Result<Self> {
        let arguments = Arguments::new("create", options);
        let capped = Capped::parse(&arguments)?;
        let view = View::parse(&arguments)?;
        if view.is_some() {
            let refused =
                ["capped", "size", "max", "validator", "validationLevel", "validationAction", "idIndex"];
            if let Some(option) = refused.iter().find(|option| arguments.get(option).is_some()) {
                return Err(Error::new(
                    ErrorCode::INVALID_OPTIONS,
                    format!("option \"{option}\" is not supported on a view"),
                ));
            }
        }
        check_id_index(&arguments)?;
        let mut shown = DocBuilder::new();
        if let Some(capped) = capped {
            shown.append_bool("capped", true).append_count("size", capped.size);
            if let Some(max) = capped.max {
                shown.append_count("max", max);
            }
        }
        if let Some(view) = &view {
            shown.append_str("viewOn", &view.on);
            shown.append_array("pipeline", RawDoc::new(&view.pipeline));
        }
        let collation = arguments.document("collation")?.map(Collation::parse).transpose()?.flatten();
        if let Some(collation) = &collation {
            shown.append_doc("collation", collation.document());
        }
        let (validator, rules) = parse_validator(&arguments)?;
        shown.append_all(RawDoc::new(&rules));
        let shown = shown.finish();
        let document = (!RawDoc::new(&shown).is_empty()).then_some(shown);
        Ok(CollectionOptions { capped, document, validator, collation: collation.map(Rc::new), view })
    }

    /// Changes the limits of a capped collection, as `collMod` is given them.
    pub fn change_capped(&mut self, capped: Capped) {
        let mut merged = DocBuilder::new();
        merged.append_bool("capped", true).append_count("size", capped.size);
        if let Some(max) = capped.max {
            merged.append_count("max", max);
        }
        for element in self.document.as_deref().map_or(RawDoc::empty(), RawDoc::new) {
            if !matches!(element.name(), "capped" | "size" | "max") {
                merged.append_raw_bytes(element.key, element.value);
            }
        }
        self.capped = Some(capped);
        self.document = Some(merged.finish());
    }

    /// Replaces the validator by what `collMod` was given; fields that it was
    /// not given stay as they are.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn change_validator(&mut self, changes: RawDoc<'_>) -> Result<()> {
        let mut merged = DocBuilder::new();
        for element in self.document.as_deref().map_or(RawDoc::empty(), RawDoc::new) {
            if changes.get_bytes(element.key).is_none() {
                merged.append_raw_bytes(element.key, element.value);
            }
        }
        for name in ["validator", "validationLevel", "validationAction"] {
            if let Some(value) = changes.get(name) {
                merged.append_raw(name, value);
            }
        }
        *self = Self::parse(RawDoc::new(&merged.finish()))?;
        Ok(())
    }
}

/// An `idIndex` may only say what the index on `_id` is anyway.
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

/// The validator and its options as `listCollections` shows them.
fn parse_validator(arguments: &Arguments<'_>) -> Result<(Option<Validator>, Vec<u8>)> {
    let level = arguments.string("validationLevel")?;
    let action = arguments.string("validationAction")?;
    let parsed_level = level.map(ValidationLevel::parse).transpose()?.unwrap_or_default();
    let parsed_action = action.map(ValidationAction::parse).transpose()?.unwrap_or_default();
    let mut shown = DocBuilder::new();
    let filter = arguments.document("validator")?;
    if let Some(filter) = filter {
        shown.append_doc("validator", filter);
    }
    if filter.is_some() || level.is_some() || action.is_some() {
        shown.append_str("validationLevel", level.unwrap_or("strict"));
        shown.append_str("validationAction", action.unwrap_or("error"));
    }
    let validator = filter
        .filter(|filter| !filter.is_empty())
        .map(|filter| Validator::new(filter, parsed_level, parsed_action))
        .transpose()?;
    Ok((validator, shown.finish()))
}
