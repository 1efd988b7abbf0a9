//! Metering of a command's reads, including failed ones.

use crate::collection::Collection;
use crate::command::Request;
use crate::cursor::{Cursor, PipelineCursor, Source};
use crate::error::Result;
use crate::meter::Meter;
use crate::plan::{Candidate, Examined, total_examined, winning_summary};
use crate::value::ArrayBuilder;

/// Runs a plan, and adds its work and summary to the meter.
///
/// # Errors
/// Errors of `run`.
pub(in crate::command) fn plan<T>(
    meter: &mut Meter,
    plan: &mut Candidate,
    collection: &Collection,
    run: impl FnOnce(&mut Candidate) -> Result<T>,
) -> Result<T> {
    let outcome = run(plan);
    count_plan(meter, plan);
    count_indexes(plan, Some(collection));
    outcome
}

/// Fills a batch from a cursor over a plan or documents. Returns whether the cursor is exhausted. With
/// `resumed`, counts only the work of this batch, and no further index access.
///
/// # Errors
/// Errors of the plan.
pub(in crate::command) fn batch(
    meter: &mut Meter,
    cursor: &mut Cursor,
    (collection, resumed): (Option<&Collection>, bool),
    size: usize,
    batch: &mut ArrayBuilder,
) -> Result<bool> {
    let before = cursor.source.examined();
    let outcome = cursor.fill(collection, size, batch);
    if let Source::Plan(plan) = &cursor.source {
        count_plan(meter, plan);
        if !resumed {
            count_indexes(plan, collection);
        }
    }
    if resumed {
        meter.subtract(before);
    }
    outcome
}

/// Runs a pipeline, and adds its work and summary to the meter.
///
/// # Errors
/// Errors of `run`.
pub(in crate::command) fn pipeline<T>(
    request: &mut Request<'_>,
    cursor: &mut PipelineCursor,
    run: impl FnOnce(&mut Request<'_>, &mut PipelineCursor) -> Result<T>,
) -> Result<T> {
    let outcome = run(request, cursor);
    let usage = cursor.pipeline.usage();
    let meter = &mut request.meter;
    meter.examined(usage.examined);
    meter.operations += usage.operations;
    meter.sort_stage |= usage.sorts_in_memory;
    meter.plan_summary = usage.summary.unwrap_or_default();
    for (namespace, index) in &usage.indexes {
        let found = namespace.split_once('.').and_then(|(db, name)| request.engine.collection(db, name));
        if let Some(index) = found.and_then(|collection| collection.index(index)) {
            index.count_access();
        }
    }
    outcome
}

/// Runs a pipeline for another batch, and adds the work of this batch to the meter.
///
/// # Errors
/// Errors of `run`.
pub(in crate::command) fn resumed_pipeline<T>(
    meter: &mut Meter,
    cursor: &mut PipelineCursor,
    run: impl FnOnce(&mut PipelineCursor) -> Result<T>,
) -> Result<T> {
    let before = cursor.pipeline.usage().examined;
    let outcome = run(cursor);
    let usage = cursor.pipeline.usage();
    meter.examined(usage.examined);
    meter.subtract(before);
    meter.plan_summary = usage.summary.unwrap_or_default();
    outcome
}

fn count_plan(meter: &mut Meter, plan: &Candidate) {
    meter.examined(total_examined(&*plan.root));
    meter.sort_stage |= plan.sorts_in_memory();
    meter.plan_summary = winning_summary(&*plan.root);
}

/// Counts an access to each index of a plan.
fn count_indexes(plan: &Candidate, collection: Option<&Collection>) {
    let mut used = Vec::new();
    plan.root.indexes_used(&mut used);
    for index in used.iter().filter_map(|name| collection?.index(name)) {
        index.count_access();
    }
}

impl Source {
    /// Returns the plan's work so far.
    fn examined(&self) -> Examined {
        match self {
            Source::Plan(plan) => total_examined(&*plan.root),
            Source::Documents(_) | Source::Pipeline(_) => Examined::default(),
        }
    }
}
