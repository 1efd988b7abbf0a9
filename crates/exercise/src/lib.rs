//! The exercise format: parser, catalogue, bundles and report types.
//!
//! An exercise is a folder, `exercises/<track>/<slug>/`: the text, the data, the starter, the checks, the
//! accepted designs and classic wrong answers. [`Catalogue::read`] reads them all, [`write_bundles`] turns
//! them into the JSON files that the page loads.

mod error;
pub mod markdown;

pub use error::{FormatError, Result};
