//! The arguments of `$lookup`, and helpers for other stages that read a foreign collection.

use crate::aggregate::expression::FieldPath;
use crate::aggregate::stage_prelude::*;

/// Checks that a lookup without `from` has a pipeline that begins with `$documents`.
pub(super) fn check_source(doc: RawDoc<'_>) -> Result<()> {
    match (doc.get("from"), doc.get("pipeline")) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(Error::failed_to_parse("must specify 'pipeline' when 'from' is empty")),
        (None, Some(stages)) if stages.as_array().is_some_and(begins_with_documents) => Ok(()),
        (None, Some(_)) => Err(Error::failed_to_parse(
            "$lookup stage without explicit collection must have a pipeline with $documents as first stage",
        )),
    }
}

/// The type-checked arguments of the stage.
#[derive(Default)]
pub(in crate::aggregate) struct Specification<'a> {
    pub(super) from: Option<(String, String)>,
    pub(super) as_field: Option<FieldPath>,
    pub(super) local: Option<FieldPath>,
    pub(super) foreign: Option<FieldPath>,
    pub(super) variables: Option<RawDoc<'a>>,
    pub(super) pipeline: Option<RawDoc<'a>>,
}

impl<'a> Specification<'a> {
    /// Parses the arguments in written order, so that the first error is reported.
    pub(super) fn read(doc: RawDoc<'a>, context: &ParseContext) -> Result<Self> {
        let mut spec = Specification::default();
        for element in doc {
            let (name, value) = (element.name(), element.value);
            let wrong = |expected| wrong_argument(name, value, expected);
            let path = || FieldPath::new(value.as_str().ok_or_else(|| wrong("a string"))?).map(Some);
            match name {
                "pipeline" => {
                    spec.pipeline = Some(value.as_array().ok_or_else(|| {
                        Error::type_mismatch("'pipeline' option must be specified as an array")
                    })?);
                }
                "let" => spec.variables = Some(value.as_document().ok_or_else(|| wrong("an object"))?),
                "from" => spec.from = Some(namespace("$lookup", value, context)?),
                "as" => spec.as_field = path()?,
                "localField" => spec.local = path()?,
                "foreignField" => spec.foreign = path()?,
                "_internalUnwind" | "_internalCollation" => {}
                _ if value.as_str().is_none() => return Err(wrong("a string")),
                _ => return Err(Error::failed_to_parse(format!("unknown argument to $lookup: {name}"))),
            }
        }
        Ok(spec)
    }
}

fn wrong_argument(name: &str, value: RawValue<'_>, expected: &str) -> Error {
    let (shown, kind) = (display_value(value.view()), type_name(value.tag));
    Error::failed_to_parse(format!("$lookup argument '{name}: {shown}' must be {expected}, is type {kind}"))
}

/// Parses `from`: a collection name or `{ db, coll }`.
pub(in crate::aggregate) fn namespace(
    stage: &str,
    value: RawValue<'_>,
    context: &ParseContext,
) -> Result<(String, String)> {
    if let Some(name) = value.as_str() {
        if name.is_empty() || name.starts_with('.') || name.contains('\0') {
            return Err(Error::new(
                ErrorCode::INVALID_NAMESPACE,
                format!("invalid {stage} namespace: {}.{name}", context.database),
            ));
        }
        return Ok((context.database.clone(), name.to_owned()));
    }
    // Only the server's internal collections may be named with a database.
    let parts =
        value.as_document().and_then(|doc| Some((doc.get("db")?.as_str()?, doc.get("coll")?.as_str()?)));
    Err(Error::failed_to_parse(match parts {
        Some((database, name)) => format!(
            "{stage} with syntax {{from: {{db:<>, coll:<>}},..}} is not supported for db: {database} and coll: {name}"
        ),
        None => format!("{stage} 'from' field must be a string, but found {}", type_name(value.tag)),
    }))
}

/// Whether a pipeline begins with `$documents`.
pub(in crate::aggregate) fn begins_with_documents(pipeline: RawDoc<'_>) -> bool {
    let first = pipeline.nth(0).and_then(RawValue::as_document).and_then(RawDoc::first);
    first.is_some_and(|stage| stage.name() == "$documents")
}
