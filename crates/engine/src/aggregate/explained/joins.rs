//! Stages that join collections or run pipelines, as explain writes them.

use super::{ShownStages, computed, document, long, owned, stages};
use crate::aggregate::expression::ParseContext;
use crate::value::{DocBuilder, RawDoc, RawValue};

/// Copies the named fields that exist, in the order of the names.
fn copy(from: RawDoc<'_>, names: &[&str], out: &mut DocBuilder) {
    for name in names {
        if let Some(value) = from.get(name) {
            out.append_raw(name, value);
        }
    }
}

/// Writes `$lookup`, with the `$unwind` that it absorbed.
pub(in crate::aggregate) fn lookup(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        copy(given, &["from", "as", "localField", "foreignField"], out);
        // An empty pipeline of a join by fields isn't shown.
        let idle = |value: &RawValue<'_>| {
            given.get("localField").is_some() && value.as_array().is_some_and(RawDoc::is_empty)
        };
        if let Some(pipeline) = given.get("pipeline").filter(|value| !idle(value)) {
            out.document("let", |variables| {
                for variable in given.get("let").and_then(RawValue::as_document).into_iter().flatten() {
                    variables.append(variable.name(), &computed(variable.value, context));
                }
            });
            out.append_raw("pipeline", pipeline);
        }
        copy(given, &["unwinding"], out);
    });
    vec![("$lookup", value)]
}

/// Writes `$graphLookup`, its fields in the server's order.
pub(in crate::aggregate) fn graph_lookup(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        copy(given, &["from", "as", "connectToField", "connectFromField"], out);
        if let Some(start) = given.get("startWith") {
            out.append("startWith", &computed(start, context));
        }
        copy(given, &["depthField"], out);
        if let Some(depth) = given.get("maxDepth") {
            out.append("maxDepth", &long(depth));
        }
        copy(given, &["restrictSearchWithMatch", "unwinding"], out);
    });
    vec![("$graphLookup", value)]
}

/// Writes `$facet`, each pipeline starting with the internal tee stage.
pub(in crate::aggregate) fn facet(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let Some(given) = spec.as_document() else { return vec![("$facet", owned(spec))] };
    let value = document(|out| {
        for facet in given {
            out.array(facet.name(), |pipeline| {
                pipeline.document(|source| {
                    source.document(crate::aggregate::stage::TEE, |_| {});
                });
                let inner = facet.value.as_array().into_iter().flat_map(RawDoc::values);
                for shown in inner.filter_map(RawValue::as_document).flat_map(stages) {
                    pipeline.push_doc(RawDoc::new(&shown));
                }
            });
        }
    });
    vec![("$facet", value)]
}
