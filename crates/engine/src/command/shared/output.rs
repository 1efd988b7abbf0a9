//! Writing the results of a pipeline: `$out` and `$merge`.
//!
//! See <https://www.mongodb.com/docs/manual/reference/operator/aggregation/out/> and
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/>.

use std::rc::Rc;

use super::view::is_view;
use super::write;
use crate::aggregate::expression::{Environment, ParseContext, Scope, compile};
use crate::aggregate::{
    Catalog, Documents, Execution, Merge, Output, OutputMode, Pipeline, WhenMatched, WhenNotMatched,
};
use crate::collection::{Change, Collection, RecordId};
use crate::command::query_and_write::insert::{insert_into, with_id_first};
use crate::command::{Request, check_collection_name, check_database_name, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{PlanRequest, choose};
use crate::query::{Filter, FilterContext};
use crate::value::{DocBuilder, MAX_DOCUMENT_BYTES, RawDoc, RawValue, Value, compare_raw, tag};

/// Checks that results can be written, before the pipeline runs.
///
/// # Errors
/// 51183 when there is no unique index on the `on` fields of `$merge`.
pub(in crate::command) fn check_output(
    request: &Request<'_>,
    output: &Output,
    environment: &Rc<Environment>,
) -> Result<()> {
    match &output.mode {
        OutputMode::Replace => Ok(()),
        OutputMode::Merge(merge) => {
            Target { output, merge, environment: environment.clone() }.check_unique_index(request)
        }
    }
}

/// Writes documents to the collection of an output stage.
///
/// # Errors
/// Errors of writing. After an error, `$out` has changed nothing, but `$merge` may have written some
/// documents.
pub(in crate::command) fn write_results(
    request: &mut Request<'_>,
    output: &Output,
    documents: Vec<Vec<u8>>,
    environment: &Rc<Environment>,
) -> Result<()> {
    crate::command::administration::fsync::check_unlocked(request.engine)?;
    check_database_name(&output.database)?;
    check_collection_name(&output.database, &output.collection)?;
    write::check_namespace(&output.database, &output.collection)?;
    let replaces = matches!(output.mode, OutputMode::Replace);
    let series = timeseries::of(request.engine, &output.database, &output.collection);
    if replaces && (series.is_some() || output.timeseries.is_some()) {
        return timeseries::output(request, output, &documents);
    }
    let target = request.engine.collection(&output.database, &output.collection);
    if is_view(target) {
        return Err(Error::not_on_view(&output.database, &output.collection));
    }
    match &output.mode {
        OutputMode::Replace => replace(request, output, &documents),
        OutputMode::Merge(merge) => {
            let target = Target { output, merge, environment: environment.clone() };
            batches(&documents).try_for_each(|batch| target.write_batch(request, batch))
        }
    }
}

/// Splits documents into the batches of `$merge`, each up to 16 MB.
fn batches(documents: &[Vec<u8>]) -> impl Iterator<Item = &[Vec<u8>]> {
    let mut rest = documents;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |document: &&Vec<u8>| {
            bytes += document.len();
            bytes <= MAX_DOCUMENT_BYTES
        };
        let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
        let (batch, after) = rest.split_at(count);
        rest = after;
        (!batch.is_empty()).then_some(batch)
    })
}

/// `$out`: replaces the collection, keeping its options and indexes.
fn replace(request: &mut Request<'_>, output: &Output, documents: &[Vec<u8>]) -> Result<()> {
    let (database, name) = (&output.database, &output.collection);
    let before = request.engine.snapshot();
    let old = request.engine.remove_collection(database, name);
    if old.as_ref().is_some_and(|old| old.options.capped.is_some()) {
        request.engine.restore_data(&before);
        return Err(Error::new(
            17152,
            format!("namespace '{database}.{name}' is capped so it can't be used for $out"),
        ));
    }
    let outcome = fill(request, output, old.as_deref(), documents);
    match outcome {
        Ok(()) => request.engine.record_exchange(database, name, "tmp.agg_out.", old.map(|old| old.uuid)),
        Err(_) => request.engine.restore_data(&before),
    }
    outcome
}

fn fill(
    request: &mut Request<'_>,
    output: &Output,
    old: Option<&Collection>,
    documents: &[Vec<u8>],
) -> Result<()> {
    let (database, name) = (&output.database, &output.collection);
    let options = old.map(|old| old.options.clone()).unwrap_or_default();
    request.engine.create_collection(database, name, options)?;
    let now = request.engine.now();
    let collection = request.engine.collection_or_create(database, name)?;
    for index in old.into_iter().flat_map(Collection::indexes).filter(|index| !index.spec.is_id()) {
        collection.create_index((*index.spec).clone(), now)?;
    }
    for document in documents {
        insert_into(request, database, name, RawDoc::new(document))?;
    }
    Ok(())
}

/// The target collection of `$merge`.
struct Target<'a> {
    output: &'a Output,
    merge: &'a Merge,
    environment: Rc<Environment>,
}

impl Target<'_> {
    /// Checks that a unique index exists on the identifying fields.
    fn check_unique_index(&self, request: &Request<'_>) -> Result<()> {
        let on = &self.merge.on;
        if on.iter().all(|field| field == "_id") {
            return Ok(());
        }
        let collection = request.engine.collection(&self.output.database, &self.output.collection);
        let fits = |index: &crate::collection::Index| {
            let names: Vec<_> = index.spec.fields.iter().map(|field| field.path.as_str()).collect();
            let unique = index.spec.unique && index.spec.partial.is_none();
            unique && names.len() == on.len() && on.iter().all(|field| names.contains(&field.as_str()))
        };
        if collection.is_some_and(|collection| collection.indexes().iter().any(fits)) {
            return Ok(());
        }
        Err(Error::new(51183, "Cannot find index to verify that join fields will be unique"))
    }

    /// Writes a batch unordered: a failed document doesn't prevent others from being written. Returns the
    /// first error, preferring a write error to a document without a match.
    fn write_batch(&self, request: &mut Request<'_>, batch: &[Vec<u8>]) -> Result<()> {
        let mut identified = Vec::with_capacity(batch.len());
        for document in batch.iter().map(|document| RawDoc::new(document)) {
            // A document without `_id` can't exist yet if `_id` identifies it.
            let needs_id = self.merge.on.iter().any(|field| field == "_id") && document.get("_id").is_none();
            let with_id = if needs_id { with_id_first(request, document)? } else { None };
            let document = with_id.unwrap_or_else(|| document.as_bytes().to_vec());
            let filter = self.identity(RawDoc::new(&document))?;
            identified.push((document, filter));
        }
        let (mut failed, mut unmatched) = (None, None);
        for (document, filter) in identified {
            match self.write(request, RawDoc::new(&document), RawDoc::new(&filter)) {
                Err(error) if error.code() == ErrorCode::MERGE_STAGE_NO_MATCHING_DOCUMENT => {
                    unmatched.get_or_insert(error);
                }
                Err(error) => {
                    failed.get_or_insert(error);
                }
                Ok(()) => {}
            }
        }
        failed.or(unmatched).map_or(Ok(()), Err)
    }

    fn write(&self, request: &mut Request<'_>, document: RawDoc<'_>, identity: RawDoc<'_>) -> Result<()> {
        let (database, name) = (&self.output.database, &self.output.collection);
        let insert = |request: &mut Request<'_>, context: &str| {
            insert_into(request, database, name, document).map_err(|error| match error.code() {
                ErrorCode::DUPLICATE_KEY => error.context(&format!("{context} :: caused by :: ")),
                _ => error,
            })
        };
        if matches!(self.merge.when_matched, WhenMatched::Replace) {
            crate::update::check_replacement(document)?;
        }
        let found = self.find(request, identity)?;
        let Some((record, old)) = found else {
            return match self.merge.when_not_matched {
                WhenNotMatched::Insert => insert(request, "$merge failed due to a DuplicateKey error"),
                WhenNotMatched::Discard => Ok(()),
                WhenNotMatched::Fail => Err(Error::new(
                    ErrorCode::MERGE_STAGE_NO_MATCHING_DOCUMENT,
                    "$merge could not find a matching document in the target collection for at least one document in the source collection",
                )),
            };
        };
        let old = RawDoc::new(&old);
        let new = match &self.merge.when_matched {
            WhenMatched::KeepExisting => return Ok(()),
            // The insert reports the duplicate key.
            WhenMatched::Fail => {
                return insert(
                    request,
                    "$merge with whenMatched: fail found an existing document with the same values for the 'on' fields",
                );
            }
            WhenMatched::Replace => keep_id(old, document),
            WhenMatched::Merge => merged(old, document),
            WhenMatched::Pipeline(stages) => self.run_pipeline(old, document, RawDoc::new(stages))?,
        };
        check_same_id(old, RawDoc::new(&new))?;
        if new == old.as_bytes() {
            return Ok(());
        }
        write::change(request, (database, name), record, Change::replace(&new))?;
        if let Some(changes) = &request.engine.changes {
            match &self.merge.when_matched {
                WhenMatched::Replace => changes.describe_as_replacement(),
                WhenMatched::Merge => changes.describe_as_set(),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the filter for a document's identifying fields.
    ///
    /// # Errors
    /// 51132 or 51185 for invalid identifying fields.
    fn identity(&self, document: RawDoc<'_>) -> Result<Vec<u8>> {
        let mut filter = DocBuilder::new();
        for field in &self.merge.on {
            let value = at(document, field);
            let unusable = match value.tag {
                tag::EOO | tag::NULL | tag::UNDEFINED => Some(51132),
                tag::ARRAY => Some(51185),
                _ => None,
            };
            if let (Some(code), true) = (unusable, field != "_id" || value.tag != tag::NULL) {
                return Err(Error::new(
                    code,
                    format!(
                        "$merge write error: 'on' field '{field}' cannot be missing, null, undefined or an array"
                    ),
                ));
            }
            filter.document(field, |inner| {
                inner.append_raw("$eq", value);
            });
        }
        Ok(filter.finish())
    }

    /// Returns the document of the target that matches a filter.
    fn find(&self, request: &Request<'_>, identity: RawDoc<'_>) -> Result<Option<(RecordId, Vec<u8>)>> {
        let Some(collection) = request.engine.collection(&self.output.database, &self.output.collection)
        else {
            return Ok(None);
        };
        let context = FilterContext::new(self.environment.clone(), None)?;
        let filter = Filter::parse(identity, &context)?;
        let (mut plan, _) = choose(Some(collection), &PlanRequest::matching(Rc::new(filter)))?;
        let row = plan.next(collection)?;
        Ok(row.and_then(|row| Some((row.record, collection.records().get(row.record)?.to_vec()))))
    }

    /// `whenMatched: [ … ]`: runs the pipeline on the old document, with the new one as `$$new`.
    fn run_pipeline(&self, old: RawDoc<'_>, new: RawDoc<'_>, stages: RawDoc<'_>) -> Result<Vec<u8>> {
        let mut outer = ParseContext::clone(&self.merge.context);
        let mut context = outer.clone();
        let scope = Scope::new(new, &self.environment);
        context.define_constant("new", Value::document(new.as_bytes().to_vec()));
        for element in self.merge.variables.iter().flat_map(|variables| RawDoc::new(variables).iter()) {
            let value = compile(element.value, &mut outer)?.evaluate(&scope)?.into_owned();
            context.define_constant(element.name(), value);
        }
        let mut pipeline = Pipeline::parse(stages, &mut context)?;
        pipeline.prepend(Box::new(Documents::new(vec![old.as_bytes().to_vec()])));
        let catalog = Catalog::default();
        let execution = Execution { catalog: &catalog, environment: &self.environment };
        let made = pipeline.next(execution)?.unwrap_or_else(|| old.as_bytes().to_vec());
        Ok(keep_id(old, RawDoc::new(&made)))
    }
}

/// Returns the value at a dotted path.
fn at<'a>(mut doc: RawDoc<'a>, path: &str) -> RawValue<'a> {
    let mut value = RawValue::MISSING;
    for part in path.split('.') {
        value = doc.get(part).unwrap_or(RawValue::MISSING);
        doc = value.as_document().unwrap_or(RawDoc::empty());
    }
    value
}

/// Returns the new document, with the old one's `_id` first if it has none.
fn keep_id(old: RawDoc<'_>, new: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(new.as_bytes().len() + 32);
    let id = new.get("_id").or_else(|| old.get("_id"));
    out.append_raw("_id", id.unwrap_or(RawValue::MISSING));
    out.append_all_but("_id", new);
    out.finish()
}

/// Returns the old document with the new one's fields set.
fn merged(old: RawDoc<'_>, new: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(old.as_bytes().len() + new.as_bytes().len());
    for element in old {
        out.append_raw_bytes(element.key, new.get_bytes(element.key).unwrap_or(element.value));
    }
    for element in new.iter().filter(|element| old.get_bytes(element.key).is_none()) {
        out.append_raw_bytes(element.key, element.value);
    }
    out.finish()
}

fn check_same_id(old: RawDoc<'_>, new: RawDoc<'_>) -> Result<()> {
    match (old.get("_id"), new.get("_id")) {
        (Some(a), Some(b)) if compare_raw(a, b).is_ne() => Err(Error::new(
            ErrorCode::IMMUTABLE_FIELD,
            "$merge failed to update the matching document, did you attempt to modify the _id or the shard key? :: caused by :: Performing an update on the path '_id' would modify the immutable field '_id'",
        )),
        _ => Ok(()),
    }
}
