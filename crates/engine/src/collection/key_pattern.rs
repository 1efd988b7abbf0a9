//! Parsing of key patterns: the fields of an index and their key kinds.

use super::index_spec::{IndexSpec, KeyField, KeyKind, cannot};
use crate::error::{Error, Result};
use crate::geo::Grid;
use crate::value::{Path, RawDoc, RawValue, View, display_document, is_dbref_field};

impl IndexSpec {
    /// Returns the key pattern as plan summaries show it.
    pub fn shown_pattern(&self) -> &str {
        self.shown.get_or_init(|| display_document(self.pattern()))
    }
}

/// Parses the fields of an index and their key kinds.
///
/// # Errors
/// `CannotCreateIndex` (67) and others for invalid key patterns.
pub(super) fn parse_key_pattern(key: RawDoc<'_>) -> Result<Vec<KeyField>> {
    if key.is_empty() {
        return Err(cannot("Index keys cannot be empty."));
    }
    let mut fields: Vec<KeyField> = Vec::new();
    for element in key.iter() {
        let name = element.name();
        check_key_name(name)?;
        if fields.iter().any(|f| f.path.as_str() == name) {
            return Err(Error::bad_value(format!(
                "The field '{name}' appears multiple times in the index key pattern {}",
                display_document(key)
            )));
        }
        let kind = match element.value.view() {
            View::Number(n) if n.is_nan() => {
                return Err(cannot("Values in the index key pattern cannot be NaN."));
            }
            View::Number(n) if n.is_zero() => {
                return Err(cannot("Values in the index key pattern cannot be 0."));
            }
            View::Number(_) if name == "_ftsx" => KeyKind::Text,
            View::Number(n) if n.to_f64() > 0.0 => KeyKind::Ascending,
            View::Number(_) => KeyKind::Descending,
            View::String(b"hashed") => KeyKind::Hashed,
            View::String(b"2dsphere") => KeyKind::Sphere,
            View::String(b"2dsphere_bucket") if name.starts_with("data.") => KeyKind::BucketSphere,
            View::String(b"2d") => KeyKind::Plane,
            View::String(b"text") if name == "_fts" => KeyKind::Text,
            View::String(plugin) => {
                let plugin = String::from_utf8_lossy(plugin);
                if &*plugin == "geoHaystack" {
                    // https://www.mongodb.com/docs/manual/release-notes/5.0-compatibility/
                    return Err(cannot(
                        "GeoHaystack indexes cannot be created in version 4.9 and above. See https://dochub.mongodb.org/core/4.4-deprecate-geoHaystack for more information.",
                    ));
                }
                return Err(cannot(format!("Unknown index plugin '{plugin}'")));
            }
            _ => {
                return Err(cannot(format!(
                    "Values in v:2 index key pattern cannot be of type {}. Only numbers > 0, numbers < 0, and strings are allowed.",
                    crate::value::type_name(element.value.tag)
                )));
            }
        };
        fields.push(KeyField { path: Path::new(name), kind });
    }
    if fields.len() > 32 {
        return Err(Error::new(13103, "too many compound keys"));
    }
    if fields.iter().filter(|f| f.kind == KeyKind::Hashed).count() > 1 {
        return Err(Error::new(31303, "A maximum of one index field is allowed to be hashed"));
    }
    check_kinds(&fields, key)?;
    Ok(fields)
}

/// Rejects combinations of key kinds.
fn check_kinds(fields: &[KeyField], key: RawDoc<'_>) -> Result<()> {
    let count = |kind: KeyKind| fields.iter().filter(|field| field.kind == kind).count();
    if count(KeyKind::Plane) > 1 {
        return Err(Error::new(16800, "can't have 2 geo fields"));
    }
    if count(KeyKind::Plane) == 1 && fields[0].kind != KeyKind::Plane {
        return Err(Error::new(16801, "2d has to be first in index"));
    }
    let special = [KeyKind::Hashed, KeyKind::Plane, KeyKind::Sphere, KeyKind::Text];
    if special.iter().filter(|kind| count(**kind) > 0).count() > 1 {
        return Err(cannot(format!(
            "Can't use more than one index plugin for a single index: {}",
            display_document(key)
        )));
    }
    Ok(())
}

/// Parses the grid options of a `2d` index.
///
/// # Errors
/// `BadValue` for invalid options.
pub(super) fn parse_plane(spec: RawDoc<'_>, fields: &[KeyField]) -> Result<Option<Grid>> {
    if !fields.iter().any(|field| field.kind == KeyKind::Plane) {
        return Ok(None);
    }
    let number = |name: &str, otherwise: f64| {
        spec.get(name).and_then(RawValue::as_number).map_or(otherwise, |number| number.to_f64())
    };
    let (bits, min, max) = (number("bits", 26.0), number("min", -180.0), number("max", 180.0));
    if !(1.0..=32.0).contains(&bits) {
        return Err(Error::bad_value(format!(
            "bits for hash must be > 0 and <= 32, but {bits} bits were specified"
        )));
    }
    if min >= max || !min.is_finite() || !max.is_finite() {
        return Err(Error::bad_value(format!(
            "region for hash must be valid and have positive area, but [{min}, {max}] was specified"
        )));
    }
    Ok(Some(Grid::plane(min, max, bits as u32)))
}

fn check_key_name(name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(cannot("Index keys cannot be an empty field."));
    }
    if name == "$**" || name.ends_with(".$**") {
        return Ok(());
    }
    if name.split('.').any(str::is_empty) {
        return Err(cannot("Index keys cannot contain an empty field."));
    }
    // A DBRef field may start with `$` if a field precedes it.
    let dollar = |(at, part): (usize, &str)| part.starts_with('$') && !(at > 0 && is_dbref_field(part));
    if name.split('.').enumerate().any(dollar) {
        return Err(cannot("Index key contains an illegal field name: field name starts with '$'."));
    }
    Ok(())
}
