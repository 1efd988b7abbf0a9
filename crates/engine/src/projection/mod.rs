//! `find`'s projection.
