//! What else than its input a stage is about, told from how it is written.

use crate::aggregate::stage::find_stage;
use crate::value::{Element, RawDoc, RawValue};

/// The collection that a stage names and the pipelines that it holds.
#[derive(Debug, Default)]
pub struct Inner<'s> {
    /// The name of a collection of the same database.
    pub collection: Option<&'s str>,
    /// The pipelines, unchecked.
    pub pipelines: Vec<RawDoc<'s>>,
}

impl<'s> Inner<'s> {
    /// That of a stage `{ $name: … }`; nothing for an unknown one.
    pub fn of(stage: Element<'s>) -> Self {
        find_stage(stage.name()).map_or_else(Inner::default, |known| (known.inner)(stage.value))
    }

    /// That of a specification with these fields for the collection and the pipeline.
    pub(in crate::aggregate::stage) fn in_fields(
        spec: RawValue<'s>,
        collection: &str,
        pipeline: Option<&str>,
    ) -> Self {
        let Some(spec) = spec.as_document() else { return Inner::default() };
        Inner {
            collection: spec.get(collection).and_then(RawValue::as_str),
            pipelines: pipeline.and_then(|field| spec.get(field)?.as_array()).into_iter().collect(),
        }
    }
}
