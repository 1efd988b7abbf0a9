//! The stages of a plan, one a file, named as explain names them.

mod collection_scan;
mod distinct_scan;
mod eof;
mod express_scan;
mod fast_count;
mod fetch;
mod geo_near;
mod index_scan;
mod limit;
mod or;
mod projection;
mod record_id;
mod return_key;
mod skip;
mod sort;
mod sort_merge;
mod subplan;
mod text_match;

pub use collection_scan::CollectionScan;
pub use distinct_scan::DistinctScan;
pub use eof::Eof;
pub use express_scan::ExpressScan;
pub use fast_count::FastCount;
pub use fetch::Fetch;
pub use geo_near::GeoNear;
pub use index_scan::IndexScan;
pub use limit::Limit;
pub use or::Or;
pub use projection::{ProjectionKind, ProjectionStage};
pub use record_id::ShowRecordId;
pub use return_key::ReturnKey;
pub use skip::Skip;
pub use sort::Sort;
pub use sort_merge::SortMerge;
pub use subplan::Subplan;
pub use text_match::TextMatch;
