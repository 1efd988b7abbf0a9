//! The definition of an index: its key pattern and options.
//!
//! <https://www.mongodb.com/docs/manual/reference/command/createIndexes/>

use std::cell::OnceCell;
use std::rc::Rc;

use super::index_options::{
    canonical_document, check_name, check_option, check_sphere_version, check_version, is_option, is_true,
    parse_expiry,
};
use super::key_pattern::{parse_key_pattern, parse_plane};
use super::partial_filter::parse_partial;
use super::text_keys::parse_text;
use super::wildcard::{PATH_FIELD, Wildcard, is_wildcard};
use super::{Clustered, storage_engines};
use crate::error::{Error, ErrorCode, Result};
use crate::geo::Grid;
use crate::query::Filter;
use crate::text::TextSpec;
use crate::value::{Collation, DocBuilder, Path, RawDoc, RawValue, display_document};

/// The kind of key that one field of an index has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// By value, ascending.
    Ascending,
    /// By value, descending.
    Descending,
    /// By the hash of the value.
    Hashed,
    /// By the cells of a geometry on a sphere: `2dsphere`.
    Sphere,
    /// Like [`Self::Sphere`], for all measurements in a bucket of a time series: `2dsphere_bucket`.
    BucketSphere,
    /// By the cell of a point on a plane: `2d`.
    Plane,
    /// By a stem of the texts, or its score: `text`.
    Text,
}

impl KeyKind {
    /// Whether keys are grid cells. Documents without a place are excluded.
    pub fn is_geospatial(self) -> bool {
        matches!(self, KeyKind::Sphere | KeyKind::BucketSphere | KeyKind::Plane)
    }

    /// Whether keys are encoded values.
    pub fn is_ordered(self) -> bool {
        matches!(self, KeyKind::Ascending | KeyKind::Descending)
    }
}

/// One field of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyField {
    /// Dotted path.
    pub path: Path,
    /// Order or hash.
    pub kind: KeyKind,
}

impl KeyField {
    /// Whether keys of this field descend by value.
    pub fn is_descending(&self) -> bool {
        self.kind == KeyKind::Descending
    }
}

/// An index definition, as accepted by `createIndexes`.
#[derive(Clone, Debug)]
pub struct IndexSpec {
    /// The name.
    pub name: String,
    /// The fields in order.
    pub fields: Vec<KeyField>,
    /// The key pattern document as written.
    pub key_pattern: Vec<u8>,
    /// Whether keys must be unique across records.
    pub unique: bool,
    /// Whether this is the clustered index: the order of the documents themselves.
    pub clustered: bool,
    /// Whether new duplicates are rejected, although existing ones may remain.
    pub prepare_unique: bool,
    /// Whether records without any of the fields are excluded.
    pub sparse: bool,
    /// Whether the planner must ignore the index.
    pub hidden: bool,
    /// Seconds after which a record expires by the date in the (single) field.
    pub expire_after_seconds: Option<i64>,
    /// Only records that match are included.
    pub partial: Option<Rc<Filter>>,
    /// The collation of keys; without one, strings are encoded as bytes.
    pub collation: Option<Rc<Collation>>,
    /// The paths of a wildcard index. Its two fields are then the path and the value.
    pub wildcard: Option<Wildcard>,
    /// The fields of a text index.
    pub text: Option<Rc<TextSpec>>,
    /// The grid of a `2d` index.
    pub plane: Option<Grid>,
    /// The specification as `listIndexes` shows it.
    pub document: Vec<u8>,
    /// The cached text of the key pattern: every profile entry shows it.
    pub(super) shown: OnceCell<String>,
}

/// Parses the fields of a key pattern. A wildcard index has a field for the path before the value.
fn key_fields(key: RawDoc<'_>, wildcard: bool) -> Result<Vec<KeyField>> {
    let mut fields = parse_key_pattern(key)?;
    if !wildcard {
        return Ok(fields);
    }
    if let Some(field) = fields.iter().find(|field| !field.kind.is_ordered()) {
        let name = match field.kind {
            KeyKind::Sphere => "2dsphere",
            KeyKind::BucketSphere => "2dsphere_bucket",
            KeyKind::Plane => "2d",
            KeyKind::Text => "text",
            _ => "hashed",
        };
        return Err(cannot(format!("Index type '{name}' does not support wildcards")));
    }
    let at = fields.iter().take_while(|field| !is_wildcard(field.path.as_str())).count();
    fields.insert(at, KeyField { path: Path::new(PATH_FIELD), kind: KeyKind::Ascending });
    Ok(fields)
}

/// Whether these are the fields of the `_id` index.
fn is_id_fields(fields: &[KeyField]) -> bool {
    fields.len() == 1 && fields[0].path.as_str() == "_id" && fields[0].kind == KeyKind::Ascending
}

impl IndexSpec {
    /// Returns the definition of the `_id` index.
    pub fn id_index() -> Self {
        let mut key = DocBuilder::new();
        key.append_i32("_id", 1);
        let key_pattern = key.finish();
        let mut document = DocBuilder::new();
        document.append_i32("v", 2).append_doc("key", RawDoc::new(&key_pattern)).append_str("name", "_id_");
        IndexSpec {
            name: "_id_".into(),
            fields: vec![KeyField { path: Path::new("_id"), kind: KeyKind::Ascending }],
            key_pattern,
            unique: true,
            clustered: false,
            prepare_unique: false,
            sparse: false,
            hidden: false,
            expire_after_seconds: None,
            partial: None,
            collation: None,
            wildcard: None,
            plane: None,
            text: None,
            document: document.finish(),
            shown: OnceCell::new(),
        }
    }

    /// Returns the definition of a clustered collection's `_id` index.
    pub fn clustered(clustered: &Clustered) -> Self {
        let mut document = clustered.document();
        document.append_bool("clustered", true);
        IndexSpec {
            name: clustered.name.clone(),
            expire_after_seconds: clustered.expire_after_seconds,
            clustered: true,
            document: document.finish(),
            ..Self::id_index()
        }
    }

    /// Whether this is the `_id` index.
    pub fn is_id(&self) -> bool {
        self.name == "_id_" || self.clustered
    }

    /// Parses an element of `createIndexes`' `indexes` array.
    ///
    /// # Errors
    /// `CannotCreateIndex` (67), `InvalidIndexSpecificationOption` (197), `TypeMismatch` (14) and others
    /// for invalid specifications.
    pub fn parse(spec: RawDoc<'_>) -> Result<Self> {
        let wrong = |error: Error| {
            error.context(&format!("Error in specification {} :: caused by :: ", display_document(spec)))
        };
        let parsed = Self::read(spec).map_err(wrong)?;
        parsed.check_reserved(spec)?;
        let engines = spec.get("storageEngine").and_then(RawValue::as_document);
        engines.map_or(Ok(()), storage_engines::check_of_index)?;
        Ok(parsed)
    }

    /// Returns the specification without unknown options.
    pub fn known_options(spec: RawDoc<'_>) -> Vec<u8> {
        let mut out = DocBuilder::new();
        for element in spec.iter().filter(|element| is_option(element.name())) {
            out.append_raw_bytes(element.key, element.value);
        }
        out.finish()
    }

    fn read(spec: RawDoc<'_>) -> Result<Self> {
        for element in spec.iter() {
            check_option(element.name(), element.value, spec)?;
        }
        let key = spec.get("key").and_then(RawValue::as_document).ok_or_else(|| {
            Error::failed_to_parse("The 'key' field is a required property of an index specification")
        })?;
        let (text, pattern) = parse_text(key, spec)?.unzip();
        let key = pattern.as_deref().map_or(key, RawDoc::new);
        let wildcard = Wildcard::parse(key, spec)?;
        let fields = key_fields(key, wildcard.is_some())?;
        let name = spec.get("name").and_then(RawValue::as_str).map(str::to_owned).ok_or_else(|| {
            Error::failed_to_parse("The 'name' field is a required property of an index specification")
        })?;
        check_version(spec)?;
        if is_id_fields(&fields) {
            return Ok(Self::id_index());
        }
        check_name(&name)?;
        let flag = |option: &str| spec.get(option).is_some_and(is_true);
        let expire_after_seconds = parse_expiry(spec, &fields)?;
        let collation = match spec.get("collation").and_then(RawValue::as_document) {
            Some(collation) => Collation::parse(collation)?.map(Rc::new),
            None => None,
        };
        let partial = match spec.get("partialFilterExpression").and_then(RawValue::as_document) {
            Some(_) if flag("sparse") => {
                return Err(cannot("cannot mix \"partialFilterExpression\" and \"sparse\" options"));
            }
            Some(filter) => Some(parse_partial(filter, collation.clone())?),
            None => None,
        };
        let hashed = fields.iter().any(|f| f.kind == KeyKind::Hashed);
        if hashed && flag("unique") {
            return Err(Error::new(
                16764,
                "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.",
            ));
        }
        let plane = parse_plane(spec, &fields)?;
        check_sphere_version(spec, &fields)?;
        Ok(IndexSpec {
            document: canonical_document(spec, key, &name, collation.as_deref(), text.as_deref()),
            name,
            fields,
            key_pattern: key.as_bytes().to_vec(),
            unique: flag("unique"),
            clustered: false,
            prepare_unique: flag("prepareUnique"),
            sparse: flag("sparse"),
            hidden: flag("hidden"),
            expire_after_seconds,
            partial,
            collation,
            wildcard,
            plane,
            text,
            shown: OnceCell::new(),
        })
    }

    /// Returns the definition under a collection's default collation.
    #[must_use]
    pub fn with_collation(mut self, collation: Option<Rc<Collation>>) -> Self {
        if let Some(collation) = &collation {
            let mut document = DocBuilder::new();
            for element in RawDoc::new(&self.document).iter().filter(|element| element.key != b"collation") {
                document.append_raw_bytes(element.key, element.value);
            }
            document.append_doc("collation", collation.document());
            self.document = document.finish();
        }
        self.collation = collation;
        self
    }

    /// Rejects options for the `_id` index, and names reserved for `dropIndexes`. Runs last.
    fn check_reserved(&self, spec: RawDoc<'_>) -> Result<()> {
        const PLAIN: [&str; 7] = ["v", "key", "name", "ns", "collation", "background", "dropDups"];
        if is_id_fields(&self.fields) {
            let Some(option) = spec.iter().find(|element| !PLAIN.contains(&element.name())) else {
                return Ok(());
            };
            let mut shown = DocBuilder::new();
            shown.append_all(spec);
            if spec.get("v").is_none() {
                shown.append_i32("v", 2);
            }
            return Err(Error::new(
                ErrorCode::INVALID_INDEX_SPECIFICATION_OPTION,
                format!(
                    "The field '{}' is not valid for an _id index specification. Specification: {}",
                    option.name(),
                    display_document(RawDoc::new(&shown.finish()))
                ),
            ));
        }
        match spec.get("name").and_then(RawValue::as_str) {
            Some("_id_") => Err(Error::bad_value(format!(
                "The index name '_id_' is reserved for the _id index, which must have key pattern {{_id: 1}}, found key: {}",
                display_document(
                    spec.get("key").and_then(RawValue::as_document).unwrap_or_else(|| RawDoc::empty())
                )
            ))),
            Some("*") => Err(Error::bad_value("The index name '*' is not valid.")),
            _ => Ok(()),
        }
    }

    /// Returns the position of the path among the fields of a wildcard index. The value is next.
    pub fn wildcard_at(&self) -> Option<usize> {
        self.wildcard.as_ref()?;
        self.fields.iter().position(|field| field.path.as_str() == PATH_FIELD)
    }

    /// Returns the definition that a wildcard index has for queries on one path: `{ $_path: 1, a: 1 }`.
    /// Without a path, the definition for queries on the fields before the wildcard.
    pub fn for_path(&self, path: Option<&Path>) -> Self {
        let mut spec = self.clone();
        let at = self.wildcard_at().unwrap_or_default();
        match (path, spec.fields.get_mut(at + 1)) {
            (Some(path), Some(value)) => value.path = path.clone(),
            _ => spec.fields.truncate(at + 1),
        }
        let mut pattern = DocBuilder::new();
        for element in self.pattern() {
            if !is_wildcard(element.name()) {
                pattern.append_raw(element.name(), element.value);
                continue;
            }
            pattern.append_i32(PATH_FIELD, 1);
            match path {
                Some(path) => pattern.append_raw(path.as_str(), element.value),
                None => break,
            };
        }
        spec.key_pattern = pattern.finish();
        spec.shown = OnceCell::new();
        spec
    }

    /// Returns the key pattern.
    pub fn pattern(&self) -> RawDoc<'_> {
        RawDoc::new(&self.key_pattern)
    }

    /// Returns the paths of the fields, in order.
    pub fn paths(&self) -> Vec<Path> {
        self.fields.iter().map(|field| field.path.clone()).collect()
    }

    /// Whether all keys are encoded values.
    pub fn is_ordered(&self) -> bool {
        self.fields.iter().all(|field| field.kind.is_ordered())
    }

    /// Whether some fields are geospatial. Documents without a place have no entry; others may have
    /// several.
    pub fn is_geospatial(&self) -> bool {
        self.fields.iter().any(|field| field.kind.is_geospatial())
    }

    /// Returns the grid for places of this kind.
    pub fn grid(&self, kind: KeyKind) -> Grid {
        self.plane.filter(|_| kind == KeyKind::Plane).unwrap_or_else(Grid::globe)
    }

    /// Formats the definition for messages: `{ v: 2, unique: true, key: …, name: … }`.
    pub fn text(&self) -> String {
        let document = RawDoc::new(&self.document);
        let mut out = DocBuilder::new();
        let first = ["v", "unique", "key", "name"];
        for name in first {
            if let Some(value) = document.get(name) {
                out.append_raw(name, value);
            }
        }
        for element in document.iter().filter(|element| !first.contains(&element.name())) {
            out.append_raw(element.name(), element.value);
        }
        display_document(RawDoc::new(&out.finish()))
    }
}

/// Returns a `CannotCreateIndex` (67) error.
pub(super) fn cannot(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::CANNOT_CREATE_INDEX, message)
}
