//! Geometry for geospatial operators and indexes, on the sphere and on the plane.
//!
//! <https://www.mongodb.com/docs/manual/geospatial-queries/>. GeoJSON objects are on a
//! sphere of radius [`EARTH_RADIUS_METERS`]; legacy coordinate pairs are on the sphere
//! and on a plane.

mod cells;
mod exact_trigonometry;
mod near;
mod parse;
mod plane;
mod region;
mod shape;
mod sphere;

pub use cells::{CellRange, Grid};
pub use near::{Near, Origin};
pub use parse::{read_pair, read_point, read_stored, short_number};
pub use region::{GeoRelation, Geospatial};

/// The Earth's radius that the server uses.
pub const EARTH_RADIUS_METERS: f64 = 6_378_100.0;
