//! The geometries in documents: points, lines and polygons.

use super::sphere::{
    Polygon, TOLERANCE, Vector, angle, angle_between_edges, angle_to_edge, antipode, from_degrees,
};

/// A geometry of any GeoJSON type, as its points, lines and polygons.
#[derive(Clone, Debug, Default)]
pub struct Geometry {
    pub(super) points: Vec<Vector>,
    pub(super) lines: Vec<Vec<Vector>>,
    pub(super) polygons: Vec<Polygon>,
    /// The coordinates of a single point, which is also a point of the plane.
    pub(super) planar: Option<[f64; 2]>,
    /// Whether a polygon's inside is to the left of its edges, even if that is more than half of the sphere.
    pub(super) strict_winding: bool,
}

impl Geometry {
    /// Creates a single point. It isn't on the sphere if its coordinates are out of range.
    pub(super) fn point(x: f64, y: f64) -> Self {
        let points = if on_globe(x, y) { vec![from_degrees(x, y)] } else { Vec::new() };
        Geometry { points, planar: Some([x, y]), ..Geometry::default() }
    }

    /// Whether the geometry is on the sphere.
    pub fn is_spherical(&self) -> bool {
        !(self.points.is_empty() && self.lines.is_empty() && self.polygons.is_empty())
    }

    /// Whether the geometry is a single point.
    pub fn is_point(&self) -> bool {
        self.planar.is_some()
    }

    /// Returns the error for a point that isn't on the sphere.
    pub fn out_of_globe(&self) -> values::Error {
        let [x, y] = self.planar.unwrap_or_default();
        super::parse::out_of_globe(x, y)
    }

    /// Whether the geometry can contain another one.
    pub(super) fn has_area(&self) -> bool {
        !self.polygons.is_empty()
    }

    /// Adds the parts of another geometry.
    pub(super) fn extend(&mut self, other: Geometry) {
        self.points.extend(other.points);
        self.lines.extend(other.lines);
        self.polygons.extend(other.polygons);
        self.planar = None;
    }

    /// Returns the edges of lines and polygons.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        let of_lines = self.lines.iter().flat_map(|line| line.windows(2).map(|edge| (edge[0], edge[1])));
        of_lines.chain(self.polygons.iter().flat_map(Polygon::edges))
    }

    /// Whether every part of another geometry is inside one polygon of this one.
    pub(super) fn contains(&self, other: &Geometry) -> bool {
        let any = |holds: &dyn Fn(&Polygon) -> bool| self.polygons.iter().any(holds);
        other.points.iter().all(|point| any(&|polygon| polygon.contains(*point)))
            && other.lines.iter().all(|line| {
                any(&|polygon| line.windows(2).all(|edge| polygon.contains_edge(edge[0], edge[1])))
            })
            && other.polygons.iter().all(|inner| any(&|polygon| polygon.contains_polygon(inner)))
    }

    /// Whether two geometries have a point in common.
    pub(super) fn intersects(&self, other: &Geometry) -> bool {
        let (edges, others): (Vec<_>, Vec<_>) = (self.edges().collect(), other.edges().collect());
        self.points.iter().any(|point| other.meets_point(*point))
            || other.points.iter().any(|point| self.meets_point(*point))
            || edges
                .iter()
                .any(|(a, b)| others.iter().any(|(c, d)| angle_between_edges(*a, *b, *c, *d) <= TOLERANCE))
            || self.holds_a_line_of(other)
            || other.holds_a_line_of(self)
            || self.polygons.iter().any(|polygon| other.polygons.iter().any(|it| polygon.intersects(it)))
    }

    fn meets_point(&self, point: Vector) -> bool {
        self.angle_to(point) <= TOLERANCE
    }

    /// Whether the start of a line of another geometry is inside a polygon.
    fn holds_a_line_of(&self, other: &Geometry) -> bool {
        other.lines.iter().any(|line| self.polygons.iter().any(|polygon| polygon.contains(line[0])))
    }

    /// Returns the angle in radians from a point to the nearest point of the geometry.
    pub(super) fn angle_to(&self, point: Vector) -> f64 {
        let to_points = self.points.iter().map(|own| angle(*own, point));
        let to_lines = self
            .lines
            .iter()
            .flat_map(|line| line.windows(2).map(|edge| angle_to_edge(point, edge[0], edge[1])));
        let to_polygons = self.polygons.iter().map(|polygon| polygon.angle_to(point));
        to_points.chain(to_lines).chain(to_polygons).fold(f64::INFINITY, f64::min)
    }

    /// Returns the angle in radians from a point to the farthest point of the geometry.
    pub(super) fn farthest_angle(&self, point: Vector) -> f64 {
        std::f64::consts::PI - self.angle_to(antipode(point))
    }
}

/// Whether longitude and latitude are in range.
pub(super) fn on_globe(longitude: f64, latitude: f64) -> bool {
    longitude.abs() <= 180.0 && latitude.abs() <= 90.0
}
