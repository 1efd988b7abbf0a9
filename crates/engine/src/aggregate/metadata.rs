//! A plan's metadata of a document, for `$meta`.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/meta/>

use std::rc::Rc;

use crate::error::{Error, Result};
use crate::value::{RawDoc, RawValue, Value};

/// A kind of metadata that `$meta` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meta {
    /// The relevance score of a text search.
    TextScore,
    /// The distance to the document's nearest location.
    GeoNearDistance,
    /// The document's nearest location.
    GeoNearPoint,
    /// The record id.
    RecordId,
    /// The index key by which the document was found.
    IndexKey,
    /// The values by which the document was sorted.
    SortKey,
    /// The score of Atlas Search.
    Search,
    /// The highlights of Atlas Search.
    SearchHighlights,
    /// The score of Atlas Vector Search.
    VectorSearch,
    /// The random number of a sample.
    RandVal,
}

const NAMES: &[(&str, Meta)] = &[
    ("textScore", Meta::TextScore),
    ("geoNearDistance", Meta::GeoNearDistance),
    ("geoNearPoint", Meta::GeoNearPoint),
    ("recordId", Meta::RecordId),
    ("indexKey", Meta::IndexKey),
    ("sortKey", Meta::SortKey),
    ("searchScore", Meta::Search),
    ("searchHighlights", Meta::SearchHighlights),
    ("vectorSearchScore", Meta::VectorSearch),
    ("randVal", Meta::RandVal),
];

impl Meta {
    /// Parses the argument of `$meta`.
    ///
    /// # Errors
    /// 17307 when the argument isn't a string, 17308 for an unknown one.
    pub fn parse(argument: RawValue<'_>) -> Result<Self> {
        let Some(name) = argument.as_str() else {
            return Err(Error::new(17307, "$meta only supports string arguments"));
        };
        Self::find(name).ok_or_else(|| Error::new(17308, format!("Unsupported argument to $meta: {name}")))
    }

    fn find(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, meta)| *meta)
    }

    /// Parses `{ $meta: … }` of a sort; also returns whether greater values come first.
    ///
    /// # Errors
    /// 17312 for another expression; 31138, 31218 and 31219 for metadata that can't be sorted by.
    pub fn parse_sort(expression: RawValue<'_>) -> Result<(Self, bool)> {
        let first = expression.as_document().and_then(RawDoc::first).filter(|first| first.name() == "$meta");
        let Some(argument) = first.map(|first| first.value) else {
            return Err(Error::new(17312, "$meta is the only expression supported by $sort right now"));
        };
        if expression.as_document().is_some_and(|doc| doc.count() > 1) {
            return Err(Error::failed_to_parse("Cannot have additional keys in a $meta sort specification"));
        }
        match argument.as_str().and_then(Self::find) {
            Some(meta @ Meta::TextScore) => Ok((meta, true)),
            Some(meta @ Meta::GeoNearDistance) => Ok((meta, false)),
            Some(meta @ (Meta::VectorSearch | Meta::RandVal)) => Ok((meta, true)),
            Some(Meta::Search) => Err(unsupported(31218, "searchScore")),
            Some(Meta::SearchHighlights) => Err(unsupported(31219, "searchHighlights")),
            _ => Err(Error::new(
                31138,
                format!("Illegal $meta sort: $meta: {}", crate::value::display_value(argument.view())),
            )),
        }
    }

    /// Refuses the sort key in a pipeline without a sort.
    ///
    /// # Errors
    /// 40218.
    pub fn check_sorted(requested: &[Self], sorted: bool) -> Result<()> {
        if requested.contains(&Meta::SortKey) && !sorted { Err(unavailable("sort key")) } else { Ok(()) }
    }
}

fn unsupported(code: i32, what: &str) -> Error {
    Error::new(code, format!("$meta sort by '{what}' metadata is not supported"))
}

/// Returns the error for metadata that the query doesn't provide.
pub(crate) fn unavailable(what: &str) -> Error {
    Error::new(40218, format!("query requires {what} metadata, but it is not available"))
}

/// A plan's metadata of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The relevance score of a text search.
    pub text_score: Option<f64>,
    /// The distance to the document's nearest location, in the unit of the search.
    pub geo_distance: Option<f64>,
    /// The document's nearest location, as stored.
    pub geo_point: Option<Value<'static>>,
    /// The record id, counted from 1.
    pub record_id: Option<i64>,
    /// The index key, as a document.
    pub index_key: Option<Vec<u8>>,
    /// The sort key's values, as an array.
    pub sort_key: Option<Vec<u8>>,
}

impl Metadata {
    /// Creates the metadata of a `$near` or `$geoNear` search.
    pub fn near(distance: f64, place: Value<'static>) -> Rc<Self> {
        Rc::new(Metadata { geo_distance: Some(distance), geo_point: Some(place), ..Metadata::default() })
    }

    /// Creates the metadata of a text search.
    pub fn text(score: f64) -> Rc<Self> {
        Rc::new(Metadata { text_score: Some(score), ..Metadata::default() })
    }

    /// Returns the requested metadata; missing when the plan doesn't provide it.
    pub fn get(&self, meta: Meta) -> Value<'static> {
        let double = |number: Option<f64>| number.map_or(Value::Missing, Value::Double);
        match meta {
            Meta::TextScore => double(self.text_score),
            Meta::GeoNearDistance => double(self.geo_distance),
            Meta::GeoNearPoint => self.geo_point.clone().unwrap_or(Value::Missing),
            Meta::RecordId => self.record_id.map_or(Value::Missing, Value::Int64),
            Meta::IndexKey => self.index_key.clone().map_or(Value::Missing, Value::document),
            Meta::SortKey => self.sort_key.clone().map_or(Value::Missing, Value::array),
            Meta::Search | Meta::SearchHighlights | Meta::VectorSearch | Meta::RandVal => Value::Missing,
        }
    }
}
