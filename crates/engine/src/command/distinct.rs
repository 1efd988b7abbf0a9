//! `distinct`.

use std::collections::HashSet;

use super::explain::explain_query;
use super::query::{count_examined, parse_filter, parse_hint};
use super::{Command, Request, view};
use crate::error::{Error, Result};
use crate::plan::{Execution, PlanRequest, Verbosity, choose};
use crate::value::{ArrayBuilder, DocBuilder, Path, RawDoc, RawValue, key};

/// See <https://www.mongodb.com/docs/manual/reference/command/distinct/>.
pub(super) static COMMAND: Command = Command {
    name: "distinct",
    aliases: &[],
    summary: "Lists the different values of a field.",
    example: r#"{"distinct": "books", "key": "author", "query": {"year": {"$lt": 1930}}}"#,
    operation: "command",
    profiled: true,
    fields: &["key", "query", "collation", "hint"],
    run,
    explain: Some(explain),
};

fn parse(request: &Request<'_>) -> Result<(PlanRequest, Path)> {
    let arguments = request.arguments();
    arguments.required("key")?;
    let field = arguments.string("key")?.unwrap_or_default();
    if field.contains('\0') {
        return Err(Error::bad_value("'key' cannot contain an embedded null byte"));
    }
    let mut plan = parse_filter(request, arguments.document("query")?)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    Ok((plan, Path::new(field)))
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let (plan_request, path) = parse(request)?;
    let mut values = ArrayBuilder::new();
    if let Some(collection) = view::readable(request, name)? {
        let (mut plan, _) = choose(Some(&collection), &plan_request)?;
        let mut execution = Execution { collection: &collection };
        let mut seen = HashSet::new();
        while let Some(row) = plan.next(&mut execution)? {
            let Some(doc) = row.document(&collection) else { continue };
            each_value(doc, path.parts(), &mut |value| {
                let seen_as = match &plan_request.collation {
                    Some(collation) => key::key_of(collation.fold(value).view()),
                    None => key::key_of(value.view()),
                };
                if seen.insert(seen_as) {
                    values.push_raw(value);
                }
            });
            if values.byte_len() > crate::value::MAX_DOCUMENT_BYTES {
                return Err(Error::new(17217, "distinct too big, 16mb cap"));
            }
        }
        count_examined(&mut request.meter, &plan, Some(&collection));
    }
    request.meter.returned += values.len() as u64;
    out.append_array("values", RawDoc::new(&values.finish()));
    Ok(())
}

/// Visits the values at a path: through arrays on the way, and each element of
/// an array at its end.
fn each_value<'a>(doc: RawDoc<'a>, parts: &[crate::value::PathPart], visit: &mut impl FnMut(RawValue<'a>)) {
    let Some((first, rest)) = parts.split_first() else { return };
    let Some(value) = doc.get(&first.name) else { return };
    descend(value, rest, visit);
}

fn descend<'a>(value: RawValue<'a>, rest: &[crate::value::PathPart], visit: &mut impl FnMut(RawValue<'a>)) {
    match (value.as_array(), rest.split_first()) {
        (Some(array), None) => array.values().for_each(&mut *visit),
        (None, None) => visit(value),
        (Some(array), Some((part, after))) => {
            if let Some(element) = part.index.and_then(|i| array.nth(i)) {
                descend(element, after, visit);
            }
            for element in array.values() {
                if let Some(inner) = element.as_document() {
                    each_value(inner, rest, visit);
                }
            }
        }
        (None, Some(_)) => {
            if let Some(inner) = value.as_document() {
                each_value(inner, rest, visit);
            }
        }
    }
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let (plan_request, _) = parse(request)?;
    let collection = view::readable(request, name)?;
    explain_query(request, collection.as_deref(), &plan_request, verbosity, None, out)
}
