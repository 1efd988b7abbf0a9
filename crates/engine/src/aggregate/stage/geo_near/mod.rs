//! `$geoNear`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/geoNear/>.

mod measurements;

use super::super::execution::Catalog;
use super::super::expression::compile;
use super::super::stage_prelude::*;
use super::{Position, set_path};
use crate::collection::{Index, KeyKind};
use crate::plan::Meta;
use crate::query::{Filter, Node};
use crate::value::Path;
use measurements::GeoNearMeasurements;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    over_measurements: Some(over_measurements),
    ..stage(
        "$geoNear",
        "Returns the documents from the nearest to the farthest, with their distances; requires a `2dsphere` or `2d` index.",
        (
            "[]",
            r#"{"$geoNear": {"near": {"type": "Point", "coordinates": [2.35, 48.86]}, "distanceField": "meters", "spherical": true}}"#,
            "[]",
        ),
        parse,
    )
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    Ok(vec![Box::new(read(spec, context)?)])
}

fn read(spec: RawValue<'_>, context: &mut ParseContext) -> Result<GeoNear> {
    let Some(spec) = spec.as_container() else {
        return Err(Error::new(
            10065,
            format!("invalid parameter: expected an object ($geoNear: {})", display_value(spec.view())),
        ));
    };
    GeoNear::read(spec, context)
}

/// The `$geoNear` stage. The source executes the search; this stage writes distances and locations.
#[derive(Debug)]
pub struct GeoNear {
    /// The search operator; its field is determined when the collection is known.
    search: Vec<u8>,
    key: Option<String>,
    query: Vec<u8>,
    distance: Vec<Box<str>>,
    place: Option<Vec<Box<str>>>,
    multiplier: f64,
    database: String,
    collection: String,
}

/// Removed options, with error code and replacement.
const REMOVED_OPTIONS: &[(&str, i32, &str)] = &[
    ("limit", 50858, "Use a $limit stage"),
    ("num", 50857, "Use a $limit stage"),
    ("start", 50856, "Use a $skip stage"),
];

impl GeoNear {
    fn read(spec: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut near = None;
        let (mut min, mut max, mut multiplier) = (None, None, 1.0);
        let (mut distance, mut place, mut key) = (None, None, None);
        let (mut query, mut spherical) = (RawDoc::empty(), false);
        for element in spec {
            let (name, value) = (element.name(), element.value);
            match name {
                "near" => near = Some(constant(name, value, context)?),
                "distanceField" => distance = Some(text(16606, name, value)?),
                "includeLocs" => place = Some(text(16607, name, value)?),
                "minDistance" => min = Some(number(name, &constant(name, value, context)?)?),
                "maxDistance" => max = Some(number(name, &constant(name, value, context)?)?),
                "distanceMultiplier" => multiplier = number(name, &Value::from(value).into_owned())?,
                "query" => {
                    query =
                        value.as_document().ok_or_else(|| Error::type_mismatch("query must be an object"))?;
                }
                "spherical" => spherical = crate::collection::is_true(value),
                "key" => key = Some(key_path(value)?),
                "uniqueDocs" => {}
                _ => {
                    let Some((_, code, instead)) =
                        REMOVED_OPTIONS.iter().find(|(removed, ..)| *removed == name)
                    else {
                        return Err(Error::bad_value(format!("Unknown argument to $geoNear: {name}")));
                    };
                    return Err(Error::new(
                        *code,
                        format!("$geoNear no longer supports the '{name}' parameter. {instead} instead."),
                    ));
                }
            }
        }
        let Some(near) = near else {
            return Err(Error::new(5_860_400, "$geoNear requires a 'near' argument"));
        };
        let Some(distance) = distance else {
            return Err(Error::new(16605, "$geoNear requires a 'distanceField' option as a String"));
        };
        // An invalid query is refused at once, even if the collection doesn't exist.
        Filter::parse(query, &context.filter_context())?;
        Ok(GeoNear {
            search: search_for(&near, spherical, min, max),
            key,
            query: query.as_bytes().to_vec(),
            distance: path(&distance)?,
            place: place.map(|place| path(&place)).transpose()?,
            multiplier,
            database: context.database.clone(),
            collection: context.collection.clone(),
        })
    }

    /// Returns the filter that the source must execute.
    ///
    /// # Errors
    /// `IndexNotFound` (27) when the field to search is neither given nor implied by an index.
    pub(in crate::aggregate) fn filter(&self, catalog: &Catalog) -> Result<Vec<u8>> {
        let key = match &self.key {
            Some(key) => key.clone(),
            None => self.only_field(catalog)?,
        };
        let mut out = DocBuilder::new();
        out.append_doc(&key, RawDoc::new(&self.search));
        let query = RawDoc::new(&self.query);
        if query.is_empty() {
            return Ok(out.finish());
        }
        let search = out.finish();
        let mut both = DocBuilder::new();
        both.array("$and", |array| {
            array.push_doc(RawDoc::new(&search));
            array.push_doc(query);
        });
        Ok(both.finish())
    }

    /// Returns the field of the only `2d` index, or else of the only `2dsphere` index.
    fn only_field(&self, catalog: &Catalog) -> Result<String> {
        let missing = |text: String| Error::new(ErrorCode::INDEX_NOT_FOUND, text);
        let indexes = catalog.find(&self.database, &self.collection).map(|(_, found)| found.indexes());
        let indexes: &[Index] = indexes.unwrap_or_default();
        for (kind, name) in [(KeyKind::Plane, "2d"), (KeyKind::Sphere, "2dsphere")] {
            let of_kind = |index: &&Index| index.spec.fields.iter().any(|field| field.kind == kind);
            let mut found = indexes.iter().filter(of_kind);
            let Some(index) = found.next() else { continue };
            if found.next().is_some() {
                return Err(missing(format!(
                    "There is more than one {name} index on {}.{}; unsure which to use for $geoNear",
                    self.database, self.collection
                )));
            }
            let field = index.spec.fields.iter().find(|field| field.kind == kind);
            return Ok(field.map(|field| field.path.as_str().to_owned()).unwrap_or_default());
        }
        Err(missing("$geoNear requires a 2d or 2dsphere index, but none were found".to_owned()))
    }
}

/// Compiles the stage over time-series measurements; the options must name the field of the locations and have no
/// query.
///
/// # Errors
/// Errors of the options.
fn over_measurements(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let GeoNear { search, key, query, distance, place, multiplier, .. } = read(spec, context)?;
    let Some(key) = key else {
        let text = "Must specify 'key' option for $geoNear on a time-series collection";
        return Err(Error::new(5_860_206, text));
    };
    if !RawDoc::new(&query).is_empty() {
        let text = "Must not specify 'query' for $geoNear on a time-series collection; use $match instead";
        return Err(Error::new(5_860_207, text));
    }
    let mut filter = DocBuilder::new();
    filter.append_doc(&key, RawDoc::new(&search));
    let searching = context.filter_context().for_search();
    let filter = Filter::parse(RawDoc::new(&filter.finish()), &searching)?;
    let near = match filter.root() {
        Node::Leaf(leaf) => leaf.predicate.near().cloned(),
        _ => None,
    };
    let near = near.ok_or_else(|| Error::bad_value("$geoNear requires a point to search from"))?;
    let key = Path::new(&key);
    Ok(vec![Box::new(GeoNearMeasurements { near, key, distance, place, multiplier, sorted: None })])
}

fn text(code: i32, name: &str, value: RawValue<'_>) -> Result<String> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| Error::new(code, format!("$geoNear requires that '{name}' option is a String")))
}

fn key_path(value: RawValue<'_>) -> Result<String> {
    match value.as_str() {
        Some("") => Err(Error::bad_value("$geoNear parameter 'key' cannot be the empty string")),
        Some(key) => Ok(key.to_owned()),
        None => Err(Error::wrong_type(
            ErrorCode::TYPE_MISMATCH,
            "$geoNear parameter 'key' must be of type string but found type: {type}",
            value.tag,
        )),
    }
}

fn number(name: &str, value: &Value<'_>) -> Result<f64> {
    let Some(number) = value.as_number() else {
        return Err(Error::type_mismatch(format!("{name} must be a number")));
    };
    let number = number.to_f64();
    if number >= 0.0 { Ok(number) } else { Err(Error::bad_value(format!("{name} must be nonnegative"))) }
}

/// Returns the value of a constant expression.
fn constant(name: &str, value: RawValue<'_>, context: &mut ParseContext) -> Result<Value<'static>> {
    let expression = compile(value, context)?;
    let found = expression.constant().cloned();
    found.ok_or_else(|| Error::bad_value(format!("{name} must be a constant expression")))
}

fn path(text: &str) -> Result<Vec<Box<str>>> {
    Ok(super::super::expression::FieldPath::new(text)?.parts().to_vec())
}

/// Returns the equivalent `$near` or `$nearSphere`.
fn search_for(near: &Value<'_>, spherical: bool, min: Option<f64>, max: Option<f64>) -> Vec<u8> {
    let name = if spherical { "$nearSphere" } else { "$near" };
    let distances = |out: &mut DocBuilder| {
        for (name, distance) in [("$minDistance", min), ("$maxDistance", max)] {
            if let Some(distance) = distance {
                out.append(name, &Value::Double(distance));
            }
        }
    };
    let mut scratch = Vec::new();
    let is_geojson = near.to_raw(&mut scratch).as_document().is_some_and(|doc| doc.get("type").is_some());
    let mut out = DocBuilder::new();
    if is_geojson {
        out.document(name, |inner| {
            inner.append("$geometry", near);
            distances(inner);
        });
    } else {
        out.append(name, near);
        distances(&mut out);
    }
    out.finish()
}

impl Stage for GeoNear {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        input.each_into(sink, |row, sink| {
            let metadata = execution.environment.metadata.borrow().clone();
            let known = |meta: Meta| metadata.as_ref().map_or(Value::Missing, |metadata| metadata.get(meta));
            let mut out = row.document.as_bytes().to_vec();
            if let Value::Double(distance) = known(Meta::GeoNearDistance) {
                let distance = Value::Double(distance * self.multiplier);
                out = set_path(RawDoc::new(&out), &self.distance, &distance);
            }
            if let Some(place) = &self.place {
                out = set_path(RawDoc::new(&out), place, &known(Meta::GeoNearPoint));
            }
            sink.push(Row::new(&out))
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        // The search reads fields of the document, and later stages may read the distance, which isn't stored.
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn as_search(&self) -> Option<&GeoNear> {
        Some(self)
    }
}
