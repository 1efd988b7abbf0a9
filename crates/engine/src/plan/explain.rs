//! The `explain` form of plans (<https://www.mongodb.com/docs/manual/reference/explain-results/>).

use super::{Examined, PlanStage, total_examined};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc};

/// The verbosity of explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Only the plan; nothing runs.
    QueryPlanner,
    /// Also the statistics of its execution.
    ExecutionStats,
    /// Also the statistics of all candidates' trials.
    AllPlansExecution,
}

impl Verbosity {
    /// Parses the `verbosity` field; the default is `allPlansExecution`.
    ///
    /// # Errors
    /// `BadValue` for an unknown word.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        match text {
            Some("queryPlanner") => Ok(Verbosity::QueryPlanner),
            Some("executionStats") => Ok(Verbosity::ExecutionStats),
            Some("allPlansExecution") | None => Ok(Verbosity::AllPlansExecution),
            Some(other) => Err(Error::unknown_enumeration_value("explain.verbosity", other)),
        }
    }
}

/// Writes a plan tree (`winningPlan`, an element of `rejectedPlans`).
pub fn explain_plan(stage: &dyn PlanStage, out: &mut DocBuilder) {
    out.append_str("stage", stage.name());
    let mut own = DocBuilder::new();
    stage.describe(&mut own);
    out.append_all(RawDoc::new(&own.finish()));
    write_inputs(stage, out, explain_plan);
}

/// Writes a plan tree with its counters (`executionStages`).
pub fn explain_stages(stage: &dyn PlanStage, out: &mut DocBuilder) {
    out.append_str("stage", stage.name());
    let mut own = DocBuilder::new();
    stage.describe(&mut own);
    let own = own.finish();
    let (filter, others): (Vec<_>, Vec<_>) = RawDoc::new(&own).iter().partition(|e| e.name() == "filter");
    for element in filter {
        out.append_raw(element.name(), element.value);
    }
    let stats = stage.stats();
    out.append_count("nReturned", stats.advanced)
        .append_i32("executionTimeMillisEstimate", 0)
        .append_count("works", stats.works)
        .append_count("advanced", stats.advanced)
        .append_count("needTime", stats.need_time)
        .append_i32("needYield", 0)
        .append_i32("saveState", 0)
        .append_i32("restoreState", 0)
        .append_i32("isEOF", i32::from(stats.is_eof));
    for element in others {
        out.append_raw(element.name(), element.value);
    }
    stage.describe_stats(out);
    write_inputs(stage, out, explain_stages);
}

fn write_inputs(stage: &dyn PlanStage, out: &mut DocBuilder, write: fn(&dyn PlanStage, &mut DocBuilder)) {
    match stage.inputs().as_slice() {
        [] => {}
        [only] => {
            out.document("inputStage", |inner| write(*only, inner));
        }
        many => {
            out.array("inputStages", |array| {
                for input in many {
                    array.document(|inner| write(*input, inner));
                }
            });
        }
    }
}

/// Returns the `planSummary` of a plan: `IXSCAN { a: 1 }`, `COLLSCAN` …
pub fn winning_summary(stage: &dyn PlanStage) -> String {
    let mut parts = Vec::new();
    stage.summary(&mut parts);
    parts.dedup();
    if parts.len() == 1 { parts.swap_remove(0) } else { parts.join(", ") }
}

/// Writes the first fields of `executionStats`, without `executionStages` and what follows.
pub fn explain_totals(stage: &dyn PlanStage, returned: u64, failure: Option<&Error>, out: &mut DocBuilder) {
    let Examined { keys, documents, .. } = total_examined(stage);
    out.append_bool("executionSuccess", failure.is_none());
    if let Some(error) = failure {
        out.append_str("errorMessage", error.message()).append_i32("errorCode", error.code());
    }
    out.append_count("nReturned", returned)
        .append_i32("executionTimeMillis", 0)
        .append_count("totalKeysExamined", keys)
        .append_count("totalDocsExamined", documents);
}
