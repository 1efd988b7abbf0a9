//! The grid that turns places into index keys.
//!
//! A square world (longitude by latitude, or the range of a `2d` index) is
//! quartered again and again. A cell's number has two bits for each quartering,
//! then a one, then zeros, so that the cells inside a cell are the numbers
//! around its own: an index walk finds what lies in a cell by one range, and
//! what lies in larger cells around it by their numbers.
//!
//! Coverings may be too large, never too small: what they find is tested again.

use std::collections::VecDeque;

use super::plane::Box2;
use super::shape::Geometry;
use super::sphere::{TOUCHES, Vector, angle, from_degrees};

/// How often the world of a `2dsphere` index is quartered.
const MAX_LEVEL: u32 = 30;
/// Cells that a stored geometry is put into at most, or one more level's worth.
const STORED_CELLS: usize = 12;
/// Cells that a query walks over at most.
const QUERY_CELLS: usize = 24;

/// Cell numbers from the first to the second, both included.
pub type CellRange = (i64, i64);

/// How an index divides its world.
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
    /// The grid of a `2dsphere` index.
    pub fn globe() -> Self {
        Grid { low: [-180.0, -90.0], high: [180.0, 90.0], levels: MAX_LEVEL }
    }

    /// The grid of a `2d` index: its `min` and `max`, and the number of `bits`
    /// for each axis.
    pub fn plane(min: f64, max: f64, bits: u32) -> Self {
        Grid { low: [min, min], high: [max, max], levels: bits.clamp(1, MAX_LEVEL) }
    }

    /// Whether a point is in the world.
    pub fn holds(&self, point: [f64; 2]) -> bool {
        Box2 { low: self.low, high: self.high }.contains(point)
    }

    /// The lower and upper end of the axes.
    pub fn range(&self) -> (f64, f64) {
        (self.low[0], self.high[0])
    }

    /// The number of the smallest cell around a point.
    pub fn cell_of(&self, point: [f64; 2]) -> i64 {
        let cells = 1u64 << self.levels;
        let place = |axis: usize| {
            let part = (point[axis] - self.low[axis]) / (self.high[axis] - self.low[axis]);
            ((part * cells as f64) as u64).min(cells - 1)
        };
        self.number(Cell { level: self.levels, column: place(0), row: place(1) })
    }

    /// The numbers of cells that together hold a geometry.
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

    /// What a walk must look at to find everything in the cells that may be met;
    /// `nested`: also what larger cells hold.
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

    /// Cells that hold everything that may be met, the world quartered as long as
    /// there are not more than `most`.
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

    /// The cell on the plane.
    pub(super) fn rectangle(&self, cell: &Cell) -> Box2 {
        let cells = (1u64 << cell.level) as f64;
        let size = |axis: usize| (self.high[axis] - self.low[axis]) / cells;
        let at = |column: u64, row: u64| {
            [self.low[0] + column as f64 * size(0), self.low[1] + row as f64 * size(1)]
        };
        Box2 { low: at(cell.column, cell.row), high: at(cell.column + 1, cell.row + 1) }
    }

    /// A point of the sphere and a radius that reaches all of the cell, as far as
    /// it is on the globe.
    pub(super) fn cap(&self, cell: &Cell) -> (Vector, f64) {
        let Box2 { low, high } = self.rectangle(cell);
        let latitude = |degrees: f64| degrees.clamp(-90.0, 90.0);
        let (south, north) = (latitude(low[1]), latitude(high[1]));
        let (height, width) = ((north - south) / 2.0, (high[0] - low[0]) / 2.0);
        // Along the meridian, then along the parallel that is the longest in the cell.
        let nearest_equator = if south <= 0.0 && north >= 0.0 { 0.0 } else { south.abs().min(north.abs()) };
        let radius = height.to_radians() + width.to_radians() * nearest_equator.to_radians().cos();
        (from_degrees(low[0] + width, south + height), radius.min(std::f64::consts::PI) + 4.0 * TOUCHES)
    }

    /// The least and the greatest angle that a point of a cell can have from a point.
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
    fn a_cell_is_around_the_numbers_of_its_quarters() {
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
    fn a_covering_of_a_small_cap_is_small() {
        let grid = Grid::globe();
        let center = from_degrees(13.4, 52.5);
        let ranges = grid.ranges(false, &|cell| grid.angles(cell, center).0 <= 1e-5);
        let leaf = grid.cell_of([13.4, 52.5]);
        assert!(ranges.iter().any(|(low, high)| *low <= leaf && leaf <= *high));
        let far = grid.cell_of([13.5, 52.5]);
        assert!(!ranges.iter().any(|(low, high)| *low <= far && far <= *high));
    }
}
