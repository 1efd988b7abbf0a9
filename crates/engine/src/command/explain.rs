//! `explain`.

use super::{Command, Request, find_command};
use crate::collection::Collection;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{
    Candidate, Execution, PlanRequest, Shape, Verbosity, choose_anew, explain_plan, explain_stages,
    explain_totals,
};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/explain/>.
pub(super) static COMMAND: Command = Command {
    name: "explain",
    aliases: &[],
    summary: "Shows how another command would be carried out.",
    example: r#"{"explain": {"find": "books", "filter": {"author": "Woolf"}}, "verbosity": "executionStats"}"#,
    operation: "command",
    profiled: true,
    fields: &["verbosity"],
    run,
    explain: None,
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    arguments.required("explain")?;
    let inner = arguments.document("explain")?.ok_or_else(|| {
        Error::type_mismatch("BSON field 'explain.explain' is the wrong type 'null', expected type 'object'")
    })?;
    let verbosity = Verbosity::parse(arguments.string("verbosity")?)?;
    let name = inner.first().map_or("", |first| first.name());
    let command = find_command(name).ok_or_else(|| {
        Error::new(ErrorCode::COMMAND_NOT_FOUND, format!("Explain failed due to unknown command: {name}"))
    })?;
    let explain = command.explain.ok_or_else(|| {
        Error::new(ErrorCode::ILLEGAL_OPERATION, format!("Explain is not supported for the command {name}"))
    })?;
    let outer = (request.body, request.name);
    // The explained command is read in place of the outer one.
    let body: RawDoc<'_> = inner;
    super::check_fields(command, body)?;
    request.body = body;
    request.name = command.name;
    let result = explain(request, verbosity, out);
    (request.body, request.name) = outer;
    result?;
    write_closing(inner, out);
    Ok(())
}

/// What every explanation ends with: the command, the server.
pub(super) fn write_closing(command: RawDoc<'_>, out: &mut DocBuilder) {
    out.append_doc("command", command);
    out.document("serverInfo", |info| {
        info.append_str("host", "schema-dojo")
            .append_i32("port", 27017)
            .append_str("version", super::build_info::VERSION)
            .append_str("gitVersion", "");
    });
}

/// Plans a query, runs it when asked to, and writes the answer. `top` is a
/// stage the command itself adds: `COUNT`, `UPDATE`, `DELETE`.
pub(super) fn explain_query(
    request: &Request<'_>,
    collection: Option<&Collection>,
    plan_request: &PlanRequest,
    verbosity: Verbosity,
    top: Option<&str>,
    out: &mut DocBuilder,
) -> Result<()> {
    let (mut winner, rejected) = choose_anew(collection, plan_request)?;
    let mut returned = 0;
    if let Some(collection) = collection.filter(|_| verbosity >= Verbosity::ExecutionStats) {
        let mut execution = Execution { collection };
        while winner.next(&mut execution)?.is_some() {
            returned += 1;
        }
    }
    explain_chosen(
        &request.namespace(),
        plan_request,
        &winner,
        &rejected,
        verbosity,
        Shown { top, returned, version: true },
        out,
    );
    Ok(())
}

/// What explain says beside the plans themselves.
pub(super) struct Shown<'a> {
    /// A stage above the plan.
    pub top: Option<&'a str>,
    /// Documents the winner gave.
    pub returned: u64,
    /// Whether `explainVersion` is written too.
    pub version: bool,
}

/// Writes `queryPlanner` and, when it was run, `executionStats`.
pub(super) fn explain_chosen(
    namespace: &str,
    plan_request: &PlanRequest,
    winner: &Candidate,
    rejected: &[Candidate],
    verbosity: Verbosity,
    Shown { top, returned, version }: Shown<'_>,
    out: &mut DocBuilder,
) {
    let parsed = plan_request.filter.describe();
    let shape = format!("{:08X}", Shape::of(plan_request).hash());
    let key = format!("{:08X}", winner.cache_key);
    if version {
        out.append_str("explainVersion", "1");
    }
    out.document("queryPlanner", |planner| {
        planner
            .append_str("namespace", namespace)
            .append_doc("parsedQuery", RawDoc::new(&parsed))
            .append_bool("indexFilterSet", winner.is_restricted)
            .append_str("queryHash", &shape)
            .append_str("planCacheShapeHash", &shape)
            .append_str("planCacheKey", &key)
            .append_i32("optimizationTimeMillis", 0)
            .append_bool("maxIndexedOrSolutionsReached", false)
            .append_bool("maxIndexedAndSolutionsReached", false)
            .append_bool("maxScansToExplodeReached", false)
            .append_bool("prunedSimilarIndexes", false);
        planner.document("winningPlan", |plan| {
            plan.append_bool("isCached", winner.is_cached);
            write_under(top, plan, |plan| explain_plan(&*winner.root, plan));
        });
        planner.array("rejectedPlans", |plans| {
            for candidate in rejected {
                plans.document(|plan| {
                    plan.append_bool("isCached", false);
                    write_under(top, plan, |plan| explain_plan(&*candidate.root, plan));
                });
            }
        });
    });
    if verbosity >= Verbosity::ExecutionStats {
        write_execution(winner, rejected, returned, verbosity, top, out);
    }
}

fn write_under(top: Option<&str>, out: &mut DocBuilder, write: impl FnOnce(&mut DocBuilder)) {
    match top {
        None => write(out),
        Some(stage) => {
            out.append_str("stage", stage);
            out.document("inputStage", write);
        }
    }
}

fn write_execution(
    winner: &Candidate,
    rejected: &[Candidate],
    returned: u64,
    verbosity: Verbosity,
    top: Option<&str>,
    out: &mut DocBuilder,
) {
    let shown = if top.is_some() { 0 } else { returned };
    out.document("executionStats", |stats| {
        explain_totals(&*winner.root, shown, stats);
        stats.document("executionStages", |stages| {
            stages.append_bool("isCached", winner.is_cached);
            write_under(top, stages, |stages| explain_stages(&*winner.root, stages));
        });
        if verbosity == Verbosity::AllPlansExecution {
            stats.array("allPlansExecution", |plans| {
                if rejected.is_empty() {
                    return;
                }
                for candidate in std::iter::once(winner).chain(rejected) {
                    plans.document(|plan| {
                        let given = candidate.root.stats().advanced;
                        explain_totals(&*candidate.root, given, plan);
                        plan.document("executionStages", |stages| explain_stages(&*candidate.root, stages));
                    });
                }
            });
        }
    });
}
