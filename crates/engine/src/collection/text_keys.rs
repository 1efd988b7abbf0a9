//! The options and keys of a text index: the stems of a document with their scores.
//!
//! <https://www.mongodb.com/docs/manual/core/indexes/index-types/index-text/>

use std::collections::BTreeMap;
use std::rc::Rc;

use super::index_spec::cannot;
use crate::error::{Error, Result};
use crate::text::{Language, TextSpec};
use crate::value::{DocBuilder, RawDoc, RawValue, display_document};

/// Maximum weight of a field.
const MAX_WEIGHT: f64 = 1_000_000_000.0;

/// Parses a text index. Returns its definition and its key pattern, where `_fts` and `_ftsx` replace the text
/// fields; `None` when the pattern has no text fields.
///
/// # Errors
/// `CannotCreateIndex` (67) for invalid weights or languages.
pub(super) fn parse_text(key: RawDoc<'_>, spec: RawDoc<'_>) -> Result<Option<(Rc<TextSpec>, Vec<u8>)>> {
    let is_text = |value: RawValue<'_>| value.as_str() == Some("text");
    if !key.values().any(is_text) {
        if spec.get("weights").is_some() {
            return Err(cannot(format!(
                "Invalid index specification {}; the field 'weights' can only be specified with text indexes",
                display_document(spec)
            )));
        }
        return Ok(None);
    }
    let mut weights = BTreeMap::new();
    let mut pattern = DocBuilder::new();
    let (mut begun, mut ended) = (false, false);
    let is_listed = key.get("_fts").is_some_and(is_text);
    for element in key {
        // A pattern as `listIndexes` shows it is valid too; its fields are those with weights.
        if element.name() == "_ftsx" && is_listed {
            continue;
        }
        if !is_text(element.value) {
            ended |= begun;
            pattern.append_raw(element.name(), element.value);
            continue;
        }
        if ended {
            return Err(cannot("'text' fields in index must all be adjacent"));
        }
        if !begun {
            begun = true;
            pattern.append_str("_fts", "text").append_i32("_ftsx", 1);
        }
        if !is_listed {
            weights.insert(element.name().to_owned(), 1.0);
        }
    }
    for element in spec.get("weights").and_then(RawValue::as_document).into_iter().flat_map(RawDoc::iter) {
        let Some(weight) = element.value.as_number() else {
            return Err(cannot("weight for text index needs numeric type"));
        };
        let weight = weight.to_f64();
        if !(weight > 0.0 && weight < MAX_WEIGHT) {
            return Err(cannot(format!(
                "text index weight must be in the exclusive interval (0,{MAX_WEIGHT}) but found: {weight}"
            )));
        }
        weights.insert(element.name().to_owned(), weight);
    }
    let named = |option: &str| spec.get(option).and_then(RawValue::as_str);
    let language = named("default_language").unwrap_or("english");
    let Some(language) = Language::find(language)? else {
        return Err(cannot(format!("unsupported language: \"{language}\" for text index version 3")));
    };
    let override_field = named("language_override").unwrap_or("language").to_owned();
    // The override must be a plain field name.
    if override_field.is_empty() || override_field.starts_with('$') || override_field.contains('.') {
        return Err(cannot("language_override is not valid"));
    }
    let version = spec.get("textIndexVersion").and_then(RawValue::as_number).map(|v| v.to_i64_clamped());
    if let Some(version) = version.filter(|version| !(1..=3).contains(version)) {
        return Err(cannot(format!("bad textIndexVersion: {version}")));
    }
    Ok(Some((Rc::new(TextSpec { weights, language, override_field }), pattern.finish())))
}

/// Writes the options of a text index that `listIndexes` shows after the name.
pub(super) fn describe_text(text: &TextSpec, spec: RawDoc<'_>, out: &mut DocBuilder) {
    out.document("weights", |weights| {
        for (path, weight) in &text.weights {
            let given = spec.get("weights").and_then(RawValue::as_document).and_then(|doc| doc.get(path));
            match given {
                Some(value) => weights.append_raw(path, value),
                None => weights.append_i32(path, *weight as i32),
            };
        }
    });
    let language = spec.get("default_language").and_then(RawValue::as_str);
    let version =
        spec.get("textIndexVersion").and_then(RawValue::as_number).map_or(3, |v| v.to_i64_clamped());
    out.append_str("default_language", language.unwrap_or("english"))
        .append_str("language_override", &text.override_field)
        .append_i32("textIndexVersion", version as i32);
}

/// Options that [`describe_text`] writes.
pub(super) const TEXT_OPTIONS: &[&str] =
    &["weights", "default_language", "language_override", "textIndexVersion"];

/// Returns the error for a second text index.
pub(crate) fn only_one(existing: &str) -> Error {
    cannot(format!("only one text index per collection allowed, found existing text index \"{existing}\""))
}
