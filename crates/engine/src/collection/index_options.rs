//! The options of an index: their types, their checks, and how `listIndexes` shows them.

use super::index_spec::{KeyField, KeyKind, cannot};
use super::text_keys::{TEXT_OPTIONS, describe_text};
use crate::error::{Error, ErrorCode, Result};
use crate::text::TextSpec;
use crate::value::{Collation, DocBuilder, Number, RawDoc, RawValue, View, display_document, tag};

/// The options of an index specification and their types.
const OPTIONS: &[(&str, OptionType)] = &[
    ("v", OptionType::Number),
    ("name", OptionType::String),
    ("key", OptionType::Document),
    ("ns", OptionType::String),
    ("unique", OptionType::Flag),
    ("sparse", OptionType::Flag),
    ("hidden", OptionType::Flag),
    ("prepareUnique", OptionType::Flag),
    ("background", OptionType::Any),
    ("expireAfterSeconds", OptionType::Number),
    ("partialFilterExpression", OptionType::Document),
    ("storageEngine", OptionType::Document),
    ("collation", OptionType::Document),
    ("dropDups", OptionType::Any),
    ("wildcardProjection", OptionType::Document),
    ("2dsphereIndexVersion", OptionType::Number),
    ("weights", OptionType::Document),
    ("default_language", OptionType::String),
    ("language_override", OptionType::String),
    ("textIndexVersion", OptionType::Number),
    ("bits", OptionType::Number),
    ("min", OptionType::Number),
    ("max", OptionType::Number),
];

#[derive(Clone, Copy, PartialEq)]
enum OptionType {
    Number,
    String,
    Document,
    /// A boolean, or a number that represents one.
    Flag,
    Any,
}

/// Whether an index specification may have an option with this name.
pub(super) fn is_option(name: &str) -> bool {
    OPTIONS.iter().any(|(option, _)| *option == name)
}

/// Converts a flag, which may be a number, to a boolean.
pub fn is_true(value: RawValue<'_>) -> bool {
    match value.view() {
        View::Bool(b) => b,
        View::Number(n) => !n.is_zero(),
        View::Null | View::Undefined | View::Missing => false,
        _ => true,
    }
}

/// Checks that an option exists and has the right type.
pub(super) fn check_option(name: &str, value: RawValue<'_>, spec: RawDoc<'_>) -> Result<()> {
    let Some((_, expected)) = OPTIONS.iter().find(|(option, _)| *option == name) else {
        return Err(Error::new(
            ErrorCode::INVALID_INDEX_SPECIFICATION_OPTION,
            format!(
                "The field '{name}' is not valid for an index specification. Specification: {}",
                display_document(spec)
            ),
        ));
    };
    let fits = match expected {
        OptionType::Number => value.is_number(),
        OptionType::String => value.tag == tag::STRING,
        OptionType::Document => value.is_document(),
        OptionType::Flag => value.is_number() || value.tag == tag::BOOL,
        OptionType::Any => true,
    };
    if fits {
        return Ok(());
    }
    let wanted = match expected {
        OptionType::Number => "a number",
        OptionType::String => "a string",
        OptionType::Document => "an object",
        OptionType::Flag | OptionType::Any => {
            return Err(Error::type_mismatch(format!(
                "The field '{name}' has value {name}: {}, which is not convertible to bool",
                crate::value::display_value(value.view())
            )));
        }
    };
    let found = crate::value::type_name(value.tag);
    if name == "expireAfterSeconds" {
        return Err(cannot(format!(
            "TTL index '{name}' option must be numeric, but received a type of '{found}'. Index spec: {}",
            display_document(spec)
        )));
    }
    Err(Error::type_mismatch(format!("The field '{name}' must be {wanted}, but got {found}")))
}

/// Checks the version of the index.
pub(super) fn check_version(spec: RawDoc<'_>) -> Result<()> {
    let version = spec.get("v").and_then(RawValue::as_number).map_or(2, |v| v.to_i64_clamped());
    if (1..=2).contains(&version) {
        return Ok(());
    }
    Err(cannot(format!(
        "Invalid index specification {}; cannot create an index with v={version}",
        display_document(spec)
    )))
}

/// Checks the name of the index.
pub(super) fn check_name(name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(cannot("index name cannot be empty"));
    }
    if name.contains('\0') {
        return Err(cannot("index name cannot contain NUL bytes"));
    }
    Ok(())
}

/// Returns the error text for an invalid number of seconds until expiry.
pub fn expiry_error(seconds: i64) -> Option<&'static str> {
    match seconds {
        ..0 => Some("TTL index 'expireAfterSeconds' option cannot be less than 0"),
        0..=0x7fff_ffff => None,
        _ => Some(
            "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a lower number",
        ),
    }
}

/// Parses `expireAfterSeconds`, which requires a single field other than `_id`.
pub(super) fn parse_expiry(spec: RawDoc<'_>, fields: &[KeyField]) -> Result<Option<i64>> {
    let Some(value) = spec.get("expireAfterSeconds").and_then(RawValue::as_number) else { return Ok(None) };
    let seconds = value.to_i64_clamped();
    let refuse = |text: &str| Err(cannot(format!("{text}. Index spec: {}", display_document(spec))));
    if let Some(text) = expiry_error(seconds) {
        return refuse(text);
    }
    if fields.len() > 1 {
        return refuse("TTL indexes are single-field indexes, compound indexes do not support TTL");
    }
    if fields[0].path.as_str() == "_id" {
        return Err(Error::new(
            ErrorCode::INVALID_INDEX_SPECIFICATION_OPTION,
            "The field 'expireAfterSeconds' is not valid for an _id index specification.",
        ));
    }
    Ok(Some(seconds))
}

/// Returns the specification as `listIndexes` shows it: version, key, name, then the options.
pub(super) fn canonical_document(
    spec: RawDoc<'_>,
    key: RawDoc<'_>,
    name: &str,
    collation: Option<&Collation>,
    text: Option<&TextSpec>,
) -> Vec<u8> {
    let mut out = DocBuilder::new();
    let version = spec.get("v").and_then(RawValue::as_number).map_or(2, |v| v.to_i64_clamped());
    out.append_count("v", version.unsigned_abs()).append_doc("key", key).append_str("name", name);
    for element in spec.iter() {
        match element.name() {
            "v" | "key" | "name" | "ns" | "dropDups" => {}
            option @ ("unique" | "hidden") => {
                if is_true(element.value) {
                    out.append_bool(option, true);
                }
            }
            // Stored as given, even if false.
            option @ ("sparse" | "background") => {
                out.append_bool(option, is_true(element.value));
            }
            "collation" => {
                if let Some(collation) = collation {
                    out.append_doc("collation", collation.document());
                }
            }
            option if text.is_some() && TEXT_OPTIONS.contains(&option) => {}
            option => {
                out.append_raw(option, element.value);
            }
        }
    }
    if let Some(text) = text {
        describe_text(text, spec, &mut out);
    }
    if key.values().any(|kind| matches!(kind.as_str(), Some("2dsphere" | "2dsphere_bucket")))
        && spec.get("2dsphereIndexVersion").is_none()
    {
        out.append_i32("2dsphereIndexVersion", 3);
    }
    out.finish()
}

/// Checks that the version is one of the three known ones.
pub(super) fn check_sphere_version(spec: RawDoc<'_>, fields: &[KeyField]) -> Result<()> {
    let given = spec.get("2dsphereIndexVersion").and_then(RawValue::as_number).map(Number::to_f64);
    let is_sphere = fields.iter().any(|field| matches!(field.kind, KeyKind::Sphere | KeyKind::BucketSphere));
    match given.filter(|version| is_sphere && !(1.0..=3.0).contains(version)) {
        None => Ok(()),
        Some(version) => Err(Error::new(
            17395,
            format!(
                "unsupported geo index version {{ 2dsphereIndexVersion : {version} }}, only support \
                 versions: [1,2,3]"
            ),
        )),
    }
}
