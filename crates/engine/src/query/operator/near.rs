//! `$near`: <https://www.mongodb.com/docs/manual/reference/operator/query/near/>.

use super::prelude::*;
use crate::geo::{Near, Origin, read_point};
use crate::value::display_document;

pub(super) const OPERATOR: Operator = operator(
    "$near",
    Place::Field,
    "Gives the documents from the nearest place to the farthest, by a `2dsphere` index from a GeoJSON point in meters, by a `2d` index from a pair of coordinates on the plane.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$maxDistance": 5}}"#, "true"),
    |argument| parse(argument, "$near"),
);

/// The error where the order of documents is meaningless.
const NOT_ALLOWED: &str = "$geoNear, $near, and $nearSphere are not allowed in this context, as these operators require sorting geospatial data. If you do not need sort, consider using $geoWithin instead. Check out https://dochub.mongodb.org/core/near-sort-operation and https://dochub.mongodb.org/core/nearSphere-sort-operation for more details.";

/// Compiles `$near` or `$nearSphere` with its distances. For legacy pairs these are sibling operators.
pub(super) fn parse(argument: &Argument<'_>, name: &'static str) -> Result<Node> {
    if !argument.context.at_document() {
        return Err(Error::bad_value("geoNear must be top-level expr"));
    }
    if !argument.context.allows_search() {
        return Err(Error::new(5_626_500, NOT_ALLOWED));
    }
    let sphere = name == "$nearSphere";
    let near = match legacy_point(argument.value) {
        Some((point, max)) => legacy(argument.siblings, name, point, max)?,
        None => modern(argument)?,
    };
    let near = match near.origin {
        Origin::Plane if sphere => {
            if near.center().is_err() {
                return Err(Error::new(17444, "Legacy point is out of bounds for spherical query"));
            }
            Near { origin: Origin::Radians, ..near }
        }
        _ => near,
    };
    Ok(argument.leaf(Nearest { near, sphere, written: argument.siblings.as_bytes().to_vec() }))
}

/// Parses `[x, y]` or `{ x: …, y: … }`, with an optional maximum distance as third value.
fn legacy_point(value: RawValue<'_>) -> Option<([f64; 2], Option<f64>)> {
    let mut numbers = value.as_container()?.values().map(RawValue::as_number);
    let x = numbers.next()??.to_f64();
    let y = numbers.next()??.to_f64();
    let max = numbers.next().flatten().map(|number| number.to_f64());
    (x.is_finite() && y.is_finite()).then_some(([x, y], max))
}

/// Parses a distance. `codes` are the errors for a value that is not a number and for a negative number.
fn distance(name: &str, value: RawValue<'_>, codes: [i32; 2]) -> Result<f64> {
    let Some(number) = value.as_number() else {
        return Err(Error::new(codes[0], format!("{name} must be a number")));
    };
    let distance = number.to_f64();
    if distance >= 0.0 {
        return Ok(distance);
    }
    Err(Error::new(codes[1], format!("{name} must be non-negative")))
}

fn legacy(siblings: RawDoc<'_>, own: &str, point: [f64; 2], max: Option<f64>) -> Result<Near> {
    let mut near = Near { point, origin: Origin::Plane, min: 0.0, max: max.unwrap_or(f64::INFINITY) };
    for element in siblings {
        match element.name() {
            name if name == own => {}
            name @ "$minDistance" => near.min = distance(name, element.value, [16893, 16894])?,
            name @ "$maxDistance" => near.max = distance(name, element.value, [16895, 16896])?,
            "$uniqueDocs" => {}
            name => return Err(Error::new(34413, format!("invalid argument in geo near query: {name}"))),
        }
    }
    Ok(near)
}

/// `{ $geometry: …, $minDistance: …, $maxDistance: … }`.
fn modern(argument: &Argument<'_>) -> Result<Near> {
    let mut others = argument.siblings.iter().skip(1);
    if let Some(other) = others.next() {
        return Err(Error::bad_value(format!(
            "geo near accepts just one argument when querying for a GeoJSON point. Extra field found: {}: {}",
            other.name(),
            display_value(other.value.view())
        )));
    }
    let parts = argument.value.as_container().unwrap_or(RawDoc::empty());
    let mut point = None;
    let (mut min, mut max) = (0.0, f64::INFINITY);
    for element in parts {
        match element.name() {
            "$geometry" => {
                let Some(given) = element.value.as_container() else { continue };
                let invalid = |error: Error| {
                    Error::bad_value(format!(
                        "invalid point in geo near query $geometry argument: {}  {}",
                        display_document(given),
                        error.message()
                    ))
                };
                let (place, on_sphere) = read_point(element.value).map_err(invalid)?;
                if !on_sphere {
                    return Err(Error::new(
                        16681,
                        format!("$near requires geojson point, given {}", display_document(given)),
                    ));
                }
                point = Some(place);
            }
            name @ "$minDistance" => min = distance(name, element.value, [16897, 16898])?,
            name @ "$maxDistance" => max = distance(name, element.value, [16899, 16900])?,
            name => return Err(Error::bad_value(format!("invalid argument in geo near query: {name}"))),
        }
    }
    match point {
        Some(point) => Ok(Near { point, origin: Origin::Meters, min, max }),
        None => Err(Error::bad_value("$geometry is required for geo near query")),
    }
}

#[derive(Debug)]
struct Nearest {
    near: Near,
    /// Whether the operator is `$nearSphere`.
    sphere: bool,
    /// All operators on the field, as written.
    written: Vec<u8>,
}

impl ValuePredicate for Nearest {
    fn matches(&self, value: RawValue<'_>) -> bool {
        self.near.includes(value)
    }

    fn near(&self) -> Option<&Near> {
        Some(&self.near)
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_all(RawDoc::new(&self.written));
    }

    fn debug_text(&self, path: &str) -> Option<String> {
        let sphere = i32::from(self.sphere);
        let max = if self.near.max.is_finite() { self.near.max } else { f64::MAX };
        Some(format!("GEONEAR  field={path} maxdist={} isNearSphere={sphere}", crate::geo::short_number(max)))
    }
}
