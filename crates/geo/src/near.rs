//! Distances for `$near`, `$nearSphere` and `$geoNear`.

use super::EARTH_RADIUS_METERS;
use super::cells::{CellRange, Grid};
use super::parse::{on_sphere, read_stored};
use super::plane;
use super::region::angle_of_degrees;
use super::sphere::{Vector, from_degrees};
use values::{ArrayMode, visit_values};
use values::{Path, RawDoc, RawValue};

/// The geometry and unit of distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// On the sphere from a GeoJSON point, in meters.
    Meters,
    /// On the sphere from a legacy pair, in radians.
    Radians,
    /// On the plane.
    Plane,
}

/// A search for the nearest documents.
#[derive(Clone, Debug)]
pub struct Near {
    /// The point: longitude and latitude, or x and y.
    pub point: [f64; 2],
    /// How distances are measured.
    pub origin: Origin,
    /// The least distance, in the unit of the origin.
    pub min: f64,
    /// The greatest distance.
    pub max: f64,
}

/// The nearest location in a document.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<'a> {
    /// The distance, in the unit of the origin.
    pub distance: f64,
    /// The location as stored.
    pub place: RawValue<'a>,
}

impl Near {
    /// Whether the search can use a `2dsphere` index, or if `sphere` is false, a `2d` index.
    pub fn uses(&self, sphere: bool) -> bool {
        match self.origin {
            Origin::Meters => sphere,
            Origin::Radians => true,
            Origin::Plane => !sphere,
        }
    }

    /// Returns the search point on the sphere.
    ///
    /// # Errors
    /// `BadValue` for coordinates out of range.
    pub fn center(&self) -> values::Result<Vector> {
        on_sphere(self.point)
    }

    /// Converts radians to the unit of the origin.
    fn in_unit(&self, angle: f64) -> f64 {
        let meters = angle * EARTH_RADIUS_METERS;
        if self.origin == Origin::Meters { meters } else { meters / EARTH_RADIUS_METERS }
    }

    /// Returns the nearest location at a path: on the sphere of all geometries, on the plane
    /// only of points.
    pub fn nearest<'a>(&self, doc: RawDoc<'a>, path: &Path, sphere: bool) -> Option<Nearest<'a>> {
        let center = from_degrees(self.point[0], self.point[1]);
        let mut found: Option<Nearest<'a>> = None;
        visit_values(doc, path, ArrayMode::ElementsAndWhole, &mut |place| {
            if place.as_container().is_none() {
                return;
            }
            let Ok(geometry) = read_stored("", place) else { return };
            let distance = match (self.origin, geometry.planar) {
                (Origin::Plane, Some(point)) => Some(plane::distance(self.point, point)),
                (Origin::Plane, None) => None,
                _ if sphere => geometry.is_spherical().then(|| self.in_unit(geometry.angle_to(center))),
                (_, point) => {
                    point.and_then(|point| angle_of_degrees(self.point, point)).map(|a| self.in_unit(a))
                }
            };
            if let Some(distance) = distance
                && found.is_none_or(|nearest| distance < nearest.distance)
            {
                found = Some(Nearest { distance, place });
            }
        });
        found
    }

    /// Whether a location is within the distances, measured by its own geometry.
    pub fn includes(&self, place: RawValue<'_>) -> bool {
        let Ok(geometry) = read_stored("", place) else { return false };
        let distance = match (self.origin, geometry.planar) {
            (Origin::Plane, point) => point.map(|point| plane::distance(self.point, point)),
            _ if geometry.is_spherical() => {
                Some(self.in_unit(geometry.angle_to(from_degrees(self.point[0], self.point[1]))))
            }
            _ => None,
        };
        distance.is_some_and(|distance| self.min <= distance && distance <= self.max)
    }

    /// Returns a small distance for the first step of a search.
    pub fn first_step(&self, grid: &Grid) -> f64 {
        match self.origin {
            Origin::Meters => 10.0,
            Origin::Radians => 10.0 / EARTH_RADIUS_METERS,
            Origin::Plane => {
                let (low, high) = grid.range();
                (high - low) / f64::from(1 << 22)
            }
        }
    }

    /// Returns an upper bound of all distances.
    pub fn farthest(&self, grid: &Grid) -> f64 {
        match self.origin {
            Origin::Meters | Origin::Radians => self.in_unit(std::f64::consts::PI) * 1.001,
            Origin::Plane => {
                let (low, high) = grid.range();
                let from = |axis: usize| (self.point[axis] - low).abs().max((high - self.point[axis]).abs());
                from(0) + from(1)
            }
        }
    }

    /// Returns the index ranges of locations at distances from `inner` to `outer`. Set `nested`
    /// if the index contains more than points.
    pub fn ranges(&self, grid: &Grid, nested: bool, inner: f64, outer: f64) -> Vec<CellRange> {
        if self.origin == Origin::Plane {
            return grid.ranges(nested, &|cell| {
                let rectangle = grid.rectangle(cell);
                let corners = [rectangle.low[0], rectangle.high[0]]
                    .into_iter()
                    .flat_map(|x| [[x, rectangle.low[1]], [x, rectangle.high[1]]]);
                let farthest = corners.map(|corner| plane::distance(corner, self.point)).fold(0.0, f64::max);
                rectangle.distance_to(self.point) <= outer && farthest >= inner
            });
        }
        let center = from_degrees(self.point[0], self.point[1]);
        grid.ranges(nested, &|cell| {
            let (least, greatest) = grid.angles(cell, center);
            self.in_unit(least) <= outer && self.in_unit(greatest) >= inner
        })
    }
}
