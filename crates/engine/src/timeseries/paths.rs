//! The translation of measurement paths to bucket paths
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-secondary-index/>).

use super::TimeSeries;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, display_document};

/// Replaces the prefix `from` of a path.
fn moved(path: &str, from: &str, to: &str) -> Option<String> {
    let rest = path.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
    Some([to, rest].concat())
}

/// Renames the paths of a filter; `None` if `rename` rejects one.
fn renamed(filter: RawDoc<'_>, rename: &dyn Fn(&str) -> Option<String>) -> Option<Vec<u8>> {
    let mut out = DocBuilder::new();
    for element in filter {
        match (element.name(), element.value.as_array()) {
            (name @ ("$and" | "$or" | "$nor"), Some(clauses)) => {
                let mut all = ArrayBuilder::new();
                for clause in clauses.values() {
                    match clause.as_document() {
                        Some(clause) => all.push_doc(RawDoc::new(&renamed(clause, rename)?)),
                        None => all.push_raw(clause),
                    };
                }
                out.append_array(name, RawDoc::new(&all.finish()));
            }
            ("$comment", _) => {
                out.append_raw_bytes(element.key, element.value);
            }
            (path, _) => {
                out.append_raw(&rename(path)?, element.value);
            }
        }
    }
    Some(out.finish())
}

impl TimeSeries {
    /// Translates a path in the meta field to a path in buckets.
    pub fn meta_path(&self, path: &str) -> Option<String> {
        moved(path, self.meta_field.as_deref()?, "meta")
    }

    /// Translates a filter of measurements to one of buckets, if it uses only the meta field.
    pub fn meta_filter(&self, filter: RawDoc<'_>) -> Option<Vec<u8>> {
        renamed(filter, &|path| self.meta_path(path))
    }

    /// Translates the key pattern of an index of measurements to that of its buckets.
    ///
    /// # Errors
    /// `CannotCreateIndex` (67) for indexes not supported on time series.
    pub fn bucket_key(&self, key: RawDoc<'_>) -> Result<Vec<u8>> {
        let mut out = DocBuilder::new();
        for field in key {
            let order = field.value.as_number();
            if let Some(path) = self.meta_path(field.name()) {
                if !matches!(field.value.as_str(), Some("text" | "2d")) {
                    out.append_raw(&path, field.value);
                    continue;
                }
            } else if field.value.as_str() == Some("2dsphere") {
                out.append_str(&format!("data.{}", field.name()), "2dsphere_bucket");
                continue;
            }
            let Some(order) = order.filter(|_| !field.name().contains("$**")) else {
                return Err(Error::new(
                    ErrorCode::CANNOT_CREATE_INDEX,
                    format!("Invalid index spec for time-series collection: {}", display_document(key)),
                ));
            };
            let bounds = if order.to_f64() < 0.0 { ["max", "min"] } else { ["min", "max"] };
            for bound in bounds {
                out.append_raw(&format!("control.{bound}.{}", field.name()), field.value);
            }
        }
        Ok(out.finish())
    }

    /// Inverts [`Self::bucket_key`].
    pub fn measurement_key(&self, key: RawDoc<'_>) -> Vec<u8> {
        let mut out = DocBuilder::new();
        for field in key {
            let (name, value) = (field.name(), field.value);
            let descending = value.as_number().is_some_and(|order| order.to_f64() < 0.0);
            let first = if descending { "control.max." } else { "control.min." };
            let path = moved(name, "meta", self.meta_field.as_deref().unwrap_or(""));
            match (path, name.strip_prefix(first), name.strip_prefix("data.")) {
                (Some(path), ..) => out.append_raw(&path, value),
                (None, Some(path), _) => out.append_raw(path, value),
                (None, None, Some(path)) => out.append_str(path, "2dsphere"),
                _ => &mut out,
            };
        }
        out.finish()
    }

    /// Translates an index of buckets to one of measurements, for `listIndexes`.
    pub fn shown_index(&self, document: RawDoc<'_>) -> Vec<u8> {
        let mut out = DocBuilder::new();
        for element in document {
            match (element.name(), element.value.as_document()) {
                ("key", Some(key)) => out.append_doc("key", RawDoc::new(&self.measurement_key(key))),
                ("partialFilterExpression", Some(filter)) => {
                    let meta = self.meta_field.as_deref().unwrap_or("");
                    let filter = renamed(filter, &|path| moved(path, "meta", meta));
                    out.append_doc("partialFilterExpression", RawDoc::new(&filter.unwrap_or_default()))
                }
                _ => out.append_raw_bytes(element.key, element.value),
            };
        }
        out.finish()
    }
}
