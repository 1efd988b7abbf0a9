//! Checks of a written pipeline's shape.
//!
//! The server checks in this order: each element is a document; each stage, nested pipelines included, has exactly
//! one known name; each stage's specification is valid; each stage's position is allowed. So an unknown name is
//! reported before an error in an earlier stage, and an error in any stage before a wrong position.

use super::output::find_output;
use super::stage::{ForeignReferences, Position, UNPACK_BUCKET, UNSUPPORTED, find_stage, refused_stage};
use crate::arguments::expect_document;
use crate::value::{Element, RawDoc, RawValue};
use crate::{Error, ErrorCode, Result};

/// Checks that the elements are documents and the stages have known names.
///
/// # Errors
/// `TypeMismatch` for an element that isn't a document, 40323 and 40324 for malformed and unknown stages.
pub fn check_shape(stages: RawDoc<'_>) -> Result<()> {
    stages.values().try_for_each(|stage| document_of(stage).map(drop))?;
    check_names(stages)
}

/// Returns the well-formed stages `{ $name: … }` of a written pipeline.
pub fn written_stages(stages: RawDoc<'_>) -> impl Iterator<Item = Element<'_>> {
    stages.values().filter_map(|stage| stage.as_document()?.first())
}

/// Returns the first element's first field; further fields aren't checked.
pub fn first_stage(stages: RawDoc<'_>) -> Option<Element<'_>> {
    stages.nth(0)?.as_document()?.first()
}

/// Returns the stage and its only field.
///
/// # Errors
/// Those of [`check_shape`] except for unknown names.
pub(super) fn stage_of(stage: RawValue<'_>) -> Result<(RawDoc<'_>, Element<'_>)> {
    let doc = document_of(stage)?;
    Ok((doc, field_of(doc)?))
}

/// Returns the error for a stage that is neither in the table of stages nor in that of outputs.
pub(super) fn unknown_stage(name: &str) -> Error {
    if let Some(error) = refused_stage(name) {
        return error;
    }
    if UNSUPPORTED.contains(&name) {
        return Error::not_supported(&format!("The stage {name}"));
    }
    Error::new(40324, format!("Unrecognized pipeline stage name: '{name}'"))
}

/// Checks that a well-formed stage's position is allowed, given the stage before it and whether it is last.
///
/// # Errors
/// 40602 and 40601 for stages that must be first or last, 17313 for a text search that isn't first.
pub(super) fn check_position(stage: RawValue<'_>, behind: Option<RawValue<'_>>, last: bool) -> Result<()> {
    let (_, element) = stage_of(stage)?;
    let name = element.name();
    let behind = behind.and_then(RawValue::as_document).and_then(RawDoc::first);
    // Time-series collections are views that unpack buckets in front of the stages.
    let is_unpacked = behind.is_some_and(|stage| stage.name() == UNPACK_BUCKET);
    let position = match (find_output(name), find_stage(name)) {
        (Some(_), _) => Position::Last,
        (_, Some(stage)) if !is_unpacked || stage.over_measurements.is_none() => stage.position,
        _ => Position::Anywhere,
    };
    match position {
        Position::First if behind.is_some() => {
            Err(Error::new(40602, format!("{name} is only valid as the first stage in a pipeline.")))
        }
        Position::Last if !last => {
            Err(Error::new(40601, format!("{name} can only be the final stage in the pipeline")))
        }
        _ if behind.is_some() && name == "$match" && has_text_search(element.value) => {
            Err(Error::new(17313, "$match with $text is only allowed as the first pipeline stage"))
        }
        _ => Ok(()),
    }
}

fn document_of(stage: RawValue<'_>) -> Result<RawDoc<'_>> {
    expect_document(stage, ErrorCode::TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object")
}

fn field_of(stage: RawDoc<'_>) -> Result<Element<'_>> {
    match (stage.first(), stage.count()) {
        (Some(element), 1) => Ok(element),
        _ => Err(Error::new(40323, "A pipeline stage specification object must contain exactly one field.")),
    }
}

/// Checks the names of the stages and of those in nested pipelines. Elements of nested pipelines need not be
/// documents: the stage itself reports that later.
fn check_names(stages: RawDoc<'_>) -> Result<()> {
    for stage in stages.values().filter_map(RawValue::as_document) {
        let element = field_of(stage)?;
        let name = element.name();
        if find_output(name).is_none() && find_stage(name).is_none() && refused_stage(name).is_none() {
            return Err(unknown_stage(name));
        }
        ForeignReferences::of(element).pipelines.into_iter().try_for_each(check_names)?;
    }
    Ok(())
}

/// Whether a filter has `$text` at the top level or inside `$and`, `$or` or `$nor`.
fn has_text_search(filter: RawValue<'_>) -> bool {
    let Some(filter) = filter.as_document() else { return false };
    filter.iter().any(|element| match element.name() {
        "$text" => true,
        "$and" | "$or" | "$nor" => {
            element.value.as_array().is_some_and(|items| items.values().any(has_text_search))
        }
        _ => false,
    })
}
