//! Pipeline stages, one per file. Each passes its documents to the next one until that is full.
//!
//! A stage owns its state, so a pipeline is also a cursor that survives between
//! `getMore`s. Documents between two stages are borrowed, so a stage that passes them on unchanged copies nothing.
//!
//! A stage is `<name>.rs`, or `<name>/mod.rs` with its private helpers beside it. Two folders aren't stages:
//! `shared` has code that several stages use, `columns` the columnar fast paths.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/>.

mod add_fields;
mod bucket;
mod bucket_auto;
mod change_stream;
mod change_stream_split_large_event;
mod coll_stats;
mod columns;
mod count;
mod current_op;
mod densify;
mod documents;
mod facet;
mod fill;
mod geo_near;
mod graph_lookup;
mod group;
mod index_stats;
mod limit;
mod list_local_sessions;
mod list_sessions;
mod lookup;
mod r#match;
mod plan_cache_stats;
mod project;
mod redact;
mod replace_root;
mod replace_with;
mod sample;
mod set;
mod set_window_fields;
mod skip;
mod sort;
mod sort_by_count;
mod union_with;
mod unpack_bucket;
mod unset;
mod unwind;

mod operator;
mod shared;

use std::rc::Rc;

pub use change_stream::check_following;
pub use facet::TEE;
pub use geo_near::GeoNear;
use graph_lookup::GraphLookup;
pub(super) use group::Group;
pub(super) use limit::limit_stage;
pub use lookup::Lookup;
pub use r#match::Match;
pub use r#match::rename::Renamed;
pub(super) use operator::stage;
pub use operator::{InputKind, Position, StageOperator, ViewTarget};
pub use shared::foreign_references::ForeignReferences;
pub use shared::input::Input;
pub use shared::memory::{Exceeded, MEMORY_LIMIT, Memory};
use union_with::UnionWith;
pub(super) use unpack_bucket::UNPACK_BUCKET;
pub use unwind::Unwind;

use super::collection_source::CollectionSource;
use super::document_order::DocumentOrder;
use super::execution::{Catalog, Usage};
use super::expression::Dependencies;
use super::pipeline::Pipeline;
use super::row_sink::RowSink;
use crate::Result;
use crate::change_stream::ChangeStreamState;
use crate::error::{Error, ErrorCode};
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// One stage of a pipeline.
pub trait Stage {
    /// Passes documents to `sink` until it is full, and returns whether the stage is exhausted. A change stream
    /// returns true when no event is left for now.
    ///
    /// The next call continues with the next document, so a stage holds what it read but couldn't pass on. It pulls no
    /// further document from its input once the sink is full: reading is visible in explain, and a later document may
    /// raise an error.
    ///
    /// # Errors
    /// Errors of expressions, limits, the input and the sink.
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool>;

    /// Adds the fields and metadata that the stage reads.
    fn dependencies(&self, out: &mut Dependencies);

    /// Returns the stage's effect on its input's fields.
    fn effect(&self) -> Effect;

    /// Returns the stage's kind, for the optimizer and the cursor.
    fn kind(&mut self) -> Kind<'_> {
        Kind::Other
    }

    /// Whether the stage emits exactly one document per input document.
    fn is_one_to_one(&self) -> bool {
        false
    }

    /// Whether the output depends only on the input document.
    fn is_pure(&self) -> bool {
        false
    }

    /// Whether a condition on these paths holds for the stage's output exactly when
    /// it holds for its input, so that it may be tested before the stage.
    fn commutes_with_match(&self, _reads: &Dependencies) -> bool {
        false
    }

    /// Whether the stage can use the length of an omitted array (`Row::array_length`).
    fn accepts_array_length(&self) -> bool {
        false
    }

    /// Receives, before the first document, the fields that later stages read;
    /// the stage may omit all others.
    fn set_required_fields(&mut self, _needed: &RequiredFields) {}

    /// Maps an output path to an input path on which comparisons have the same result, in every input document of
    /// an output document. With `present`, this only has to hold for comparisons that missing values never satisfy.
    fn comparison_origin(&self, _path: &str, _present: bool) -> Option<String> {
        None
    }

    /// Maps an output path to the input path that it copies. `None` if the value is computed.
    fn origin(&self, _path: &str) -> Option<String> {
        None
    }

    /// Adds the stage's own reads of collections.
    fn usage(&self, _out: &mut Usage) {}

    /// Receives the fields the server would read; no later stage can observe others.
    fn set_visible_fields(&mut self, _fields: &[String]) {}

    /// Returns this stage as `{ $name: … }` if it is part of the expansion of another stage.
    fn stands_for(&self) -> Option<RawDoc<'_>> {
        None
    }

    /// Makes the stage record statistics for explain, and plans the pipeline that [`Self::appended_pipeline`] returns.
    ///
    /// # Errors
    /// Errors of planning.
    fn prepare_explain(&mut self, _catalog: &Catalog) -> Result<()> {
        Ok(())
    }

    /// Returns the pipeline whose documents the stage appends to its input, once it is planned.
    fn appended_pipeline(&self) -> Option<&Pipeline> {
        None
    }

    /// Returns the named pipelines that the stage runs over its input.
    fn facets(&self) -> &[(String, Pipeline)] {
        &[]
    }

    /// Returns the stage as explain shows it, if that differs from the written form.
    fn describe(&self, _written: RawDoc<'_>) -> Option<Vec<u8>> {
        None
    }

    /// Writes the stage's run statistics for explain, except the number of documents.
    fn describe_stats(&self, _out: &mut DocBuilder) {}

    /// Receives the change stream that the pipeline follows, before the first event.
    ///
    /// # Errors
    /// The stream can't begin where the stage says.
    fn set_change_stream(&mut self, _stream: &Rc<ChangeStreamState>) -> Result<()> {
        Ok(())
    }

    /// Returns the collection source if the stage is one.
    fn as_collection(&self) -> Option<&CollectionSource> {
        None
    }

    /// Returns the search that the source must execute for this stage.
    fn as_search(&self) -> Option<&GeoNear> {
        None
    }
}

opaque_debug!(Stage);

/// The input fields that stages read, when they don't need whole documents.
#[derive(Clone, Debug, Default)]
pub struct RequiredFields {
    /// Dotted paths.
    pub fields: Vec<String>,
    /// Paths needed only for array length, or for whether the first element exists.
    pub length_only: Vec<String>,
    /// Fields set before any stage reads them. Their position in the document may still be visible.
    pub overwritten: Vec<String>,
}

/// A stage's effect on the fields of its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Documents pass unchanged or are dropped.
    Passes,
    /// These paths change; all other fields pass unchanged.
    Changes(Vec<String>),
    /// The output is new and depends only on [`Stage::dependencies`].
    Replaces,
}

/// The stages that the optimizer treats specially.
#[derive(Debug)]
pub enum Kind<'s> {
    /// A collection as the source.
    Collection(&'s mut CollectionSource),
    /// `$match`.
    Match(&'s mut Match),
    /// `$group`.
    Group(&'s mut Group),
    /// `$lookup`.
    Lookup(&'s mut Lookup),
    /// `$graphLookup`.
    GraphLookup(&'s mut GraphLookup),
    /// `$unionWith`.
    UnionWith(&'s mut UnionWith),
    /// `$unwind`.
    Unwind(&'s mut Unwind),
    /// `$sample`.
    Sample,
    /// `$setWindowFields`, without its sort.
    Windows,
    /// `$sort`, and the number of documents it must emit (for a top-k sort).
    Sort(&'s DocumentOrder, &'s mut Option<u64>),
    /// `$project`, `$addFields` and their aliases.
    Project(&'s crate::projection::FieldTree),
    /// `$redact`.
    Redact,
    /// `$replaceRoot` by the value at a path.
    ReplaceRoot(&'s super::expression::FieldPath),
    /// `$limit`.
    Limit(&'s mut u64),
    /// `$skip`.
    Skip(&'s mut u64),
    /// Anything else.
    Other,
}

/// All stages.
pub const STAGES: &[StageOperator] = &[
    add_fields::STAGE,
    bucket::STAGE,
    bucket_auto::STAGE,
    change_stream::STAGE,
    change_stream_split_large_event::STAGE,
    coll_stats::STAGE,
    count::STAGE,
    current_op::STAGE,
    densify::STAGE,
    documents::STAGE,
    facet::STAGE,
    fill::STAGE,
    geo_near::STAGE,
    graph_lookup::STAGE,
    group::STAGE,
    index_stats::STAGE,
    limit::STAGE,
    list_local_sessions::STAGE,
    list_sessions::STAGE,
    lookup::STAGE,
    r#match::STAGE,
    plan_cache_stats::STAGE,
    project::STAGE,
    redact::STAGE,
    replace_root::STAGE,
    replace_with::STAGE,
    sample::STAGE,
    set::STAGE,
    set_window_fields::STAGE,
    skip::STAGE,
    sort::STAGE,
    sort_by_count::STAGE,
    union_with::STAGE,
    unpack_bucket::STAGE,
    unset::STAGE,
    unwind::STAGE,
];

/// Whether two paths are equal or one is a prefix of the other.
pub(in crate::aggregate) fn overlap(a: &str, b: &str) -> bool {
    let below = |path: &str, above: &str| path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'));
    a == b || below(a, b) || below(b, a)
}

/// Whether a stage reads only its input document.
fn reads_document_alone(stage: &dyn Stage) -> bool {
    let mut reads = Dependencies::default();
    stage.dependencies(&mut reads);
    reads.is_of_document()
}

/// Whether a stage with this effect changes only named paths, and `reads` has none of them.
fn passes_beside(effect: &Effect, reads: &Dependencies) -> bool {
    matches!(effect, Effect::Changes(changed) if untouched(reads, changed))
}

/// Whether none of the changed paths is read.
fn untouched(reads: &Dependencies, changed: &[String]) -> bool {
    let touched = |field: &String| changed.iter().any(|path| overlap(field, path));
    !reads.whole_document && !reads.volatile && !reads.fields.iter().any(touched)
}

/// Stages of MongoDB that this database doesn't support.
pub const UNSUPPORTED: &[&str] =
    &["$listSampledQueries", "$querySettings", "$queryStats", "$shardedDataDistribution"];

/// The error text for search indexes of a server outside of Atlas.
pub(crate) const NO_SEARCH_INDEXES: &str = "Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable. For more information on how to connect, see https://dochub.mongodb.org/core/atlas-cli-deploy-local-reqs.";

/// Returns the error for a stage that requires Atlas
/// (<https://www.mongodb.com/docs/atlas/atlas-search/>).
pub(in crate::aggregate) fn refused_stage(name: &str) -> Option<Error> {
    const SEARCH: &str = "Using $search and $vectorSearch aggregation stages requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable. For more information on how to connect, see https://dochub.mongodb.org/core/atlas-cli-deploy-local-reqs.";
    match name {
        "$listSearchIndexes" => Some(Error::new(ErrorCode::SEARCH_NOT_ENABLED, NO_SEARCH_INDEXES)),
        "$search" | "$searchMeta" | "$vectorSearch" => {
            Some(Error::new(ErrorCode::SEARCH_NOT_ENABLED, SEARCH))
        }
        _ => None,
    }
}

/// Returns the document with a value set at a path, creating missing documents along the path.
fn set_path(doc: RawDoc<'_>, path: &[Box<str>], value: &Value<'_>) -> Vec<u8> {
    let added = match value {
        Value::Array(bytes) | Value::Document(bytes) => bytes.len(),
        _ => 0,
    };
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len() + 24 + added);
    let Some((name, rest)) = path.split_first() else {
        return doc.as_bytes().to_vec();
    };
    if rest.is_empty() && doc.get(name).is_none() {
        out.append_all(doc).append(name, value);
        return out.finish();
    }
    let new_value = |old: Option<RawValue<'_>>| match rest {
        [] => value.borrowed(),
        _ => {
            let inner = old.and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
            Value::document(set_path(inner, rest, value))
        }
    };
    let mut found = false;
    for element in doc {
        if element.key == name.as_bytes() {
            found = true;
            out.append(name, &new_value(Some(element.value)));
        } else {
            out.append_raw_bytes(element.key, element.value);
        }
    }
    if !found {
        out.append(name, &new_value(None));
    }
    out.finish()
}

/// Returns the stage with this name (including `$`).
pub fn find_stage(name: &str) -> Option<&'static StageOperator> {
    STAGES.iter().find(|stage| stage.help.name == name)
}
