//! Explain: a command's plans, and the final fields of every explanation.

use crate::collection::{Collection, RecordId};
use crate::command::Request;
use crate::command::diagnostic::build_info::VERSION;
use crate::error::{Error, Result};
use crate::meter::Meter;
use crate::plan::{
    Candidate, PlanCacheShape, PlanRequest, PlanStage, Row, Verbosity, choose_anew, explain_plan,
    explain_stages, explain_totals, query_shape_hash, total_examined, trial_of,
};
use crate::projection::Projection;
use crate::value::{DocBuilder, RawDoc};

/// The stage that a command adds above its plan.
pub(in crate::command) struct Top<'a> {
    /// `COUNT`, `UPDATE`, `DELETE`.
    pub name: &'static str,
    /// The stage's name if the stage replaces a point lookup by `_id`.
    pub express: Option<&'static str>,
    /// Whether the stage returns the plan's documents.
    pub returns: bool,
    /// Computes the stage's counters from the plan's records.
    pub count: &'a CountRecords<'a>,
    /// The stage's further fields, as a document.
    pub details: Option<Vec<u8>>,
    /// The projection of the returned documents, shown as a stage above.
    pub projection: Option<&'a Projection>,
}

/// Computes a stage's own counters from records.
pub(in crate::command) type CountRecords<'a> =
    dyn Fn(Option<&Collection>, &[RecordId]) -> Result<Counters> + 'a;

/// Names and values of a stage's own counters.
pub(in crate::command) type Counters = Vec<(&'static str, u64)>;

/// Plans a query, runs it if the verbosity requires that, and writes the explanation.
pub(in crate::command) fn explain_query(
    request: &mut Request<'_>,
    collection: Option<&Collection>,
    plan_request: &PlanRequest,
    verbosity: Verbosity,
    top: Option<Top<'_>>,
    out: &mut DocBuilder,
) -> Result<()> {
    let (mut winner, rejected) = choose_anew(collection, plan_request)?;
    let trial = trial_of(&rejected, collection, plan_request)?;
    let (mut returned, mut records) = (0, Vec::new());
    // A failed execution is explained too.
    let failure = run_out(&mut winner, collection, verbosity, &mut request.meter, &mut |row| {
        returned += 1;
        records.push(row.record);
    })
    .err();
    // Without a collection a write has no effect, so its stage is omitted.
    let top = top
        .filter(|top| collection.is_some() || top.name == "COUNT")
        .map(|top| {
            let counters = match verbosity {
                Verbosity::QueryPlanner => Counters::new(),
                _ => (top.count)(collection, &records)?,
            };
            Ok(ExecutedTop {
                name: top.name,
                express: top.express,
                returned: if top.returns { returned } else { 0 },
                stops_itself: plan_request.stops_itself,
                counters,
                details: top.details,
                projection: top.projection,
            })
        })
        .transpose()?;
    // For a time series, the bucket collection.
    let namespace = collection.map_or_else(|| request.namespace(), |read| read.namespace.clone());
    explain_chosen(
        &namespace,
        plan_request,
        &winner,
        &rejected,
        Explanation { top, failure, trial: trial.as_ref(), ..Explanation::of(verbosity, returned) },
        out,
    );
    Ok(())
}

/// The stage above a plan, after its execution.
pub(in crate::command) struct ExecutedTop<'a> {
    name: &'static str,
    express: Option<&'static str>,
    /// The number of documents that the stage returned.
    returned: u64,
    counters: Counters,
    details: Option<Vec<u8>>,
    projection: Option<&'a Projection>,
    /// Whether the stage stops at the first record itself, so that the plan needs no limit.
    pub stops_itself: bool,
}

impl ExecutedTop<'_> {
    /// Returns the stage's own fields.
    fn details(&self) -> RawDoc<'_> {
        self.details.as_deref().map_or(RawDoc::empty(), RawDoc::new)
    }
}

/// The context of an explanation, besides its plans.
pub(in crate::command) struct Explanation<'a> {
    /// The level of detail.
    pub verbosity: Verbosity,
    /// The stage above the plan.
    pub top: Option<ExecutedTop<'a>>,
    /// The number of documents that the winner returned.
    pub returned: u64,
    /// The error of the execution, if it failed.
    pub failure: Option<Error>,
    /// Whether to write `explainVersion`.
    pub version: bool,
    /// Whether the plan replaces an entire pipeline.
    pub optimized: bool,
    /// The winner's state at the end of its trial.
    pub trial: Option<&'a Candidate>,
}

impl Explanation<'_> {
    /// Returns the context of a plan for a whole command that returned `returned` documents.
    pub(in crate::command) fn of(verbosity: Verbosity, returned: u64) -> Self {
        Explanation {
            verbosity,
            top: None,
            returned,
            failure: None,
            version: true,
            optimized: false,
            trial: None,
        }
    }

    /// Returns the context of a plan for a pipeline's first stage; the pipeline has the version.
    pub(in crate::command) fn in_pipeline(verbosity: Verbosity, returned: u64) -> Self {
        Explanation { version: false, ..Explanation::of(verbosity, returned) }
    }
}

/// Runs and meters a plan to its end, if the verbosity requires that.
///
/// # Errors
/// Errors of the execution.
pub(in crate::command) fn run_out(
    plan: &mut Candidate,
    collection: Option<&Collection>,
    verbosity: Verbosity,
    meter: &mut Meter,
    take: &mut dyn FnMut(Row),
) -> Result<()> {
    let Some(collection) = collection.filter(|_| verbosity >= Verbosity::ExecutionStats) else {
        return Ok(());
    };
    let outcome = loop {
        match plan.next(collection) {
            Ok(Some(row)) => take(row),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    meter.examined(total_examined(&*plan.root));
    outcome
}

/// Writes `queryPlanner` and, if the plan ran, `executionStats`.
pub(in crate::command) fn explain_chosen(
    namespace: &str,
    plan_request: &PlanRequest,
    winner: &Candidate,
    rejected: &[Candidate],
    Explanation { verbosity, top, returned, failure, version, optimized, trial }: Explanation<'_>,
    out: &mut DocBuilder,
) {
    let parsed = plan_request.filter.describe();
    let shape = format!("{:08X}", PlanCacheShape::of(plan_request).hash());
    let key = format!("{:08X}", winner.cache_key);
    if version {
        out.append_str("explainVersion", "1");
    }
    let top = top.as_ref();
    out.document("queryPlanner", |planner| {
        planner
            .append_str("namespace", namespace)
            .append_doc("parsedQuery", RawDoc::new(&parsed))
            .append_bool("indexFilterSet", winner.is_restricted)
            .append_str("queryHash", &shape)
            .append_str("planCacheShapeHash", &shape)
            .append_str("planCacheKey", &key)
            .append_i32("optimizationTimeMillis", 0);
        if optimized {
            planner.append_bool("optimizedPipeline", true);
        }
        planner
            .append_bool("maxIndexedOrSolutionsReached", false)
            .append_bool("maxIndexedAndSolutionsReached", false)
            .append_bool("maxScansToExplodeReached", false)
            .append_bool("prunedSimilarIndexes", false);
        planner.document("winningPlan", |plan| {
            plan.append_bool("isCached", winner.is_cached);
            write_under(top, &*winner.root, plan);
        });
        planner.array("rejectedPlans", |plans| {
            for candidate in rejected {
                plans.document(|plan| {
                    plan.append_bool("isCached", false);
                    write_under(top, &*candidate.root, plan);
                });
            }
        });
    });
    if verbosity >= Verbosity::ExecutionStats {
        let trial = trial.unwrap_or(winner);
        write_execution(winner, (trial, rejected), (returned, failure.as_ref()), verbosity, top, out);
    }
}

/// Returns the stages below the command's own.
fn beneath<'a>(top: &ExecutedTop<'_>, root: &'a dyn PlanStage) -> &'a dyn PlanStage {
    let limit = top.stops_itself && root.name() == "LIMIT";
    root.inputs().into_iter().next().filter(|_| limit).unwrap_or(root)
}

/// Writes the stages below the command's own. Only `find` shows a lookup by `_id` as a single stage.
fn write_beneath(
    top: &ExecutedTop<'_>,
    root: &dyn PlanStage,
    out: &mut DocBuilder,
    write: fn(&dyn PlanStage, &mut DocBuilder),
) {
    let root = beneath(top, root);
    if root.name() == EXPRESS {
        write_renamed("IDHACK", out, |inner| write(root, inner));
    } else {
        write(root, out);
    }
}

/// Writes a plan below the command's own stage.
fn write_under(top: Option<&ExecutedTop<'_>>, root: &dyn PlanStage, out: &mut DocBuilder) {
    let Some(projection) = top.and_then(|top| top.projection) else { return write_top(top, root, out) };
    out.append_str("stage", "PROJECTION_DEFAULT").append_doc("transformBy", projection.spec());
    out.document("inputStage", |inner| write_top(top, root, inner));
}

fn write_top(top: Option<&ExecutedTop<'_>>, root: &dyn PlanStage, out: &mut DocBuilder) {
    match top {
        None => explain_plan(root, out),
        Some(top) => match top.express.filter(|_| root.name() == EXPRESS) {
            Some(name) => write_renamed(name, out, |inner| explain_plan(root, inner)),
            None => {
                out.append_str("stage", top.name).append_all(top.details());
                out.document("inputStage", |inner| write_beneath(top, root, inner, explain_plan));
            }
        },
    }
}

/// A point lookup by `_id`.
const EXPRESS: &str = "EXPRESS_IXSCAN";

/// Writes a stage with another name.
fn write_renamed(name: &str, out: &mut DocBuilder, write: impl FnOnce(&mut DocBuilder)) {
    let mut inner = DocBuilder::new();
    write(&mut inner);
    for element in RawDoc::new(&inner.finish()) {
        match element.name() {
            "stage" => out.append_str("stage", name),
            other => out.append_raw(other, element.value),
        };
    }
}

/// Like [`write_under`], with counters.
fn write_stages_under(top: Option<&ExecutedTop<'_>>, root: &dyn PlanStage, out: &mut DocBuilder) {
    let Some(top) = top else { return explain_stages(root, out) };
    let Some(projection) = top.projection else { return write_top_stages(top, root, out) };
    write_common("PROJECTION_DEFAULT", top, root, out);
    out.append_doc("transformBy", projection.spec());
    out.document("inputStage", |inner| write_top_stages(top, root, inner));
}

/// Writes the common counters of the stage above the plan.
fn write_common(name: &str, top: &ExecutedTop<'_>, root: &dyn PlanStage, out: &mut DocBuilder) {
    let works = root.stats().works;
    out.append_str("stage", name)
        .append_count("nReturned", top.returned)
        .append_i32("executionTimeMillisEstimate", 0)
        .append_count("works", works)
        .append_count("advanced", top.returned)
        .append_count("needTime", works.saturating_sub(1))
        .append_i32("needYield", 0)
        .append_i32("saveState", 0)
        .append_i32("restoreState", 0)
        .append_i32("isEOF", 1);
}

fn write_top_stages(top: &ExecutedTop<'_>, root: &dyn PlanStage, out: &mut DocBuilder) {
    if let Some(name) = top.express.filter(|_| root.name() == EXPRESS) {
        write_renamed(name, out, |inner| explain_stages(root, inner));
        write_counters(&top.counters, out);
        return;
    }
    write_common(top.name, top, root, out);
    out.append_all(top.details());
    write_counters(&top.counters, out);
    out.document("inputStage", |inner| write_beneath(top, root, inner, explain_stages));
}

fn write_counters(counters: &Counters, out: &mut DocBuilder) {
    for (name, count) in counters {
        out.append_count(name, *count);
    }
}

fn write_execution(
    winner: &Candidate,
    (trial, rejected): (&Candidate, &[Candidate]),
    (returned, failure): (u64, Option<&Error>),
    verbosity: Verbosity,
    top: Option<&ExecutedTop<'_>>,
    out: &mut DocBuilder,
) {
    let shown = top.map_or(returned, |top| top.returned);
    out.document("executionStats", |stats| {
        explain_totals(&*winner.root, shown, failure, stats);
        stats.document("executionStages", |stages| {
            stages.append_bool("isCached", winner.is_cached);
            write_stages_under(top, &*winner.root, stages);
        });
        if verbosity == Verbosity::AllPlansExecution {
            stats.array("allPlansExecution", |plans| {
                if rejected.is_empty() {
                    return;
                }
                for candidate in std::iter::once(trial).chain(rejected) {
                    plans.document(|plan| {
                        let given = candidate.root.stats().advanced;
                        explain_totals(&*candidate.root, given, None, plan);
                        plan.append_f64("score", candidate.score);
                        plan.document("executionStages", |stages| explain_stages(&*candidate.root, stages));
                    });
                }
            });
        }
    });
}

/// The server parameters that explain shows, for the classic engine.
const PARAMETERS: &[(&str, i32)] = &[
    ("internalQueryFacetBufferSizeBytes", MEMORY),
    ("internalQueryFacetMaxOutputDocSizeBytes", MEMORY),
    ("internalLookupStageIntermediateDocumentMaxSizeBytes", MEMORY),
    ("internalDocumentSourceGroupMaxMemoryBytes", MEMORY),
    ("internalQueryMaxBlockingSortMemoryUsageBytes", MEMORY),
    ("internalQueryProhibitBlockingMergeOnMongoS", 0),
    ("internalQueryMaxAddToSetBytes", MEMORY),
    ("internalDocumentSourceSetWindowFieldsMaxMemoryBytes", MEMORY),
];
/// Maximum memory of a stage in bytes.
const MEMORY: i32 = 100 << 20;

/// Writes the final fields of every explanation: the query shape, the command, the server.
pub(in crate::command) fn write_closing(command: RawDoc<'_>, database: &str, out: &mut DocBuilder) {
    if let Some(hash) = query_shape_hash(database, command) {
        out.append_str("queryShapeHash", &hash);
    }
    out.document("command", |shown| {
        shown.append_all(command);
        if command.get("$db").is_none() {
            shown.append_str("$db", database);
        }
    });
    out.document("serverInfo", |info| {
        info.append_str("host", "schema-dojo")
            .append_i32("port", 27017)
            .append_str("version", VERSION)
            .append_str("gitVersion", "");
    });
    out.document("serverParameters", |parameters| {
        for (name, value) in PARAMETERS {
            parameters.append_i32(name, *value);
        }
        parameters
            .append_str("internalQueryFrameworkControl", "forceClassicEngine")
            .append_i32("internalQueryPlannerIgnoreIndexWithCollationForRegex", 1);
    });
}
