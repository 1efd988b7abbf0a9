//! Places on the Earth and on the plane: what the geospatial operators compare
//! and the geospatial indexes hold.
//!
//! <https://www.mongodb.com/docs/manual/geospatial-queries/>. GeoJSON lives on a
//! sphere of radius [`EARTH_RADIUS_METERS`], legacy coordinate pairs on a plane
//! too.

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

/// The radius that the server gives the Earth.
pub const EARTH_RADIUS_METERS: f64 = 6_378_100.0;
