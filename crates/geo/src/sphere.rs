//! Geometry on the unit sphere: points are unit vectors, edges are the shorter
//! arcs of great circles between them.
//!
//! Functions of one edge are never inlined: their copies in all loops over edges made up a fortieth of the engine.

use super::exact_trigonometry::{atan2, sin_cos};

/// Points nearer than this (in radians; about 6 mm on Earth) touch, so that an
/// edge's own points are on it despite rounding.
pub(super) const TOLERANCE: f64 = 1e-9;

/// A point of the sphere.
pub(super) type Vector = [f64; 3];

/// Returns the point at a longitude and latitude in degrees.
pub(super) fn from_degrees(longitude: f64, latitude: f64) -> Vector {
    let (theta_sin, theta_cos) = sin_cos(longitude.to_radians());
    let (phi_sin, phi_cos) = sin_cos(latitude.to_radians());
    [theta_cos * phi_cos, theta_sin * phi_cos, phi_sin]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

fn unit(a: Vector) -> Vector {
    let length = length(a);
    [a[0] / length, a[1] / length, a[2] / length]
}

/// Returns the opposite point.
pub(super) fn antipode(a: Vector) -> Vector {
    [-a[0], -a[1], -a[2]]
}

/// Returns the angle between two points in radians.
#[inline(never)]
pub(super) fn angle(a: Vector, b: Vector) -> f64 {
    atan2(length(cross(a, b)), dot(a, b))
}

/// Returns the midpoint of the edge between two points.
pub(super) fn midpoint(a: Vector, b: Vector) -> Vector {
    unit(plus(a, b))
}

/// Returns a positive number when `c` is to the left of the great circle from `a` to `b`.
/// Uses differences of points, so nearby points don't lose precision.
fn orientation(a: Vector, b: Vector, c: Vector) -> f64 {
    dot(cross(minus(a, c), minus(b, c)), c)
}

/// Whether two edges cross. An end on the other edge's great circle counts as
/// left of it, so that a path through a vertex crosses one of its two edges.
#[inline(never)]
pub(super) fn crosses(a: Vector, b: Vector, c: Vector, d: Vector) -> bool {
    let left = |x, y, z| orientation(x, y, z) >= 0.0;
    let c_left = left(a, b, c);
    let b_left = left(c, d, b);
    c_left != left(a, b, d) && left(c, d, a) != b_left && c_left == b_left
}

/// Returns the angle from a point to the nearest point of an edge.
#[inline(never)]
pub(super) fn angle_to_edge(point: Vector, a: Vector, b: Vector) -> f64 {
    let normal = cross(a, b);
    let size = length(normal);
    if size > 0.0 {
        // Between the planes through the ends that are perpendicular to the edge.
        let inside = dot(cross(normal, a), point) > 0.0 && dot(cross(normal, b), point) < 0.0;
        if inside {
            return (dot(point, normal) / size).abs().min(1.0).asin();
        }
    }
    angle(point, a).min(angle(point, b))
}

/// Returns the angle between the nearest points of two edges.
pub(super) fn angle_between_edges(a: Vector, b: Vector, c: Vector, d: Vector) -> f64 {
    if crosses(a, b, c, d) {
        return 0.0;
    }
    angle_to_edge(a, c, d).min(angle_to_edge(b, c, d)).min(angle_to_edge(c, a, b)).min(angle_to_edge(d, a, b))
}

/// A closed path; its inside is to the left.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    vertices: Vec<Vector>,
    /// A point with a known side.
    reference: Vector,
    /// Whether the reference is inside.
    reference_inside: bool,
}

/// Candidate reference points, far apart, at coordinates that no real vertex has.
const REFERENCES: [(f64, f64); 3] = [
    (13.271_828_182_8, 52.141_592_653_5),
    (133.141_421_356_2, -21.161_803_398_8),
    (-104.577_215_664_9, 7.693_147_180_5),
];

impl Ring {
    /// Creates a ring of at least three vertices; the last is connected to the first.
    /// Unless `keep_winding` is set, the inside is the smaller part.
    pub(super) fn new(mut vertices: Vec<Vector>, keep_winding: bool) -> Self {
        if !keep_winding && signed_area(&vertices) < 0.0 {
            vertices.reverse();
        }
        let start = midpoint(vertices[0], vertices[1]);
        let references = REFERENCES.map(|(longitude, latitude)| from_degrees(longitude, latitude));
        let away = |point: &Vector| (angle(*point, start) - std::f64::consts::FRAC_PI_2).abs();
        let nearest = references.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        let reference = nearest.unwrap_or(references[0]);
        let mut ring = Ring { vertices, reference, reference_inside: false };
        // The path from the midpoint of the first edge to the reference starts to the edge's left or right.
        let mut inside = orientation(ring.vertices[0], ring.vertices[1], reference) >= 0.0;
        for (a, b) in ring.edges().skip(1) {
            inside ^= crosses(start, reference, a, b);
        }
        ring.reference_inside = inside;
        ring
    }

    /// Returns the vertices, without repeating the first one.
    pub(super) fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// Returns the edges in order.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        let next = self.vertices.iter().skip(1).chain(self.vertices.first());
        self.vertices.iter().copied().zip(next.copied())
    }

    /// Whether a point is inside. The result for a point on the ring is unspecified.
    pub(super) fn contains(&self, point: Vector) -> bool {
        let mut inside = self.reference_inside;
        for (a, b) in self.edges() {
            inside ^= crosses(point, self.reference, a, b);
        }
        inside
    }

    /// Whether a point is on the ring.
    pub(super) fn touches(&self, point: Vector) -> bool {
        self.edges().any(|(a, b)| angle_to_edge(point, a, b) <= TOLERANCE)
    }

    /// Returns the positions of two edges that cross, if any.
    pub(super) fn crossing_edges(&self) -> Option<(usize, usize)> {
        let edges: Vec<_> = self.edges().collect();
        for (i, (a, b)) in edges.iter().enumerate() {
            for (j, (c, d)) in edges.iter().enumerate().skip(i + 2) {
                let neighbours = i == 0 && j + 1 == edges.len();
                if !neighbours && crosses(*a, *b, *c, *d) {
                    return Some((i, j));
                }
            }
        }
        None
    }
}

/// Returns the area to the left of a ring, in `(-2π, 2π]`: negative when the left
/// part is the larger one.
fn signed_area(vertices: &[Vector]) -> f64 {
    let origin = vertices[0];
    let excess = |a: Vector, b: Vector| {
        let volume = dot(origin, cross(a, b));
        2.0 * volume.atan2(1.0 + dot(origin, a) + dot(a, b) + dot(b, origin))
    };
    let sum: f64 = vertices.windows(2).map(|edge| excess(edge[0], edge[1])).sum();
    let whole = 4.0 * std::f64::consts::PI;
    let wrapped = sum.rem_euclid(whole);
    if wrapped > whole / 2.0 { wrapped - whole } else { wrapped }
}

/// A polygon: an outer ring and holes, or several nested rings.
#[derive(Clone, Debug)]
pub(super) struct Polygon {
    pub(super) rings: Vec<Ring>,
}

impl Polygon {
    /// Returns the edges of all rings.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.rings.iter().flat_map(Ring::edges)
    }

    /// Whether a point is inside or on an edge.
    #[inline(never)]
    pub(super) fn contains(&self, point: Vector) -> bool {
        let inside = self.rings.iter().filter(|ring| ring.contains(point)).count() % 2 == 1;
        inside || self.rings.iter().any(|ring| ring.touches(point))
    }

    /// Whether a point is inside and not on an edge.
    fn contains_within(&self, point: Vector) -> bool {
        self.contains(point) && !self.rings.iter().any(|ring| ring.touches(point))
    }

    /// Whether a whole edge is inside.
    #[inline(never)]
    pub(super) fn contains_edge(&self, a: Vector, b: Vector) -> bool {
        let crossed = |(c, d): (Vector, Vector)| {
            // Edges that meet at an end don't cross.
            crosses(a, b, c, d)
                && angle_to_edge(a, c, d) > TOLERANCE
                && angle_to_edge(b, c, d) > TOLERANCE
                && angle_to_edge(c, a, b) > TOLERANCE
                && angle_to_edge(d, a, b) > TOLERANCE
        };
        self.contains(a) && self.contains(b) && self.contains(midpoint(a, b)) && !self.edges().any(crossed)
    }

    /// Whether another polygon is inside.
    pub(super) fn contains_polygon(&self, other: &Polygon) -> bool {
        let own_vertices = || self.rings.iter().flat_map(|ring| ring.vertices().iter().copied());
        other.edges().all(|(a, b)| self.contains_edge(a, b))
            // No hole of this polygon may be inside the other.
            && !own_vertices().any(|vertex| other.contains_within(vertex))
    }

    /// Whether two polygons have a point in common.
    pub(super) fn intersects(&self, other: &Polygon) -> bool {
        other.rings.iter().any(|ring| self.contains(ring.vertices()[0]))
            || self.rings.iter().any(|ring| other.contains(ring.vertices()[0]))
            || other.edges().any(|(a, b)| self.meets_edge(a, b))
    }

    /// Whether an edge of the polygon and another edge have a point in common.
    pub(super) fn meets_edge(&self, a: Vector, b: Vector) -> bool {
        self.edges().any(|(c, d)| angle_between_edges(a, b, c, d) <= TOLERANCE)
    }

    /// Returns the angle to a point; 0 inside.
    pub(super) fn angle_to(&self, point: Vector) -> f64 {
        if self.contains(point) {
            return 0.0;
        }
        self.edges().map(|(a, b)| angle_to_edge(point, a, b)).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(corners: &[(f64, f64)], keep_winding: bool) -> Ring {
        Ring::new(corners.iter().map(|&(x, y)| from_degrees(x, y)).collect(), keep_winding)
    }

    const SQUARE: [(f64, f64); 4] = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];

    #[test]
    fn smaller_part_is_inside_for_any_winding() {
        let backwards: Vec<_> = SQUARE.into_iter().rev().collect();
        for corners in [&SQUARE[..], &backwards] {
            let ring = ring(corners, false);
            assert!(ring.contains(from_degrees(5.0, 5.0)));
            assert!(!ring.contains(from_degrees(15.0, 5.0)));
            assert!(!ring.contains(from_degrees(-175.0, -5.0)));
        }
        let outside = ring(&backwards, true);
        assert!(!outside.contains(from_degrees(5.0, 5.0)));
        assert!(outside.contains(from_degrees(-175.0, -5.0)));
    }

    #[test]
    fn edges_are_geodesics() {
        // The arc between two points of a parallel passes north of it.
        let ring = ring(&[(-60.0, 0.0), (60.0, 0.0), (60.0, 60.0), (-60.0, 60.0)], false);
        assert!(ring.contains(from_degrees(0.0, 70.0)));
        assert!(!ring.contains(from_degrees(0.0, 80.0)));
    }

    #[test]
    fn rings_may_contain_poles_and_cross_the_date_line() {
        let cap = ring(&[(0.0, 80.0), (90.0, 80.0), (180.0, 80.0), (-90.0, 80.0)], false);
        assert!(cap.contains(from_degrees(45.0, 89.0)));
        assert!(cap.contains([0.0, 0.0, 1.0]));
        assert!(!cap.contains(from_degrees(45.0, 10.0)));
        let pacific = ring(&[(170.0, -10.0), (-170.0, -10.0), (-170.0, 10.0), (170.0, 10.0)], false);
        assert!(pacific.contains(from_degrees(180.0, 0.0)));
        assert!(!pacific.contains(from_degrees(0.0, 0.0)));
    }

    #[test]
    fn distances_to_an_edge_end_at_its_ends() {
        let (a, b) = (from_degrees(0.0, 0.0), from_degrees(10.0, 0.0));
        let degrees = |point: Vector| angle_to_edge(point, a, b).to_degrees();
        assert!((degrees(from_degrees(5.0, 3.0)) - 3.0).abs() < 1e-9);
        assert!((degrees(from_degrees(15.0, 0.0)) - 5.0).abs() < 1e-9);
        assert!(degrees(from_degrees(7.0, 0.0)) < 1e-9);
    }
}
