//! Collections and pipelines that a stage refers to, read from its specification.

use crate::aggregate::stage::find_stage;
use crate::value::{Element, RawDoc, RawValue};

/// The collection that a stage names and the pipelines that it holds.
#[derive(Debug, Default)]
pub struct ForeignReferences<'s> {
    /// The name of a collection of the same database.
    pub collection: Option<&'s str>,
    /// The pipelines, unchecked.
    pub pipelines: Vec<RawDoc<'s>>,
}

impl<'s> ForeignReferences<'s> {
    /// The references of a stage `{ $name: … }`; none for an unknown one.
    pub fn of(stage: Element<'s>) -> Self {
        find_stage(stage.name()).map_or_else(ForeignReferences::default, |known| (known.inner)(stage.value))
    }

    /// The references of a specification with these fields for the collection and the pipeline.
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
