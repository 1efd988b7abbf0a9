//! The regions of `$geoWithin` and `$geoIntersects`.

use super::cells::{CellRange, Grid};
use super::parse::{on_sphere, read_geojson, read_lone_pair, read_stored};
use super::plane::{self, Rectangle, polygon_contains};
use super::shape::Geometry;
use super::sphere::{TOLERANCE, Vector, angle};
use values::arguments::expect_document;
use values::{Error, ErrorCode, Result};
use values::{RawDoc, RawValue, display_document, display_value};

/// A region of the sphere or the plane.
#[derive(Clone, Debug)]
pub(super) enum Region {
    /// A GeoJSON object.
    Sphere(Geometry),
    /// A center and an angle in radians: `$centerSphere`.
    Cap(Vector, f64),
    /// `$box`.
    Box(Rectangle),
    /// `$polygon`.
    Polygon(Vec<[f64; 2]>),
    /// A center and a radius: `$center`.
    Circle([f64; 2], f64),
}

/// The required relation of a geometry to a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeoRelation {
    /// Entirely inside: `$geoWithin`.
    Within,
    /// At least one point inside: `$geoIntersects`.
    Intersects,
}

/// A condition on a geometry.
#[derive(Clone, Debug)]
pub struct Geospatial {
    region: Region,
    relation: GeoRelation,
}

impl Geospatial {
    /// Parses the argument of `$geoWithin` or `$geoIntersects`; `written` is the whole condition.
    ///
    /// # Errors
    /// `BadValue` for an unknown shape, wrong coordinates, or a shape that the
    /// operator doesn't support.
    pub fn parse(argument: RawValue<'_>, relation: GeoRelation, written: RawDoc<'_>) -> Result<Self> {
        let shapes = expect_document(argument, ErrorCode::BAD_VALUE, "geometry must be an object")?;
        let mut region = None;
        for shape in shapes.iter().filter(|shape| shape.name() != "$uniqueDocs") {
            let Some((_, read)) = SHAPES.iter().find(|(name, _)| *name == shape.name()) else {
                return Err(Error::bad_value(format!(
                    "unknown geo specifier: {}: {}",
                    shape.name(),
                    display_value(shape.value.view())
                )));
            };
            let Some(inner) = shape.value.as_container() else {
                return Err(Error::wrong_type(
                    ErrorCode::BAD_VALUE,
                    "geometry must be an object or an array, instead got type {type}",
                    shape.value.tag,
                ));
            };
            region = Some(read(inner)?);
        }
        let Some(region) = region else {
            return Err(Error::bad_value("geo query doesn't have any geometry"));
        };
        let refused = |operator: &str| {
            Err(Error::bad_value(format!(
                "{operator} not supported with provided geometry: {}",
                display_document(written)
            )))
        };
        match (relation, &region) {
            (GeoRelation::Intersects, Region::Sphere(_) | Region::Cap(..)) => {}
            (GeoRelation::Intersects, _) => return refused("$geoIntersect"),
            (GeoRelation::Within, Region::Sphere(geometry)) if !geometry.has_area() => {
                return refused("$within");
            }
            (GeoRelation::Within, _) => {}
        }
        Ok(Geospatial { region, relation })
    }

    /// Whether a stored value satisfies the condition; false if it isn't a geometry.
    pub fn matches(&self, value: RawValue<'_>) -> bool {
        value.as_container().is_some()
            && read_stored("", value).is_ok_and(|geometry| self.matches_geometry(&geometry))
    }

    fn matches_geometry(&self, geometry: &Geometry) -> bool {
        let on_plane = |holds: &dyn Fn([f64; 2]) -> bool| geometry.planar.is_some_and(holds);
        match &self.region {
            Region::Box(rectangle) => on_plane(&|point| rectangle.contains(point)),
            Region::Polygon(corners) => on_plane(&|point| polygon_contains(corners, point)),
            Region::Circle(center, radius) => on_plane(&|point| plane::distance(*center, point) <= *radius),
            _ if geometry.strict_winding || !geometry.is_spherical() => false,
            Region::Cap(center, radius) if self.relation == GeoRelation::Intersects => {
                geometry.angle_to(*center) <= radius + TOLERANCE
            }
            Region::Cap(center, radius) => geometry.farthest_angle(*center) <= radius + TOLERANCE,
            Region::Sphere(own) if self.relation == GeoRelation::Intersects => own.intersects(geometry),
            Region::Sphere(own) => own.contains(geometry),
        }
    }

    /// Whether a `2dsphere` index can find all matches.
    pub fn is_spherical(&self) -> bool {
        matches!(self.region, Region::Sphere(_) | Region::Cap(..))
    }

    /// Whether a `2d` index can find all matches: points in a shape on the plane
    /// or in a circle on the sphere.
    pub fn is_planar(&self) -> bool {
        self.relation == GeoRelation::Within && !matches!(self.region, Region::Sphere(_))
    }

    /// Returns the index ranges of possible matches. Set `nested` if the index contains more than points.
    pub fn ranges(&self, grid: &Grid, nested: bool) -> Vec<CellRange> {
        let around = match &self.region {
            Region::Sphere(geometry) => {
                return grid.ranges(nested, &|cell| {
                    let (center, radius) = grid.cap(cell);
                    geometry.angle_to(center) <= radius + TOLERANCE
                });
            }
            Region::Cap(center, radius) => {
                return grid.ranges(nested, &|cell| grid.angles(cell, *center).0 <= radius + TOLERANCE);
            }
            Region::Box(rectangle) => *rectangle,
            Region::Polygon(corners) => Rectangle::around(corners),
            Region::Circle([x, y], radius) => {
                Rectangle::new([x - radius, y - radius], [x + radius, y + radius])
            }
        };
        grid.ranges(nested, &|cell| grid.rectangle(cell).meets(&around))
    }
}

type Reader = fn(RawDoc<'_>) -> Result<Region>;

const SHAPES: &[(&str, Reader)] = &[
    ("$geometry", |object| read_geojson(object).map(Region::Sphere)),
    ("$box", read_box),
    ("$polygon", read_polygon),
    ("$center", |circle| read_circle(circle).map(|(center, radius)| Region::Circle(center, radius))),
    ("$centerSphere", |circle| {
        let (center, radius) = read_circle(circle)?;
        Ok(Region::Cap(on_sphere(center)?, radius))
    }),
];

fn read_box(corners: RawDoc<'_>) -> Result<Region> {
    let mut corners = corners.values();
    let mut corner = || read_lone_pair(corners.next().unwrap_or(RawValue::MISSING));
    Ok(Region::Box(Rectangle::new(corner()?, corner()?)))
}

fn read_polygon(corners: RawDoc<'_>) -> Result<Region> {
    let corners = corners.values().map(read_lone_pair).collect::<Result<Vec<_>>>()?;
    if corners.len() < 3 {
        return Err(Error::bad_value("Polygon must have at least 3 points"));
    }
    Ok(Region::Polygon(corners))
}

/// Parses center and radius.
fn read_circle(circle: RawDoc<'_>) -> Result<([f64; 2], f64)> {
    let mut parts = circle.values();
    let center = read_lone_pair(parts.next().unwrap_or(RawValue::MISSING))?;
    let radius = parts.next().and_then(RawValue::as_number).map(|number| number.to_f64());
    match radius.filter(|radius| *radius >= 0.0) {
        None => Err(Error::bad_value("radius must be a non-negative number")),
        Some(_) if parts.next().is_some() => {
            Err(Error::bad_value("Only 2 fields allowed for circular region"))
        }
        Some(radius) => Ok((center, radius)),
    }
}

/// Returns the angle in radians between two points given in degrees.
pub(super) fn angle_of_degrees(a: [f64; 2], b: [f64; 2]) -> Option<f64> {
    Some(angle(on_sphere(a).ok()?, on_sphere(b).ok()?))
}
