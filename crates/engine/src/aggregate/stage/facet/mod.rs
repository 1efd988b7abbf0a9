//! `$facet`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/facet/>.

mod shared;

use super::MEMORY_LIMIT;
use super::Memory;
use crate::aggregate::execution::Usage;
use crate::aggregate::expression::ConstantFaults;
use crate::aggregate::foreign::{NestedPipelineRules, refuse_stages};
use crate::aggregate::pipeline::Pipeline;
use crate::aggregate::stage_prelude::*;
use crate::value::ArrayBuilder;
use shared::Shared;

pub(super) const STAGE: StageOperator = stage(
    "$facet",
    "Runs several pipelines over the same documents; returns one array per pipeline.",
    (
        r#"[{"_id": 1, "a": 5}, {"_id": 2, "a": 7}]"#,
        r#"{"$facet": {"sum": [{"$group": {"_id": null, "n": {"$sum": "$a"}}}], "first": [{"$limit": 1}]}}"#,
        r#"[{"sum": [{"_id": null, "n": 12}], "first": [{"_id": 1, "a": 5}]}]"#,
    ),
    parse,
)
.explained(explained::facet)
.foreign_references(|spec| {
    let facets = spec.as_document().into_iter().flat_map(RawDoc::values);
    ForeignReferences {
        pipelines: facets.filter_map(RawValue::as_array).collect(),
        ..ForeignReferences::default()
    }
})
.exceeded(|used| {
    Error::new(
        4031700,
        format!(
            "document constructed by $facet is {used} bytes, which exceeds the limit of {MEMORY_LIMIT} bytes"
        ),
    )
});

const NESTED: NestedPipelineRules = NestedPipelineRules {
    refused: &[
        "$changeStream",
        "$collStats",
        "$indexStats",
        "$facet",
        "$geoNear",
        "$planCacheStats",
        "$documents",
        "$currentOp",
    ],
    code: 40600,
    text: "is not allowed to be used within a $facet stage",
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document().filter(|doc| !doc.is_empty()) else {
        return Err(Error::new(
            40169,
            format!(
                "the $facet specification must be a non-empty object, but found: $facet: {}",
                display_value(spec.view())
            ),
        ));
    };
    let mut facets = Vec::new();
    let mut faults = ConstantFaults::default();
    for element in doc {
        let name = element.name();
        crate::aggregate::expression::validate_field_name(name)?;
        if name.contains('.') {
            return Err(Error::new(
                16412,
                "FieldPath field names may not contain '.'. Consider using $getField or $setField.",
            ));
        }
        let Some(stages) = element.value.as_array() else {
            return Err(Error::new(
                40170,
                format!(
                    "arguments to $facet must be arrays, {name} is type {}",
                    type_name(element.value.tag)
                ),
            ));
        };
        for stage in stages.values() {
            if stage.as_document().is_none() {
                return Err(Error::new(
                    40171,
                    format!(
                        "elements of arrays in $facet spec must be non-empty objects, {name} argument contained an element of type {}: {}",
                        type_name(stage.tag),
                        display_value(stage.view())
                    ),
                ));
            }
        }
        refuse_stages(stages, NESTED)?;
        match Pipeline::parse(stages, context) {
            Ok(pipeline) => facets.push((name.to_owned(), pipeline)),
            Err(error) => faults.keep_of_pipeline(error)?,
        }
    }
    faults.report()?;
    Ok(vec![Box::new(Facet { facets, done: false })])
}

/// The name that explain shows for each pipeline's source.
pub const TEE: &str = "$internalFacetTeeConsumer";

#[derive(Debug)]
struct Facet {
    facets: Vec<(String, Pipeline)>,
    done: bool,
}

impl Stage for Facet {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        if std::mem::replace(&mut self.done, true) {
            return Ok(true);
        }
        let mut memory = Memory::default();
        let documents = Shared::read(input, &mut memory)?;
        let mut out = DocBuilder::new();
        for (name, pipeline) in &mut self.facets {
            pipeline.prepend_as(TEE, documents.replay());
            pipeline.prepare();
            let mut results = ArrayBuilder::new();
            pipeline.drain(execution, |row| {
                memory.add(row.document.as_bytes().len(), "$facet")?;
                results.push_doc(row.document);
                Ok(())
            })?;
            out.append_array(name, RawDoc::new(&results.finish()));
        }
        sink.push(Row::new(&out.finish()))?;
        Ok(true)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        for (_, pipeline) in &self.facets {
            match pipeline.needed_fields() {
                Some(fields) => out.fields.extend(fields),
                None => out.whole_document = true,
            }
        }
    }

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn facets(&self) -> &[(String, Pipeline)] {
        &self.facets
    }

    /// Returns the stage with its optimized pipelines.
    fn describe(&self, _: RawDoc<'_>) -> Option<Vec<u8>> {
        let mut out = DocBuilder::new();
        out.document("$facet", |facets| {
            for (name, pipeline) in &self.facets {
                facets.array(name, |stages| {
                    for planned in pipeline.stages().iter().filter(|planned| planned.name() != TEE) {
                        stages.push_doc(RawDoc::new(&planned.described()));
                    }
                });
            }
        });
        Some(out.finish())
    }

    fn usage(&self, out: &mut Usage) {
        for (_, pipeline) in &self.facets {
            let usage = pipeline.usage();
            out.add(&usage);
            out.operations += usage.operations;
        }
    }
}
