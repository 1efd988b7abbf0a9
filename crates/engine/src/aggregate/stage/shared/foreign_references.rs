//! The collections and pipelines that a stage's specification refers to.

use crate::aggregate::stage::find_stage;
use crate::value::{Element, RawDoc, RawValue};

/// The collection and the pipelines in a stage's specification.
#[derive(Debug, Default)]
pub struct ForeignReferences<'s> {
    /// The name of a collection in the same database.
    pub collection: Option<&'s str>,
    /// The pipelines, not validated.
    pub pipelines: Vec<RawDoc<'s>>,
}

impl<'s> ForeignReferences<'s> {
    /// Returns the references of a stage `{ $name: … }`; none for an unknown one.
    pub fn of(stage: Element<'s>) -> Self {
        find_stage(stage.name())
            .map_or_else(ForeignReferences::default, |known| (known.foreign_references)(stage.value))
    }

    /// Returns the references in these fields of a specification.
    pub(in crate::aggregate::stage) fn in_fields(
        spec: RawValue<'s>,
        collection: &str,
        pipeline: Option<&str>,
    ) -> Self {
        let Some(spec) = spec.as_document() else { return ForeignReferences::default() };
        ForeignReferences {
            collection: spec.get(collection).and_then(RawValue::as_str),
            pipelines: pipeline.and_then(|field| spec.get(field)?.as_array()).into_iter().collect(),
        }
    }
}
