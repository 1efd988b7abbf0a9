//! Geometry on the plane of legacy coordinate pairs.

/// A point of the plane.
pub(super) type Point = [f64; 2];

/// Returns the distance of two points.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

/// A closed rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rectangle {
    pub(super) low: Point,
    pub(super) high: Point,
}

impl Rectangle {
    /// Creates the rectangle of two opposite corners.
    pub(super) fn new(a: Point, b: Point) -> Self {
        Rectangle { low: [a[0].min(b[0]), a[1].min(b[1])], high: [a[0].max(b[0]), a[1].max(b[1])] }
    }

    /// Returns the bounding rectangle of one or more points.
    pub(super) fn around(points: &[Point]) -> Self {
        let first = points.first().copied().unwrap_or_default();
        points.iter().fold(Rectangle::new(first, first), |all, point| Rectangle {
            low: [all.low[0].min(point[0]), all.low[1].min(point[1])],
            high: [all.high[0].max(point[0]), all.high[1].max(point[1])],
        })
    }

    /// Whether a point is inside or on the edge.
    pub(super) fn contains(&self, point: Point) -> bool {
        (0..2).all(|axis| self.low[axis] <= point[axis] && point[axis] <= self.high[axis])
    }

    /// Whether two rectangles have a point in common.
    pub(super) fn meets(&self, other: &Rectangle) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }

    /// Returns the distance from a point; 0 inside.
    pub(super) fn distance_to(&self, point: Point) -> f64 {
        let nearest = [point[0].clamp(self.low[0], self.high[0]), point[1].clamp(self.low[1], self.high[1])];
        distance(nearest, point)
    }
}

/// Whether a point is in a polygon, whose last corner is connected to its first.
/// Corners and axis-parallel edges belong to the polygon.
pub(super) fn polygon_contains(corners: &[Point], point: Point) -> bool {
    let [x, y] = point;
    let mut inside = false;
    let next = corners.iter().skip(1).chain(corners.first());
    for (&[ax, ay], &[bx, by]) in corners.iter().zip(next) {
        let within = Rectangle::new([ax, ay], [bx, by]).contains(point);
        if within && (ax == bx || ay == by || point == [ax, ay] || point == [bx, by]) {
            return true;
        }
        // An edge includes only its lower end, so that each corner counts once.
        if (ay <= y) != (by <= y) {
            let crossing = ax + (y - ay) * (bx - ax) / (by - ay);
            inside ^= x <= crossing;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_contain_corners_and_axis_parallel_edges() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for point in [[0.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 2.0], [4.0, 1.0], [1.0, 1.0]] {
            assert!(polygon_contains(&square, point), "{point:?}");
        }
        for point in [[-1.0, 0.0], [5.0, 4.0], [2.0, 4.1], [2.0, -0.1]] {
            assert!(!polygon_contains(&square, point), "{point:?}");
        }
    }

    #[test]
    fn notches_are_outside() {
        let notched = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [3.0, 2.0], [0.0, 6.0]];
        assert!(polygon_contains(&notched, [3.0, 1.0]));
        assert!(!polygon_contains(&notched, [3.0, 4.0]));
        assert!(polygon_contains(&notched, [1.0, 3.0]));
    }
}
