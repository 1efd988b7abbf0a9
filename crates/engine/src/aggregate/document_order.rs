//! The sort order of documents in stages, window operators and accumulators, and its sort keys.
//! `find` and the planner sort by a `plan::SortPattern` instead.
//!
//! A key is one order-preserving byte string (see [`crate::value::key`]), so
//! sorting compares bytes. Rules for arrays and missing fields:
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sort/>.

use std::rc::Rc;

use super::metadata::{Meta, Metadata};
use crate::aggregate::expression::FieldPath;
use crate::key_generator::{generate_keys, sorting};
use crate::value::{Collation, Number, Path, RawDoc, RawValue, Value, View, key, tag};
use crate::{Error, Result};

/// `{ a: 1, "b.c": -1 }`, compiled.
#[derive(Clone, Debug, Default)]
pub struct DocumentOrder {
    parts: Vec<SortPart>,
    collation: Option<Rc<Collation>>,
}

/// One field of a [`DocumentOrder`].
#[derive(Clone, Debug)]
pub struct SortPart {
    /// The field.
    pub path: FieldPath,
    /// Whether greater values come first.
    pub descending: bool,
    /// Metadata to sort by instead of the field.
    pub meta: Option<Meta>,
}

impl DocumentOrder {
    /// Parses a sort specification.
    ///
    /// # Errors
    /// 15974, 15975, 15976 and those of field paths.
    pub fn parse(spec: RawDoc<'_>) -> Result<Self> {
        let mut parts = Vec::new();
        for element in spec {
            let path = FieldPath::new(element.name())?;
            let Some(number) = element.value.as_number() else {
                if element.value.is_document() {
                    let (meta, descending) = Meta::parse_sort(element.value)?;
                    parts.push(SortPart { path, descending, meta: Some(meta) });
                    continue;
                }
                return Err(Error::new(
                    15974,
                    format!(
                        "Illegal key in $sort specification: {}: {}",
                        element.name(),
                        crate::value::display_value(element.value.view())
                    ),
                ));
            };
            // Fractions are truncated.
            let descending = match number.to_i64_clamped() {
                1 => false,
                -1 => true,
                _ => {
                    return Err(Error::new(
                        15975,
                        "$sort key ordering must be 1 (for ascending) or -1 (for descending)",
                    ));
                }
            };
            parts.push(SortPart { path, descending, meta: None });
        }
        if parts.is_empty() {
            return Err(Error::new(15976, "$sort stage must have at least one sort key"));
        }
        Ok(DocumentOrder { parts, collation: None })
    }

    /// Sets the collation that compares strings.
    #[must_use]
    pub fn with_collation(mut self, collation: Option<Rc<Collation>>) -> Self {
        self.collation = collation;
        self
    }

    fn encode(&self, value: RawValue<'_>, descending: bool, out: &mut Vec<u8>) {
        match &self.collation {
            None => encode(value, descending, out),
            Some(collation) => {
                let mut scratch = Vec::new();
                encode(collation.fold(value).to_raw(&mut scratch), descending, out);
            }
        }
    }

    /// Appends the key of a value that isn't an array, as the sort field with index `part`.
    pub fn encode_part(&self, part: usize, value: RawValue<'_>, out: &mut Vec<u8>) {
        if let Some(part) = self.parts.get(part) {
            self.encode(value, part.descending, out);
        }
    }

    /// The fields.
    pub fn parts(&self) -> &[SortPart] {
        &self.parts
    }

    /// Returns the sort key of a document.
    ///
    /// # Errors
    /// `BadValue` (2) when two fields traverse different arrays.
    pub fn key(&self, doc: RawDoc<'_>) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(16 * self.parts.len());
        self.write_key(doc, &mut out)?;
        Ok(out)
    }

    /// Writes the sort key of a document into a buffer, which is cleared first.
    ///
    /// # Errors
    /// Same as [`Self::key`].
    pub fn write_key(&self, doc: RawDoc<'_>, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        for part in &self.parts {
            match plain(doc, part.path.parts()) {
                Some(value) => self.encode(value, part.descending, out),
                None => return self.write_array_key(doc, out),
            }
        }
        Ok(())
    }

    /// Returns the metadata that the order needs from the plan.
    pub fn metadata(&self) -> impl Iterator<Item = Meta> + '_ {
        self.parts.iter().filter_map(|part| part.meta)
    }

    /// Like [`Self::write_key`], with the plan's metadata of the document.
    ///
    /// # Errors
    /// Same as [`Self::key`].
    pub fn write_key_with(
        &self,
        doc: RawDoc<'_>,
        metadata: Option<&Metadata>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        if self.metadata().next().is_none() {
            return self.write_key(doc, out);
        }
        let mut whole = Vec::new();
        for part in &self.parts {
            match part.meta {
                Some(meta) => {
                    let known = metadata.map_or(Value::Missing, |metadata| metadata.get(meta));
                    encode(known.to_raw(&mut Vec::new()), part.descending, &mut whole);
                }
                None => {
                    let alone =
                        DocumentOrder { parts: vec![part.clone()], collation: self.collation.clone() };
                    alone.write_key(doc, out)?;
                    whole.extend_from_slice(out);
                }
            }
        }
        *out = whole;
        Ok(())
    }

    /// Writes the sort key when a path traverses an array. Every element makes a key, as in an index; the document's
    /// key is the first of these in the order of the pattern.
    fn write_array_key(&self, doc: RawDoc<'_>, out: &mut Vec<u8>) -> Result<()> {
        let paths: Vec<Path> = self.parts.iter().map(|part| Path::new(part.path.as_str())).collect();
        let mut best: Option<Vec<u8>> = None;
        for values in generate_keys(doc, &paths).map_err(sorting)?.keys {
            let mut candidate = Vec::new();
            for (value, part) in values.iter().zip(&self.parts) {
                self.encode(*value, part.descending, &mut candidate);
            }
            if best.as_ref().is_none_or(|known| candidate < *known) {
                best = Some(candidate);
            }
        }
        out.clear();
        out.extend_from_slice(best.as_deref().unwrap_or_default());
        Ok(())
    }
}

fn doc_value(doc: RawDoc<'_>) -> RawValue<'_> {
    RawValue { tag: tag::DOCUMENT, bytes: doc.as_bytes() }
}

/// Returns the value at a path; `None` when the path traverses or ends at an array.
fn plain<'a>(mut doc: RawDoc<'a>, path: &[Box<str>]) -> Option<RawValue<'a>> {
    for (i, part) in path.iter().enumerate() {
        let Some(value) = doc.get(part) else {
            return Some(RawValue::NULL);
        };
        match value.tag {
            tag::ARRAY => return None,
            tag::DOCUMENT if i + 1 < path.len() => doc = RawDoc::new(value.bytes),
            _ if i + 1 < path.len() => return Some(RawValue::NULL),
            _ => return Some(value),
        }
    }
    Some(doc_value(doc))
}

fn encode(value: RawValue<'_>, descending: bool, out: &mut Vec<u8>) {
    let view = match value.view() {
        View::Missing => View::Null,
        View::Number(Number::Decimal(n)) if n.is_nan() => View::Number(Number::Double(f64::NAN)),
        view => view,
    };
    if descending { key::encode_descending(view, out) } else { key::encode(view, out) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::doc;

    fn key(pattern: &str, document: &str) -> Vec<u8> {
        DocumentOrder::parse(RawDoc::new(&doc(pattern))).unwrap().key(RawDoc::new(&doc(document))).unwrap()
    }

    #[track_caller]
    fn ascending(pattern: &str, documents: &[&str]) {
        let keys: Vec<_> = documents.iter().map(|d| key(pattern, d)).collect();
        for (i, pair) in keys.windows(2).enumerate() {
            assert!(pair[0] < pair[1], "{} must come before {}", documents[i], documents[i + 1]);
        }
    }

    #[test]
    fn order_of_types_and_directions() {
        ascending(r#"{"a": 1}"#, &[r#"{"a": []}"#, "{}", r#"{"a": 1}"#, r#"{"a": 1.5}"#, r#"{"a": "x"}"#]);
        ascending(r#"{"a": -1}"#, &[r#"{"a": "x"}"#, r#"{"a": 1.5}"#, r#"{"a": 1}"#, "{}"]);
        ascending(
            r#"{"a": 1, "b": -1}"#,
            &[r#"{"a": 1, "b": 2}"#, r#"{"a": 1, "b": 1}"#, r#"{"a": 2, "b": 9}"#],
        );
        assert_eq!(key(r#"{"a": 1}"#, "{}"), key(r#"{"a": 1}"#, r#"{"a": null}"#));
    }

    #[test]
    fn arrays_sort_by_their_first_element_in_the_direction() {
        assert_eq!(key(r#"{"a": 1}"#, r#"{"a": [3, 1, 2]}"#), key(r#"{"a": 1}"#, r#"{"a": 1}"#));
        assert_eq!(key(r#"{"a": -1}"#, r#"{"a": [3, 1, 2]}"#), key(r#"{"a": -1}"#, r#"{"a": 3}"#));
        assert_eq!(
            key(r#"{"a.b": 1, "a.c": 1}"#, r#"{"a": [{"b": 2, "c": 1}, {"b": 1, "c": 5}]}"#),
            key(r#"{"a.b": 1, "a.c": 1}"#, r#"{"a": {"b": 1, "c": 5}}"#)
        );
        assert_eq!(key(r#"{"a.1": 1}"#, r#"{"a": [7, 5]}"#), key(r#"{"a": 1}"#, r#"{"a": 5}"#));
    }

    #[test]
    fn parallel_arrays_are_refused() {
        let pattern = DocumentOrder::parse(RawDoc::new(&doc(r#"{"a": 1, "b": 1}"#))).unwrap();
        let document = doc(r#"{"a": [1], "b": [2]}"#);
        assert_eq!(pattern.key(RawDoc::new(&document)).unwrap_err().code(), 2);
    }
}
