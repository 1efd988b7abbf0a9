//! The exercise format: parser, catalogue and bundles.
//!
//! An exercise is a folder, `exercises/<track>/<slug>/`, with the text, the data, the starter, the checks,
//! the accepted designs and classic wrong answers. [`Catalogue::read`] reads all of them, [`write_bundles`]
//! converts them to the JSON files that the page loads.

mod bundle;
mod catalogue;
mod design_change;
mod error;
mod folder;
mod front_matter;
pub mod markdown;
mod reference;

pub use bundle::{Bundle, FORMAT_VERSION, Index, IndexEntry, IndexTrack, write_bundles};
pub use catalogue::{Catalogue, Track};
pub use error::{FormatError, Result};
pub use folder::{Design, Exercise, WrongAnswer};
pub use front_matter::{Cluster, FrontMatter, Function, METERS, Prediction, is_id};
pub use reference::{Pattern, Principle, Reference, Term};

/// Returns the TypeScript declarations of the types in bundles, with their comments.
#[cfg(feature = "typescript")]
pub fn declarations(config: &ts_rs::Config) -> Vec<String> {
    fn declaration<T: ts_rs::TS>(config: &ts_rs::Config) -> String {
        format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config))
    }
    vec![
        declaration::<Bundle>(config),
        declaration::<Function>(config),
        declaration::<Cluster>(config),
        declaration::<Design>(config),
        declaration::<WrongAnswer>(config),
        declaration::<Prediction>(config),
        declaration::<front_matter::Transition>(config),
        declaration::<markdown::Block>(config),
        declaration::<markdown::Inline>(config),
    ]
}
