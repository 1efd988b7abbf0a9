//! `$densify` and `$setWindowFields` as explain writes them: without the `$sort` in front.

use super::{ShownStages, computed, document, written};
use crate::aggregate::expression::ParseContext;
use crate::aggregate::expression::explained::ordered_parts;
use crate::aggregate::window::WINDOW_FUNCTIONS;
use crate::value::{DocBuilder, RawDoc, RawValue};

pub(in crate::aggregate) fn densify(spec: RawValue<'_>, _: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        if let Some(field) = given.get("field") {
            out.append_raw("field", field);
        }
        let partition = given.get("partitionByFields").and_then(RawValue::as_array);
        out.append_array("partitionByFields", partition.unwrap_or(RawDoc::empty()));
        out.document("range", |out| {
            let range = given.get("range").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
            for name in ["step", "bounds", "unit"] {
                if let Some(value) = range.get(name).filter(|value| !value.is_nullish()) {
                    out.append_raw(name, value);
                }
            }
        });
    });
    vec![("$_internalDensify", value)]
}

pub(in crate::aggregate) fn set_window_fields(spec: RawValue<'_>, context: &mut ParseContext) -> ShownStages {
    let given = spec.as_document().unwrap_or(RawDoc::empty());
    let value = document(|out| {
        if let Some(by) = given.get("partitionBy") {
            out.append("partitionBy", &computed(by, context));
        }
        if let Some(by) = given.get("sortBy").filter(|by| !by.is_nullish()) {
            out.append_raw("sortBy", by);
        }
        out.document("output", |output| {
            let fields = given.get("output").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
            for field in fields {
                if let Some(definition) = field.value.as_document() {
                    output.document(field.name(), |out| function(definition, out, context));
                }
            }
        });
    });
    vec![("$_internalSetWindowFields", value)]
}

fn function(definition: RawDoc<'_>, out: &mut DocBuilder, context: &mut ParseContext) {
    let Some(function) = definition.iter().find(|element| element.name() != "window") else { return };
    let name = function.name();
    let known = WINDOW_FUNCTIONS.iter().find(|operator| operator.help.name == name);
    match (known.and_then(|operator| operator.parts_alone), function.value.as_document()) {
        (Some([]), Some(argument)) if argument.is_empty() => {
            out.append_raw(name, function.value);
            return;
        }
        (Some(names), Some(argument)) if !names.is_empty() => {
            out.document(name, |inner| {
                for part in names.iter() {
                    match (*part, argument.get(part)) {
                        ("output" | "input", Some(value)) => inner.append(part, &computed(value, context)),
                        (_, Some(value)) => inner.append_raw(part, value),
                        ("default", None) => inner.append_null(part),
                        _ => inner,
                    };
                }
            });
            return;
        }
        (Some(_), _) => {
            out.append(name, &computed(function.value, context));
            return;
        }
        (None, argument) => match argument.zip(known.and_then(|operator| operator.explained)) {
            Some((argument, write)) => {
                out.append(name, &ordered_parts(argument, write, context));
            }
            None => written(function, out, context),
        },
    }
    out.document("window", |window| {
        match definition.get("window").and_then(RawValue::as_document).filter(|given| !given.is_empty()) {
            Some(given) => {
                window.append_all(given);
            }
            None => {
                window.array("documents", |bounds| {
                    bounds.push_str("unbounded").push_str("unbounded");
                });
            }
        }
    });
}
