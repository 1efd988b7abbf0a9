//! The stages of a plan, one a file, named as explain names them.

mod collection_scan;
mod eof;
mod express_scan;
mod fetch;
mod index_scan;
mod limit;
mod or;
mod projection;
mod skip;
mod sort;
mod sort_merge;

pub use collection_scan::CollectionScan;
pub use eof::Eof;
pub use express_scan::ExpressScan;
pub use fetch::Fetch;
pub use index_scan::IndexScan;
pub use limit::Limit;
pub use or::Or;
pub use projection::{ProjectionKind, ProjectionStage};
pub use skip::Skip;
pub use sort::Sort;
pub use sort_merge::SortMerge;
