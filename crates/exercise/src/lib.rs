//! The exercise format: parser, catalogue, bundles and report types.
//!
//! An exercise is a folder, `exercises/<track>/<slug>/`: the text, the data, the starter, the checks, the
//! accepted designs and classic wrong answers. [`Catalogue::read`] reads them all, [`write_bundles`] turns
//! them into the JSON files that the page loads.

mod bundle;
mod catalogue;
mod design_change;
mod error;
mod folder;
mod front_matter;
pub mod markdown;
mod reference;
pub mod report;

pub use bundle::{Bundle, FORMAT_VERSION, Index, IndexEntry, IndexTrack, write_bundles};
pub use catalogue::{Catalogue, Track};
pub use error::{FormatError, Result};
pub use folder::{Design, Exercise, WrongAnswer};
pub use front_matter::{Cluster, FrontMatter, Function, METERS, Prediction, is_id};
pub use reference::{Pattern, Principle, Reference, Term};
