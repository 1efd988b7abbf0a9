//! The aggregation language: pipeline stages, accumulators, expressions.
//!
//! [`Pipeline::parse`] compiles and optimises a pipeline. [`Pipeline::split_for_cursor`] removes the leading part,
//! which a collection's cursor executes faster. [`Pipeline::prepend`] puts that cursor or another source in front.
//! [`Pipeline::prepare`] passes the stages the required fields, and [`Pipeline::run`] passes the results to a
//! [`RowSink`].
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/aggregation/>.

pub mod accumulator;
mod collection_source;
pub mod compensated_sum;
mod cursor_part;
pub mod document_order;
mod execution;
pub mod explained;
pub mod expression;
mod foreign;
mod hash_join;
mod index_join;
pub(crate) mod metadata;
mod optimize;
mod output;
mod percentile;
mod pipeline;
mod pipeline_shape;
mod preview;
mod required_fields;
mod row_sink;
mod script;
pub mod stage;
mod stage_prelude;
mod stage_reordering;
mod text;
pub mod window;

pub use collection_source::CollectionSource;
pub use cursor_part::CursorPart;
pub use execution::{Catalog, Execution, Usage};
pub use foreign::{check_view_depth, open_pipeline, resolve_view};
pub use output::{Merge, OUTPUTS, Output, OutputMode, WhenMatched, WhenNotMatched, has_output, is_output};
pub use pipeline::{Documents, Pipeline, PipelineStage};
pub use pipeline_shape::{check_shape, first_stage, written_stages};
pub use preview::{Preview, SampleLimits, StagePreview, StageSample, preview};
pub(crate) use row_sink::MAX_BATCH_BYTES;
pub use row_sink::{Row, RowSink};
pub use stage::{MEMORY_LIMIT, Memory};

#[cfg(test)]
mod rewrite_tests;
#[cfg(test)]
pub(crate) mod tests;
