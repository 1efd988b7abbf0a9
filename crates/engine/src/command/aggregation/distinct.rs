//! `distinct`.

use crate::aggregate::expression::FieldPath;
use crate::collection::Collection;
use crate::command::shared::explain::{Explanation, explain_chosen, explain_query, run_out};
use crate::command::shared::query::{filter_context, parse_filter, parse_hint};
use crate::command::shared::{metered, view, view_read};
use crate::command::{Command, InTransactions, ReadConcern, Request};
use crate::error::{Error, Result};
use crate::plan::{Candidate, PlanRequest, RowBatch, Verbosity, choose, distinct_plan};
use crate::projection::Projection;
use crate::value::{
    ArrayBuilder, DocBuilder, KeySet, Path, PathPart, RawDoc, RawValue, compare_raw, insert_key, key, sort_by,
};

/// See <https://www.mongodb.com/docs/manual/reference/command/distinct/>.
pub(super) static COMMAND: Command = Command {
    name: "distinct",
    summary: "Lists the different values of a field.",
    example: r#"{"distinct": "books", "key": "author", "query": {"year": {"$lt": 1930}}}"#,
    fields: &["key", "query", "collation", "hint"],
    run,
    explain: Some(explain),
    read_concern: ReadConcern::Snapshot,
    in_transactions: InTransactions::Part,
    ..Command::DEFAULT
};

fn parse(request: &Request<'_>) -> Result<(PlanRequest, Path)> {
    let arguments = request.arguments();
    arguments.given("key")?;
    let field = arguments.string("key")?.unwrap_or_default();
    if field.contains('\0') {
        return Err(Error::new(31032, "'key' cannot contain an embedded null byte"));
    }
    FieldPath::new(field)?;
    let mut plan = parse_filter(request, arguments.document("query")?)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    Ok((plan, Path::new(field)))
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let (plan_request, path) = parse(request)?;
    let mut values = ArrayBuilder::new();
    if let Some(collection) = view::readable(request, name)? {
        let mut plan = planned(request, &collection, &plan_request, &path)?;
        let mut seen = KeySet::default();
        let mut seen_as = Vec::new();
        let mut visit = |value: RawValue<'_>| {
            seen_as.clear();
            key::encode_under(plan_request.collation.as_deref(), value, &mut seen_as);
            if insert_key(&mut seen, &seen_as) {
                values.push_raw(value);
            }
            if values.byte_len() > crate::value::MAX_DOCUMENT_BYTES {
                return Err(Error::new(17217, "distinct too big, 16mb cap"));
            }
            Ok(())
        };
        let mut read = |plan: &mut Candidate| read_all(plan, &collection, &path, &mut visit);
        // Reads of a view's pipeline are already metered.
        if view_read::applies(request) {
            read(&mut plan)?;
        } else {
            metered::plan(&mut request.meter, &mut plan, &collection, read)?;
        }
    }
    request.meter.returned += values.len() as u64;
    out.append_array("values", RawDoc::new(&values.finish()));
    Ok(())
}

/// Visits the values at a path of all the plan's documents. With a column, visits each distinct value once.
fn read_all(
    plan: &mut Candidate,
    collection: &Collection,
    path: &Path,
    visit: &mut impl FnMut(RawValue<'_>) -> Result<()>,
) -> Result<()> {
    let during = |error: Error| error.context("Executor error during distinct command :: caused by :: ");
    let column = if plan.yields_records() { collection.column(path.as_str()) } else { None };
    if let Some(column) = column.filter(|column| !column.is_mostly_complex()) {
        let mut rows = RowBatch::default();
        while plan.next_batch(collection, usize::MAX, &mut rows).map_err(during)? {}
        let mut visited = vec![false; column.dictionary().len()];
        for &record in rows.records() {
            let code = column.code(record);
            if let Some(visited) = visited.get_mut(code as usize) {
                let value = column.dictionary().value(code);
                if !std::mem::replace(visited, true) && value.tag != RawValue::MISSING.tag {
                    visit(value)?;
                }
            } else if let Some(document) = collection.records().get(record) {
                each_in_order(RawDoc::new(document), path.parts(), visit)?;
            }
        }
        return Ok(());
    }
    while let Some(row) = plan.next(collection).map_err(during)? {
        if let Some(document) = row.document(collection) {
            each_in_order(document, path.parts(), visit)?;
        }
    }
    Ok(())
}

/// Returns the plan: each value of an index once, or that of a `find`.
fn planned(
    request: &Request<'_>,
    collection: &Collection,
    plan_request: &PlanRequest,
    path: &Path,
) -> Result<Candidate> {
    let values_only = || {
        let mut spec = DocBuilder::new();
        spec.append_i32("_id", 0).append_i32(path.as_str(), 1);
        let mut kept = DocBuilder::new();
        // For `_id` itself, don't exclude it.
        kept.append_i32("_id", 1);
        let spec = if path.as_str() == "_id" { kept.finish() } else { spec.finish() };
        Projection::parse(RawDoc::new(&spec), None, &filter_context(request)?)
    };
    match distinct_plan(collection, plan_request, path, values_only)? {
        Some(plan) => Ok(plan),
        None => choose(Some(collection), plan_request).map(|(plan, _)| plan),
    }
}

/// Visits the values at a path of one document in ascending order. The server collects them in an ordered set: the
/// manual prints `M, S, L` for the arrays `[S, M]` and `[M, L]`.
fn each_in_order<'d>(
    doc: RawDoc<'d>,
    parts: &[PathPart],
    visit: &mut impl FnMut(RawValue<'_>) -> Result<()>,
) -> Result<()> {
    let mut values: Vec<RawValue<'d>> = Vec::new();
    each_value(doc, parts, &mut |value| {
        values.push(value);
        Ok(())
    })?;
    sort_by(&mut values, |a, b| compare_raw(*a, *b));
    values.into_iter().try_for_each(visit)
}

/// Visits the values at a path, including the elements of arrays on the path and at its end.
fn each_value<'d>(
    doc: RawDoc<'d>,
    parts: &[PathPart],
    visit: &mut dyn FnMut(RawValue<'d>) -> Result<()>,
) -> Result<()> {
    let Some((first, rest)) = parts.split_first() else { return Ok(()) };
    match doc.get(&first.name) {
        Some(value) => descend(value, rest, visit),
        None => Ok(()),
    }
}

fn descend<'d>(
    value: RawValue<'d>,
    rest: &[PathPart],
    visit: &mut dyn FnMut(RawValue<'d>) -> Result<()>,
) -> Result<()> {
    match (value.as_array(), rest.split_first()) {
        (Some(array), None) => array.values().try_for_each(visit),
        (None, None) => visit(value),
        (Some(array), Some((part, after))) => {
            if let Some(element) = part.index.and_then(|i| array.nth(i)) {
                descend(element, after, visit)?;
            }
            array
                .values()
                .filter_map(RawValue::as_document)
                .try_for_each(|inner| each_value(inner, rest, visit))
        }
        (None, Some(_)) => match value.as_document() {
            Some(inner) => each_value(inner, rest, visit),
            None => Ok(()),
        },
    }
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let (plan_request, path) = parse(request)?;
    if view_read::applies(request) {
        let command = view_read::distinct_as_pipeline(request, &path)?;
        return view_read::explain(request, &command, verbosity, out);
    }
    let collection = view::readable(request, name)?;
    let Some(collection) = collection.as_deref() else {
        return explain_query(request, None, &plan_request, verbosity, None, out);
    };
    let mut plan = planned(request, collection, &plan_request, &path)?;
    let mut returned = 0;
    run_out(&mut plan, Some(collection), verbosity, &mut request.meter, &mut |_| returned += 1)?;
    let shown = Explanation::of(verbosity, returned);
    explain_chosen(&request.namespace(), &plan_request, &plan, &[], shown, out);
    Ok(())
}
