//! Pipelines as explain writes them: constants as `$const`, operands in arrays, and
//! alias stages as the stages they stand for
//! (<https://www.mongodb.com/docs/manual/reference/explain-results/>).

mod fields;
mod joins;
mod windows;

pub(super) use self::joins::{facet, graph_lookup, lookup};
pub(super) use self::windows::{densify, set_window_fields};
use super::accumulator::find_accumulator;
use super::expression::ParseContext;
use super::expression::explained::{computed, ordered_parts, owned};
use super::stage::find_stage;
use crate::value::{DocBuilder, Element, RawDoc, RawValue, Value};

/// Returns the stages that explain shows for a stage's argument.
pub type Form = fn(RawValue<'_>, &mut ParseContext) -> ShownStages;

/// Names and arguments of stages.
pub type ShownStages = Vec<(&'static str, Value<'static>)>;

/// Returns the stages that explain shows for one stage.
pub fn stages(given: RawDoc<'_>) -> Vec<Vec<u8>> {
    let form = given.first().and_then(|stage| {
        let form = find_stage(stage.name())?.explained?;
        Some(form(stage.value, &mut ParseContext::default()))
    });
    let Some(shown) = form else { return vec![given.as_bytes().to_vec()] };
    let stage = |(name, value): (&str, Value<'static>)| {
        let mut out = DocBuilder::new();
        out.append(name, &value);
        out.finish()
    };
    shown.into_iter().map(stage).collect()
}

/// Returns the projection of a `$project` or `$unset` that the cursor executes.
pub(super) fn projection(stage: RawDoc<'_>) -> Option<Vec<u8>> {
    let shown = match stage.get("$unset") {
        Some(paths) => fields::unset(paths),
        None => fields::projected(stage.get("$project")?, &mut ParseContext::default()),
    };
    shown.as_document().map(|doc| doc.as_bytes().to_vec())
}

fn document(fill: impl FnOnce(&mut DocBuilder)) -> Value<'static> {
    let mut out = DocBuilder::new();
    fill(&mut out);
    Value::document(out.finish())
}

fn long(spec: RawValue<'_>) -> Value<'static> {
    Value::Int64(spec.as_number().map_or(0, |n| n.to_i64_clamped()))
}

/// Appends `{ $sum: { $const: 1 } }`.
fn one_each(out: &mut DocBuilder, name: &str) {
    out.document(name, |sum| {
        sum.document("$sum", |one| {
            one.append_i32("$const", 1);
        });
    });
}

pub(super) fn add_fields(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    vec![("$addFields", fields::added(spec, context))]
}

pub(super) fn set(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    vec![("$set", fields::added(spec, context))]
}

pub(super) fn project(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    vec![("$project", fields::projected(spec, context))]
}

pub(super) fn unset(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    vec![("$project", fields::unset(spec))]
}

pub(super) fn limit(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    vec![("$limit", long(spec))]
}

pub(super) fn skip(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    vec![("$skip", long(spec))]
}

pub(super) fn redact(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    vec![("$redact", computed(spec, context))]
}

pub(super) fn replace_with(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    vec![("$replaceRoot", new_root(spec, context))]
}

pub(super) fn count(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let name = spec.as_str().unwrap_or_default();
    let group = document(|group| {
        group.document("_id", |id| {
            id.append_null("$const");
        });
        one_each(group, name);
    });
    let project = document(|project| {
        project.append_bool(name, true).append_bool("_id", false);
    });
    vec![("$group", group), ("$project", project)]
}

pub(super) fn replace_root(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let root = spec.as_document().and_then(|doc| doc.get("newRoot")).unwrap_or(RawValue::NULL);
    vec![("$replaceRoot", new_root(root, context))]
}

fn new_root(root: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    document(|out| {
        out.append("newRoot", &computed(root, context));
    })
}

pub(super) fn sample(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let size = spec.as_document().and_then(|doc| doc.get("size")).unwrap_or(RawValue::NULL);
    vec![(
        "$sample",
        document(|out| {
            out.append("size", &long(size));
        }),
    )]
}

pub(super) fn unwind(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let value = match spec.as_str() {
        Some(path) => document(|out| {
            out.append_str("path", path);
        }),
        None => owned(spec),
    };
    vec![("$unwind", value)]
}

pub(super) fn union_with(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        if let Some(name) = spec.as_str().or_else(|| given.get("coll").and_then(RawValue::as_str)) {
            out.append_str("coll", name);
        }
        out.array("pipeline", |pipeline| {
            let inner = given.get("pipeline").and_then(RawValue::as_array).into_iter();
            for stage in inner.flat_map(RawDoc::values).filter_map(RawValue::as_document) {
                stages(stage).iter().for_each(|shown| {
                    pipeline.push_doc(RawDoc::new(shown));
                });
            }
        });
    });
    vec![("$unionWith", value)]
}

pub(super) fn bucket_auto(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        for name in ["groupBy", "buckets", "granularity"] {
            match given.get(name) {
                Some(by) if name == "groupBy" => out.append(name, &computed(by, context)),
                Some(value) => out.append_raw(name, value),
                None => out,
            };
        }
        out.document("output", |output| match given.get("output").and_then(RawValue::as_document) {
            Some(columns) => accumulators(columns, output, context),
            None => one_each(output, "count"),
        });
    });
    vec![("$bucketAuto", value)]
}

pub(super) fn group(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        if let Some(id) = given.get("_id") {
            out.append("_id", &computed(id, context));
        }
        accumulators(given, out, context);
    });
    vec![("$group", value)]
}

fn accumulators(columns: RawDoc<'_>, out: &mut DocBuilder, context: &mut ParseContext) {
    for element in columns.iter().filter(|element| element.name() != "_id") {
        let Some(accumulator) = element.value.as_document().and_then(RawDoc::first) else { continue };
        out.document(element.name(), |column| written(accumulator, column, context));
    }
}

/// Writes an accumulator with its argument.
fn written(accumulator: Element<'_>, column: &mut DocBuilder, context: &mut ParseContext) {
    if accumulator.name() == "$count" {
        column.document("$sum", |one| {
            one.append_i32("$const", 1);
        });
        return;
    }
    let write = find_accumulator(accumulator.name()).and_then(|known| known.explained);
    let argument = match accumulator.value.as_document().zip(write) {
        Some((argument, write)) => ordered_parts(argument, write, context),
        None => computed(accumulator.value, context),
    };
    column.append(accumulator.name(), &argument);
}
