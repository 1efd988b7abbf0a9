//! `$unionWith`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/unionWith/>.

use super::super::execution::{Catalog, Usage};
use super::super::foreign::{NestedPipelineRules, check_nested, concatenate, open_pipeline};
use super::super::pipeline::Pipeline;
use super::super::stage_prelude::*;
use super::lookup::specification::begins_with_documents;
use crate::internal_namespaces::NO_COLLECTION;
use crate::value::{ArrayBuilder, EMPTY_DOCUMENT};

pub(super) const STAGE: StageOperator = StageOperator {
    in_transactions: false,
    ..stage(
        "$unionWith",
        "Appends the documents of another collection or pipeline.",
        (
            r#"[{"_id": 1}]"#,
            r#"{"$unionWith": {"pipeline": [{"$documents": [{"_id": 2}]}]}}"#,
            r#"[{"_id": 1}, {"_id": 2}]"#,
        ),
        parse,
    )
    .explained(explained::union_with)
    .foreign_references(foreign_references)
};

const NESTED: NestedPipelineRules = NestedPipelineRules {
    refused: &["$changeStream"],
    code: 31441,
    text: "is not allowed within a $unionWith's sub-pipeline",
};

fn foreign_references(spec: RawValue<'_>) -> ForeignReferences<'_> {
    let named = ForeignReferences::in_fields(spec, "coll", Some("pipeline"));
    ForeignReferences { collection: named.collection.or(spec.as_str()), ..named }
}

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let mut collection = spec.as_str();
    let mut pipeline = None;
    if let Some(doc) = spec.as_document() {
        for element in doc {
            match element.name() {
                "coll" => {
                    collection = Some(element.value.as_str().ok_or_else(|| {
                        Error::wrong_field_type("$unionWith", "coll", element.value, "string")
                    })?);
                }
                "pipeline" => {
                    pipeline = Some(element.value.as_array().ok_or_else(|| {
                        Error::type_mismatch("'pipeline' option must be specified as an array")
                    })?);
                }
                name => return Err(Error::unknown_field("$unionWith", name)),
            }
        }
    } else if collection.is_none() {
        return Err(Error::wrong_type(
            ErrorCode::FAILED_TO_PARSE,
            "the $unionWith stage specification must be an object or string, but found {type}",
            spec.tag,
        ));
    }
    if collection.is_none() && !pipeline.is_some_and(begins_with_documents) {
        return Err(Error::failed_to_parse(
            "$unionWith stage without explicit collection must have a pipeline with $documents as first stage",
        ));
    }
    if let Some(name) = collection.filter(|name| name.is_empty() || name.starts_with('.')) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("invalid $unionWith namespace: {}.{name}", context.database),
        ));
    }
    let stages = pipeline.map_or(EMPTY_DOCUMENT, RawDoc::as_bytes).to_vec();
    check_nested(RawDoc::new(&stages), &[], NESTED, context)?;
    let mut inner = context.clone();
    inner.nesting += 1;
    Ok(vec![Box::new(UnionWith {
        database: context.database.clone(),
        collection: collection.unwrap_or(NO_COLLECTION).to_owned(),
        stages,
        context: inner,
        started: false,
        input_exhausted: false,
        other: None,
    })])
}

/// The `$unionWith` stage: appends the documents of another pipeline to its input.
#[derive(Debug)]
pub struct UnionWith {
    database: String,
    collection: String,
    stages: Vec<u8>,
    context: ParseContext,
    /// Whether a document was pulled.
    started: bool,
    /// Whether the input is exhausted.
    input_exhausted: bool,
    /// The other pipeline, once it is planned.
    other: Option<Pipeline>,
}

impl UnionWith {
    /// Appends stages to the other pipeline.
    pub(in crate::aggregate) fn append(&mut self, stages: &[Vec<u8>]) {
        let mut more = ArrayBuilder::new();
        stages.iter().for_each(|stage| {
            more.push_doc(RawDoc::new(stage));
        });
        self.stages = concatenate(RawDoc::new(&self.stages), RawDoc::new(&more.finish()));
    }

    fn opened(&mut self, catalog: &Catalog) -> Result<&mut Pipeline> {
        let other = match self.other.take() {
            Some(other) => other,
            None => open_pipeline(
                catalog,
                &self.database,
                &self.collection,
                RawDoc::new(&self.stages),
                None,
                &mut self.context,
            )?,
        };
        Ok(self.other.insert(other))
    }
}

impl Stage for UnionWith {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        self.started = true;
        if !self.input_exhausted {
            self.input_exhausted = input.run(sink)?;
            if !self.input_exhausted {
                return Ok(false);
            }
        }
        self.opened(execution.catalog)?.run(execution, sink)
    }

    fn prepare_explain(&mut self, catalog: &Catalog) -> Result<()> {
        self.opened(catalog)?.show_fields(catalog)
    }

    fn appended_pipeline(&self) -> Option<&Pipeline> {
        // If the execution didn't reach it, explain shows the stages as written.
        self.other.as_ref().filter(|_| self.input_exhausted || !self.started)
    }

    /// Requires whole documents, since the other pipeline's documents are whole too.
    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Changes(Vec::new())
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::UnionWith(self)
    }

    fn usage(&self, out: &mut Usage) {
        out.operations += 1;
        if let Some(other) = &self.other {
            out.add(&other.usage());
        }
    }
}
