//! The parser of GeoJSON objects and legacy coordinate pairs.
//!
//! <https://www.mongodb.com/docs/manual/reference/geojson/>,
//! <https://www.mongodb.com/docs/manual/geospatial-queries/#legacy-coordinate-pairs>.
//! All errors are `BadValue` (2) with the server's texts.

use super::shape::{Geometry, on_globe};
use super::sphere::{Polygon, Ring, TOLERANCE, Vector, angle, from_degrees};
use values::{Error, Result};
use values::{RawDoc, RawValue, display_document, display_value, tag, type_name};

/// The names in `crs` of GeoJSON's default coordinate system.
const LONGITUDE_LATITUDE: [&str; 2] = ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326"];
/// The coordinate system in which the inside of a polygon is to the left of its edges.
const STRICT_WINDING: &str = "urn:x-mongodb:crs:strictwinding:EPSG:4326";

fn wrong<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::bad_value(text))
}

/// Parses the geometry at an indexed or queried path: an array or object.
///
/// # Errors
/// `BadValue` with the reason why the value isn't a geometry.
pub fn read_stored(name: &str, value: RawValue<'_>) -> Result<Geometry> {
    let Some(container) = value.as_container() else {
        let shown = display_value(value.view());
        return wrong(format!("geo element must be an array or object: {name}: {shown}"));
    };
    if value.is_document() && geojson_type(container).is_some() {
        return read_geojson(container);
    }
    let [x, y] = read_pair(value)?;
    Ok(Geometry::point(x, y))
}

/// Returns the type of a GeoJSON object if it is known.
fn geojson_type(object: RawDoc<'_>) -> Option<&str> {
    let name = object.get("type")?.as_str()?;
    READERS.iter().any(|(known, _)| *known == name).then_some(name)
}

type Reader = fn(RawDoc<'_>, bool) -> Result<Geometry>;

const READERS: &[(&str, Reader)] = &[
    ("Point", point),
    ("LineString", line_string),
    ("Polygon", polygon),
    ("MultiPoint", multi_point),
    ("MultiLineString", multi_line_string),
    ("MultiPolygon", multi_polygon),
    ("GeometryCollection", geometry_collection),
];

/// Parses a GeoJSON object.
///
/// # Errors
/// `BadValue` for an unknown type or wrong coordinates.
pub(super) fn read_geojson(object: RawDoc<'_>) -> Result<Geometry> {
    let name = object.get("type").and_then(RawValue::as_str);
    let Some((name, read)) = READERS.iter().find(|(known, _)| name == Some(known)) else {
        return wrong(format!("unknown GeoJSON type: {}", display_document(object)));
    };
    let strict = read_system(object)?;
    if strict && !matches!(*name, "Polygon" | "Point") {
        return wrong("only polygon supported with strict winding order");
    }
    let mut geometry = read(object, strict)?;
    geometry.strict_winding = strict;
    Ok(geometry)
}

/// Parses `crs`; returns whether polygons have a strict winding order.
fn read_system(object: RawDoc<'_>) -> Result<bool> {
    let Some(system) = object.get("crs") else { return Ok(false) };
    let Some(system) = system.as_document() else { return wrong("GeoJSON CRS must be an object") };
    if system.get("type").and_then(RawValue::as_str) != Some("name") {
        return wrong("GeoJSON CRS must have field \"type\": \"name\"");
    }
    let Some(properties) = system.get("properties").and_then(RawValue::as_document) else {
        return wrong("CRS must have field \"properties\" which is an object");
    };
    let Some(name) = properties.get("name").and_then(RawValue::as_str) else {
        return wrong("In CRS, \"properties.name\" must be a string");
    };
    if name == STRICT_WINDING {
        return Ok(true);
    }
    if LONGITUDE_LATITUDE.contains(&name) { Ok(false) } else { wrong(format!("Unknown CRS name: {name}")) }
}

/// Parses the first two values of an array or object as numbers; names are ignored.
///
/// # Errors
/// `BadValue` for anything else.
pub fn read_pair(value: RawValue<'_>) -> Result<[f64; 2]> {
    let Some(container) = value.as_container() else {
        return wrong(format!("Point must be an array or object, instead got type {}", type_name(value.tag)));
    };
    let mut values = container.values();
    let mut out = [0.0; 2];
    for slot in &mut out {
        let value = values.next().unwrap_or(RawValue::MISSING);
        let Some(number) = value.as_number() else {
            return wrong(format!(
                "Point must only contain numeric elements, instead got type {}",
                type_name(value.tag)
            ));
        };
        *slot = number.to_f64();
        if !slot.is_finite() {
            return wrong("Point coordinates must be finite numbers");
        }
    }
    Ok(out)
}

/// Like [`read_pair`], but refuses further values.
///
/// # Errors
/// Those of [`read_pair`], and for more than two values.
pub(super) fn read_lone_pair(value: RawValue<'_>) -> Result<[f64; 2]> {
    let pair = read_pair(value)?;
    match value.as_container().and_then(|container| container.nth(2)) {
        Some(_) => wrong("Point must only contain two numeric elements"),
        None => Ok(pair),
    }
}

/// Formats a number with six significant digits, like the server's messages.
pub fn short_number(number: f64) -> String {
    let digits = format!("{number:.5e}");
    match digits.parse::<f64>() {
        Ok(rounded) if rounded.abs() < 1e6 => rounded.to_string(),
        Ok(rounded) => {
            let text = format!("{rounded:e}");
            text.replace('e', "e+")
        }
        Err(_) => digits,
    }
}

/// Parses the point that a search starts from, and returns whether it is GeoJSON instead of a legacy pair.
///
/// # Errors
/// `BadValue` for anything else.
pub fn read_point(value: RawValue<'_>) -> Result<([f64; 2], bool)> {
    let Some(object) = value.as_document().filter(|object| geojson_type(*object) == Some("Point")) else {
        return Ok((read_pair(value)?, false));
    };
    read_system(object)?;
    let pair = read_pair(coordinates(object))?;
    on_sphere(pair)?;
    Ok((pair, true))
}

/// Returns the error for coordinates out of range.
pub(super) fn out_of_globe(longitude: f64, latitude: f64) -> Error {
    Error::bad_value(format!(
        "Longitude/latitude is out of bounds, lng: {} lat: {}",
        short_number(longitude),
        short_number(latitude)
    ))
}

/// Converts degrees to a point on the sphere.
pub(super) fn on_sphere([longitude, latitude]: [f64; 2]) -> Result<Vector> {
    if !on_globe(longitude, latitude) {
        return Err(out_of_globe(longitude, latitude));
    }
    Ok(from_degrees(longitude, latitude))
}

fn coordinates(object: RawDoc<'_>) -> RawValue<'_> {
    object.get("coordinates").unwrap_or(RawValue::MISSING)
}

fn position(value: RawValue<'_>) -> Result<Vector> {
    if value.tag != tag::ARRAY {
        return wrong("GeoJSON coordinates must be an array");
    }
    on_sphere(read_pair(value)?)
}

fn positions(value: RawValue<'_>) -> Result<Vec<Vector>> {
    match value.as_array() {
        Some(array) => array.values().map(position).collect(),
        None => wrong("GeoJSON coordinates must be an array of coordinates"),
    }
}

/// Returns the elements of a `Multi` type's coordinates.
fn items<'a>(object: RawDoc<'a>, name: &str) -> Result<Vec<RawValue<'a>>> {
    let Some(array) = coordinates(object).as_array() else {
        return wrong(format!("{name} coordinates must be an array"));
    };
    if array.is_empty() {
        return wrong(format!("{name} coordinates must have at least 1 element"));
    }
    Ok(array.values().collect())
}

fn point(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    let pair = read_pair(coordinates(object))?;
    on_sphere(pair)?;
    Ok(Geometry::point(pair[0], pair[1]))
}

fn multi_point(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    let points = items(object, "MultiPoint")?.into_iter().map(position).collect::<Result<_>>()?;
    Ok(Geometry { points, ..Geometry::default() })
}

fn line(value: RawValue<'_>) -> Result<Vec<Vector>> {
    let mut vertices = positions(value)?;
    vertices.dedup();
    if vertices.len() < 2 {
        return wrong(format!(
            "GeoJSON LineString must have at least 2 vertices: {}",
            display_value(value.view())
        ));
    }
    if vertices.windows(2).any(|edge| angle(edge[0], edge[1]) > std::f64::consts::PI - TOLERANCE) {
        return wrong(format!("GeoJSON LineString has antipodal vertices: {}", display_value(value.view())));
    }
    Ok(vertices)
}

fn line_string(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    Ok(Geometry { lines: vec![line(coordinates(object))?], ..Geometry::default() })
}

fn multi_line_string(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    let lines = items(object, "MultiLineString")?.into_iter().map(line).collect::<Result<_>>()?;
    Ok(Geometry { lines, ..Geometry::default() })
}

fn ring(value: RawValue<'_>, strict: bool) -> Result<Ring> {
    let mut vertices = positions(value)?;
    let shown = || display_value(value.view());
    if vertices.is_empty() {
        return wrong(format!("Loop has no vertices: {}", shown()));
    }
    if vertices.first() != vertices.last() {
        return wrong(format!("Loop is not closed: {}", shown()));
    }
    vertices.dedup();
    vertices.pop();
    if vertices.len() < 3 {
        return wrong(format!(
            "Loop must have at least 3 different vertices, {} unique vertices were provided: {}",
            vertices.len().max(1),
            shown()
        ));
    }
    for (i, vertex) in vertices.iter().enumerate() {
        if let Some(j) = vertices.iter().skip(i + 1).position(|other| other == vertex) {
            return wrong(format!(
                "Loop is not valid: {} Duplicate vertices: {i} and {}",
                shown(),
                i + 1 + j
            ));
        }
    }
    let ring = Ring::new(vertices, strict);
    if let Some((a, b)) = ring.crossing_edges() {
        return wrong(format!("Loop is not valid: {} Edges {a} and {b} cross.", shown()));
    }
    Ok(ring)
}

fn rings(value: RawValue<'_>, strict: bool) -> Result<Polygon> {
    let Some(array) = value.as_array() else { return wrong("Polygon coordinates must be an array of loops") };
    let rings = array.values().map(|value| ring(value, strict)).collect::<Result<Vec<_>>>()?;
    let Some((outer, holes)) = rings.split_first() else { return wrong("Polygon has no loops.") };
    if strict && !holes.is_empty() {
        return wrong("Only one simple loop is allowed in a big polygon");
    }
    let inside = |vertex: &Vector| outer.contains(*vertex) || outer.touches(*vertex);
    for (hole, written) in holes.iter().zip(array.values().skip(1)) {
        if !hole.vertices().iter().all(inside) {
            return wrong(format!(
                "Secondary loops not contained by first exterior loop - secondary loops must be holes: {} first loop: {}",
                display_value(written.view()),
                display_value(array.nth(0).unwrap_or(RawValue::MISSING).view())
            ));
        }
    }
    Ok(Polygon { rings })
}

fn polygon(object: RawDoc<'_>, strict: bool) -> Result<Geometry> {
    Ok(Geometry { polygons: vec![rings(coordinates(object), strict)?], ..Geometry::default() })
}

fn multi_polygon(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    let parts = items(object, "MultiPolygon")?;
    let polygons = parts.into_iter().map(|value| rings(value, false)).collect::<Result<_>>()?;
    Ok(Geometry { polygons, ..Geometry::default() })
}

fn geometry_collection(object: RawDoc<'_>, _: bool) -> Result<Geometry> {
    let Some(members) = object.get("geometries").and_then(RawValue::as_array) else {
        return wrong("GeometryCollection geometries must be an array");
    };
    if members.is_empty() {
        return wrong("GeometryCollection geometries must have at least 1 element");
    }
    let mut all = Geometry::default();
    for (at, member) in members.values().enumerate() {
        let Some(member) = member.as_document() else {
            return wrong(format!("Element {at} of \"geometries\" is not an object"));
        };
        if member.get("type").and_then(RawValue::as_str) == Some("GeometryCollection") {
            return wrong(format!("GeometryCollections cannot be nested: {}", display_document(member)));
        }
        all.extend(read_geojson(member)?);
    }
    Ok(all)
}
