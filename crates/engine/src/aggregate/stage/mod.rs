//! Pipeline stages, one a file, pulled one document at a time.
//!
//! A stage owns what it must remember, so that a pipeline is also a cursor
//! that survives between `getMore`s; documents are borrowed from the store
//! wherever a stage passes them on unchanged.
//!
//! A stage is `<name>.rs`, or `<name>/mod.rs` with what it alone needs beside it; `shared` has what several
//! are made of, and is the one folder that is no stage.
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

mod shared;

use std::borrow::Cow;

pub use change_stream::check_following;
pub use facet::TEE;
pub use geo_near::GeoNear;
use graph_lookup::GraphLookup;
pub(super) use group::Group;
pub(super) use limit::limit_stage;
pub use lookup::Lookup;
pub use r#match::Match;
pub use r#match::rename::Renamed;
pub use shared::foreign_references::ForeignReferences;
pub(super) use shared::input::one_by_one;
pub use shared::input::{DocumentConsumer, Input};
use shared::input::{made_within, placed, written};
pub use shared::memory::{Exceeded, MEMORY_LIMIT, Memory};
use union_with::UnionWith;
pub(super) use unpack_bucket::UNPACK_BUCKET;
pub use unwind::Unwind;

use super::batch::Batch;
use super::collection_source::CollectionSource;
use super::document_order::DocumentOrder;
use super::execution::{Catalog, Execution, Usage};
use super::explained;
use super::expression::{ArrayLength, Dependencies, ParseContext};
use super::pipeline::Pipeline;
use crate::Result;
use crate::error::{Error, ErrorCode};
use crate::operator::Help;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// A document between two stages: BSON bytes of the store, or made by a stage.
pub type Document<'db> = Cow<'db, [u8]>;

/// One stage of a pipeline.
pub trait Stage {
    /// The next document.
    ///
    /// # Errors
    /// Errors of expressions, limits and the source.
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>>;

    /// As [`Self::next`]; a document that is made for it may be in `room`, which is used again and again.
    ///
    /// # Errors
    /// Same as [`Self::next`].
    fn next_within<'r, 'db: 'r>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
        room: &'r mut Vec<u8>,
    ) -> Result<Option<&'r [u8]>> {
        Ok(self.next(input, execution)?.map(|document| placed(document, room)))
    }

    /// Writes the next document into one that is open, so that a document made for the answer is not copied
    /// there; whether there is one.
    ///
    /// # Errors
    /// As [`Self::next`]; what has been written then counts for nothing.
    fn write_next(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'_>,
        out: &mut DocBuilder,
    ) -> Result<bool> {
        Ok(written(self.next(input, execution)?, out))
    }

    /// Gives documents until no more are wanted; whether there are no more. `None` when it has to be asked for
    /// each, and has given none.
    ///
    /// # Errors
    /// Those of [`Self::next`] and of the consumer.
    fn each(
        &mut self,
        _input: &mut Input<'_>,
        _execution: &mut Execution<'_>,
        _taker: &mut DocumentConsumer<'_>,
    ) -> Result<Option<bool>> {
        Ok(None)
    }

    /// Writes documents into a batch until it wants no more; whether there are no more. `None` as in [`Self::each`].
    ///
    /// # Errors
    /// Same as [`Self::next`], and those of the batch.
    fn write_batch(
        &mut self,
        _input: &mut Input<'_>,
        _execution: &mut Execution<'_>,
        _batch: &mut Batch<'_>,
    ) -> Result<Option<bool>> {
        Ok(None)
    }

    /// Reports what the stage reads of its input.
    fn dependencies(&self, out: &mut Dependencies);

    /// The stage's effect on its input's fields.
    fn effect(&self) -> Effect;

    /// The stage's kind, for the optimizer and the cursor.
    fn kind(&mut self) -> Kind<'_> {
        Kind::Other
    }

    /// Whether every document gives exactly one.
    fn is_one_to_one(&self) -> bool {
        false
    }

    /// Whether what it makes of a document depends on nothing but that document.
    fn is_pure(&self) -> bool {
        false
    }

    /// Whether a condition on these paths holds of a stage's output exactly when
    /// it holds of its input, so that it may be tested before.
    fn commutes_with_match(&self, _reads: &Dependencies) -> bool {
        false
    }

    /// Whether it evaluates what it computes of a document before it asks for the next one, so that it
    /// can do with [`Self::counted`] of the stage in front.
    fn accepts_array_length(&self) -> bool {
        false
    }

    /// The array that was left out of the document that came last.
    fn array_length(&self) -> Option<ArrayLength<'_>> {
        None
    }

    /// Receives, before the first document, the fields that later stages read;
    /// the stage may leave out all others.
    fn set_required_fields(&mut self, _needed: &RequiredFields) {}

    /// The path in the input that comparisons see like this path of the output, in all documents that an output
    /// document is made of. With `present`, they are comparisons that only what is there can meet.
    fn compared(&self, _path: &str, _present: bool) -> Option<String> {
        None
    }

    /// The path in the input at which stands what stands at this path in the output,
    /// whatever it is; `None` when there is none.
    fn origin(&self, _path: &str) -> Option<String> {
        None
    }

    /// Adds what the stage has read of collections on its own account.
    fn usage(&self, _out: &mut Usage) {}

    /// Receives the fields the server would read; no later stage can observe others.
    fn set_visible_fields(&mut self, _fields: &[String]) {}

    /// The stage that this one is, `{ $name: … }`, when another that stands for several was written.
    fn stands_for(&self) -> Option<RawDoc<'_>> {
        None
    }

    /// Makes the stage keep what explain shows of it, and plans the pipeline that [`Self::other`] gives.
    ///
    /// # Errors
    /// Errors of planning.
    fn prepare_explain(&mut self, _catalog: &Catalog) -> Result<()> {
        Ok(())
    }

    /// The pipeline whose documents come behind the others, once it is planned.
    fn other(&self) -> Option<&Pipeline> {
        None
    }

    /// The pipelines that it runs over its input, by their names.
    fn facets(&self) -> &[(String, Pipeline)] {
        &[]
    }

    /// The stage as explain shows it, when that is not as it was written.
    fn describe(&self, _written: RawDoc<'_>) -> Option<Vec<u8>> {
        None
    }

    /// Writes what explain shows of the stage's run, beside the number of documents.
    fn describe_stats(&self, _out: &mut DocBuilder) {}

    /// The collection this stage reads, when it is the source of a pipeline.
    fn as_collection(&self) -> Option<&CollectionSource> {
        None
    }

    /// The search that this stage needs its source to carry out.
    fn as_search(&self) -> Option<&GeoNear> {
        None
    }
}

opaque_debug!(Stage);

/// The fields of their input that stages read, when they do not pass whole documents on.
#[derive(Clone, Debug, Default)]
pub struct RequiredFields {
    /// Dotted paths.
    pub fields: Vec<String>,
    /// Paths needed only for array length, or for whether the first element exists.
    pub counted: Vec<String>,
    /// Fields that are set before anything reads them; where they stand may still show.
    pub made: Vec<String>,
}

/// A stage's effect on the fields of its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Documents pass unchanged (or not at all).
    Passes,
    /// These paths change, the rest passes.
    Changes(Vec<String>),
    /// Only what [`Stage::dependencies`] names is used; the output is new.
    Replaces,
}

/// Stages that the optimiser knows.
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
    /// `$sort`, and how many documents it must give (for a top-k sort).
    Sort(&'s DocumentOrder, &'s mut Option<u64>),
    /// `$project` and those like it.
    Project(&'s crate::projection::FieldTree),
    /// `$redact`.
    Redact,
    /// `$replaceRoot` by what stands at a path.
    ReplaceRoot(&'s super::expression::FieldPath),
    /// `$limit`.
    Limit(&'s mut u64),
    /// `$skip`.
    Skip(&'s mut u64),
    /// Anything else.
    Other,
}

/// Compiles a stage's specification; some stages stand for several.
pub type Parse = fn(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>>;

/// Where in a pipeline a stage may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Anywhere.
    Anywhere,
    /// Only first.
    First,
    /// Only last.
    Last,
}

/// What a pipeline reads, as a stage requires it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A collection.
    Collection,
    /// No collection: `{ aggregate: 1 }`.
    Nothing,
    /// Either.
    Either,
}

/// Whether a stage on a view is about the view's documents or the view itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewTarget {
    /// The documents that the view shows.
    Documents,
    /// The view as such.
    Themselves,
    /// The view as such if it is a collection of time series, otherwise its documents.
    TimeSeriesThemselves,
}

/// A stage's table entry.
pub struct StageOperator {
    /// Name, summary, tested example.
    pub help: Help,
    /// Where it may stand.
    pub position: Position,
    /// How its specification is compiled.
    pub parse: Parse,
    /// How explain writes it, when not as it was given.
    pub explained: Option<explained::Form>,
    /// How it is compiled behind [`UNPACK_BUCKET`], where it must be first otherwise.
    pub over_measurements: Option<Parse>,
    /// The input of a pipeline that begins with it.
    pub over: InputKind,
    /// Whether, on a view, it is about the view's documents or the view itself.
    pub of_views: ViewTarget,
    /// Whether it may stand in the pipeline of an update
    /// (<https://www.mongodb.com/docs/manual/tutorial/update-documents-with-aggregation-pipeline/>).
    pub in_updates: bool,
    /// Whether it may be carried out in a transaction
    /// (<https://www.mongodb.com/docs/manual/core/transactions-operations/#restricted-operations>).
    pub in_transactions: bool,
    /// Whether it reads at no other level than `local`
    /// (<https://www.mongodb.com/docs/manual/reference/read-concern/>).
    pub only_local: bool,
    /// Whether version 1 of the API has it with this specification
    /// (<https://www.mongodb.com/docs/manual/reference/stable-api/>).
    pub in_version_1: fn(RawValue<'_>) -> bool,
    /// The other collections and pipelines that it reads.
    pub inner: fn(RawValue<'_>) -> ForeignReferences<'_>,
    /// Its own error for exceeding the memory limit, if it has one.
    pub exceeded: Option<Exceeded>,
}

impl StageOperator {
    /// The same, written by explain in a form of its own.
    const fn explained(self, form: explained::Form) -> Self {
        StageOperator { explained: Some(form), ..self }
    }

    /// The same, in updates too.
    const fn in_updates(self) -> Self {
        StageOperator { in_updates: true, ..self }
    }

    /// The same, about more than its input.
    const fn inner(self, inner: fn(RawValue<'_>) -> ForeignReferences<'_>) -> Self {
        StageOperator { inner, ..self }
    }

    /// The same, with words of its own for too much memory.
    const fn exceeded(self, error: Exceeded) -> Self {
        StageOperator { exceeded: Some(error), ..self }
    }
}

/// A table entry; the example is (documents, stage, documents).
pub(super) const fn stage(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> StageOperator {
    StageOperator {
        help: Help::new(name, summary, example),
        position: Position::Anywhere,
        parse,
        explained: None,
        over_measurements: None,
        over: InputKind::Collection,
        of_views: ViewTarget::Documents,
        in_updates: false,
        in_transactions: true,
        only_local: false,
        in_version_1: |_| true,
        inner: |_| ForeignReferences::default(),
        exceeded: None,
    }
}

/// Every stage.
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

/// Whether two paths are the same or one lies below the other.
pub(in crate::aggregate) fn overlap(a: &str, b: &str) -> bool {
    let below = |path: &str, above: &str| path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'));
    a == b || below(a, b) || below(b, a)
}

/// Whether a stage reads nothing but its document.
fn reads_document_alone(stage: &dyn Stage) -> bool {
    let mut reads = Dependencies::default();
    stage.dependencies(&mut reads);
    reads.is_of_document()
}

/// Whether none of the paths read is changed by a stage of this effect, which gives each document
/// with some paths changed.
fn passes_beside(effect: &Effect, reads: &Dependencies) -> bool {
    matches!(effect, Effect::Changes(changed) if untouched(reads, changed))
}

/// Whether none of the paths read is changed.
fn untouched(reads: &Dependencies, changed: &[String]) -> bool {
    let touched = |field: &String| changed.iter().any(|path| overlap(field, path));
    !reads.whole_document && !reads.volatile && !reads.fields.iter().any(touched)
}

/// Stages that MongoDB has and this database has not.
pub const UNSUPPORTED: &[&str] =
    &["$listSampledQueries", "$querySettings", "$queryStats", "$shardedDataDistribution"];

/// What a server outside of Atlas says about search indexes.
pub(crate) const NO_SEARCH_INDEXES: &str = "Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable. For more information on how to connect, see https://dochub.mongodb.org/core/atlas-cli-deploy-local-reqs.";

/// The error of stages that need Atlas
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

/// The document with a value set at a path, making documents on the way where
/// there are none.
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

/// The stage of this name (with `$`).
pub fn find_stage(name: &str) -> Option<&'static StageOperator> {
    STAGES.iter().find(|stage| stage.help.name == name)
}
