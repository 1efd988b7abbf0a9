//! The grid that maps geometries to index keys.
//!
//! The world, a rectangle (longitude by latitude, or the range of a `2d` index), is
//! quartered recursively. A cell's number has two bits per level, then a one, then
//! zeros. So the numbers of a cell's descendants are a range around its own number:
//! an index scan finds everything inside a cell by one range, and everything in
//! enclosing cells by their numbers.
//!
//! A covering may be too large, never too small: candidates are tested again.

use std::collections::VecDeque;

use super::plane::Rectangle;
use super::shape::Geometry;
use super::sphere::{TOLERANCE, Vector, angle, from_degrees};

/// The number of levels of a `2dsphere` index.
const MAX_LEVEL: u32 = 30;
/// The target number of cells per stored geometry.
const STORED_CELLS: usize = 12;
/// The target number of cells per query.
const QUERY_CELLS: usize = 24;

/// An inclusive range of cell numbers.
pub type CellRange = (i64, i64);

/// The division of an index's world into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    low: [f64; 2],
    high: [f64; 2],
    levels: u32,
}

/// A square of the grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    level: u32,
    column: u64,
    row: u64,
}

impl Grid {
    /// Creates the grid of a `2dsphere` index.
    pub fn globe() -> Self {
        Grid { low: [-180.0, -90.0], high: [180.0, 90.0], levels: MAX_LEVEL }
    }

    /// Creates the grid of a `2d` index with its `min`, `max` and number of `bits`
    /// per axis.
    pub fn plane(min: f64, max: f64, bits: u32) -> Self {
        Grid { low: [min, min], high: [max, max], levels: bits.clamp(1, MAX_LEVEL) }
    }

    /// Whether a point is in the world.
    pub fn holds(&self, point: [f64; 2]) -> bool {
        Rectangle { low: self.low, high: self.high }.contains(point)
    }

    /// Returns the lower and upper end of the first axis.
    pub fn range(&self) -> (f64, f64) {
        (self.low[0], self.high[0])
    }

    /// Returns the number of the smallest cell that contains a point.
    pub fn cell_of(&self, point: [f64; 2]) -> i64 {
        let cells = 1u64 << self.levels;
        let place = |axis: usize| {
            let part = (point[axis] - self.low[axis]) / (self.high[axis] - self.low[axis]);
            ((part * cells as f64) as u64).min(cells - 1)
        };
        self.number(Cell { level: self.levels, column: place(0), row: place(1) })
    }

    /// Returns the numbers of cells that cover a geometry.
    pub fn cells_of(&self, geometry: &Geometry) -> Vec<i64> {
        if let (Some(point), true) = (geometry.planar, geometry.is_spherical()) {
            return vec![self.cell_of(point)];
        }
        let meets = |cell: &Cell| {
            let (center, radius) = self.cap(cell);
            geometry.angle_to(center) <= radius
        };
        self.cover(STORED_CELLS, &meets).into_iter().map(|cell| self.number(cell)).collect()
    }

    /// Returns the ranges to scan for everything in the cells that `meets` accepts;
    /// with `nested`, also in their enclosing cells.
    pub(super) fn ranges(&self, nested: bool, meets: &dyn Fn(&Cell) -> bool) -> Vec<CellRange> {
        let mut out = Vec::new();
        for cell in self.cover(QUERY_CELLS, meets) {
            let number = self.number(cell);
            let within = number & -number;
            out.push((number - within + 1, number + within - 1));
            for above in (0..cell.level).filter(|_| nested) {
                let shift = cell.level - above;
                let around = Cell { level: above, column: cell.column >> shift, row: cell.row >> shift };
                let number = self.number(around);
                out.push((number, number));
            }
        }
        values::sort(&mut out);
        let mut joined: Vec<CellRange> = Vec::with_capacity(out.len());
        for (low, high) in out {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        joined
    }

    /// Returns a covering of the cells that `meets` accepts. Cells are quartered as long
    /// as there are at most `most`.
    fn cover(&self, most: usize, meets: &dyn Fn(&Cell) -> bool) -> Vec<Cell> {
        let root = Cell { level: 0, column: 0, row: 0 };
        let mut open = VecDeque::from([root]);
        let mut done = Vec::new();
        while let Some(cell) = open.pop_front() {
            if cell.level >= self.levels {
                done.push(cell);
                continue;
            }
            let quarter = |at: u64| Cell {
                level: cell.level + 1,
                column: cell.column * 2 + (at & 1),
                row: cell.row * 2 + (at >> 1),
            };
            let met: Vec<Cell> = (0..4).map(quarter).filter(|cell| meets(cell)).collect();
            if met.len() > 1 && done.len() + open.len() + met.len() > most {
                done.push(cell);
            } else {
                open.extend(met);
            }
        }
        done
    }

    fn number(&self, cell: Cell) -> i64 {
        let mut bits = 0u64;
        for level in (0..cell.level).rev() {
            bits = bits << 2 | (cell.row >> level & 1) << 1 | cell.column >> level & 1;
        }
        // 61 bits at most.
        ((bits << 1 | 1) << (2 * (self.levels - cell.level))) as i64
    }

    /// Returns the cell's rectangle on the plane.
    pub(super) fn rectangle(&self, cell: &Cell) -> Rectangle {
        let cells = (1u64 << cell.level) as f64;
        let size = |axis: usize| (self.high[axis] - self.low[axis]) / cells;
        let at = |column: u64, row: u64| {
            [self.low[0] + column as f64 * size(0), self.low[1] + row as f64 * size(1)]
        };
        Rectangle { low: at(cell.column, cell.row), high: at(cell.column + 1, cell.row + 1) }
    }

    /// Returns the center and radius of a spherical cap that contains the part of the cell
    /// that is on the globe.
    pub(super) fn cap(&self, cell: &Cell) -> (Vector, f64) {
        let Rectangle { low, high } = self.rectangle(cell);
        let latitude = |degrees: f64| degrees.clamp(-90.0, 90.0);
        let (south, north) = (latitude(low[1]), latitude(high[1]));
        let (height, width) = ((north - south) / 2.0, (high[0] - low[0]) / 2.0);
        // Along the meridian, then along the cell's longest parallel.
        let nearest_equator = if south <= 0.0 && north >= 0.0 { 0.0 } else { south.abs().min(north.abs()) };
        let radius = height.to_radians() + width.to_radians() * nearest_equator.to_radians().cos();
        (from_degrees(low[0] + width, south + height), radius.min(std::f64::consts::PI) + 4.0 * TOLERANCE)
    }

    /// Returns bounds of the angle from a point to the points of a cell.
    pub(super) fn angles(&self, cell: &Cell, point: Vector) -> (f64, f64) {
        let (center, radius) = self.cap(cell);
        let middle = angle(center, point);
        ((middle - radius).max(0.0), middle + radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_quarters_are_around_that_of_their_cell() {
        let grid = Grid::globe();
        let whole = Cell { level: 3, column: 5, row: 2 };
        let number = grid.number(whole);
        let within = number & -number;
        for at in 0..4u64 {
            let quarter = Cell { level: 4, column: 10 + (at & 1), row: 4 + (at >> 1) };
            let inner = grid.number(quarter);
            assert!((number - within < inner) && (inner < number + within), "{at}");
        }
        let beside = grid.number(Cell { level: 4, column: 12, row: 4 });
        assert!((beside - number).abs() >= within);
    }

    #[test]
    fn small_caps_have_small_coverings() {
        let grid = Grid::globe();
        let center = from_degrees(13.4, 52.5);
        let ranges = grid.ranges(false, &|cell| grid.angles(cell, center).0 <= 1e-5);
        let leaf = grid.cell_of([13.4, 52.5]);
        assert!(ranges.iter().any(|(low, high)| *low <= leaf && leaf <= *high));
        let far = grid.cell_of([13.5, 52.5]);
        assert!(!ranges.iter().any(|(low, high)| *low <= far && far <= *high));
    }
}
