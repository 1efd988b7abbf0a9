//! `$fill`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/fill/>.

use super::super::stage_prelude::*;
use super::shared::part_stage::part_of;

pub(super) const STAGE: StageOperator = stage(
    "$fill",
    "Fills null or missing fields with a value, the last value or an interpolated one.",
    (
        r#"[{"t": 1, "a": 5}, {"t": 2}]"#,
        r#"{"$fill": {"sortBy": {"t": 1}, "output": {"a": {"method": "locf"}}}}"#,
        r#"[{"t": 1, "a": 5}, {"t": 2, "a": 5}]"#,
    ),
    parse,
);

/// Compiles `$fill` to `$setWindowFields` and `$addFields`.
fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "The $fill stage specification must be an object, found {type}",
    )?;
    Arguments::new("$fill", doc).only(&["partitionBy", "partitionByFields", "sortBy", "output"])?;
    let doc = &without_nulls(doc);
    let doc = RawDoc::new(doc);
    let Some(output) = doc.get("output") else {
        return Err(Error::missing_field("$fill", "output"));
    };
    let output =
        output.as_document().ok_or_else(|| Error::wrong_field_type("$fill", "output", output, "object"))?;
    if let Some(by) = doc.get("partitionBy").filter(|by| by.as_str().is_none() && !by.is_document()) {
        return Err(Error::wrong_field_type("$fill", "partitionBy", by, "string, object"));
    }
    if let Some(sort) = doc.get("sortBy").filter(|sort| sort.as_document().is_none()) {
        return Err(Error::wrong_field_type("$fill", "sortBy", sort, "object"));
    }
    let fields = doc.get("partitionByFields").map(partition_fields).transpose()?;
    if output.is_empty() {
        return Err(Error::new(6050203, "$fill requires at least one output field to be specified"));
    }
    if doc.get("partitionBy").is_some() && doc.get("partitionByFields").is_some() {
        // The server's text lacks a quotation mark.
        return Err(Error::new(
            6050204,
            "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'",
        ));
    }
    let mut windows = DocBuilder::new();
    let mut values = DocBuilder::new();
    for element in output {
        fill_field(element.name(), element.value, &mut windows, &mut values)?;
    }
    let (windows, values) = (windows.finish(), values.finish());
    let mut stages = Vec::new();
    if !RawDoc::new(&windows).is_empty() {
        let spec = window_specification(doc, fields, RawDoc::new(&windows))?;
        stages.extend(part_of(&super::set_window_fields::STAGE, RawDoc::new(&spec), context)?);
    }
    if !RawDoc::new(&values).is_empty() {
        stages.extend(part_of(&super::add_fields::STAGE, RawDoc::new(&values), context)?);
    }
    Ok(stages)
}

/// Drops null options, which count as absent, except the expression `partitionBy`.
fn without_nulls(doc: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::new();
    for element in doc.iter().filter(|e| !e.value.is_nullish() || e.name() == "partitionBy") {
        out.append_raw(element.name(), element.value);
    }
    out.finish()
}

fn fill_field(
    name: &str,
    how: RawValue<'_>,
    windows: &mut DocBuilder,
    values: &mut DocBuilder,
) -> Result<()> {
    if let Some(unknown) = how.as_document().and_then(|how| {
        how.iter().map(|element| element.name()).find(|name| !matches!(*name, "value" | "method"))
    }) {
        return Err(Error::unknown_field("FillOutputSpec", unknown));
    }
    let method = how.as_document().filter(|how| how.count() == 1).and_then(RawDoc::first);
    let field = format!("${name}");
    match method.map(|method| (method.name(), method.value)) {
        Some(("value", value)) => {
            values.document(name, |inner| {
                inner.array("$ifNull", |operands| {
                    operands.push_str(&field).push_raw(value);
                });
            });
        }
        Some(("method", method)) => {
            let function = match method.as_str() {
                Some("linear") => "$linearFill",
                Some("locf") => "$locf",
                _ => {
                    return Err(Error::new(6050202, "Method must be either locf or linear"));
                }
            };
            windows.document(name, |inner| {
                inner.append_str(function, &field);
            });
        }
        _ => {
            return Err(Error::new(
                6050200,
                "Each fill output specification must contain exactly one of 'value' or 'method'",
            ));
        }
    }
    Ok(())
}

fn partition_fields(value: RawValue<'_>) -> Result<Vec<&str>> {
    let fields = value
        .as_array()
        .ok_or_else(|| Error::wrong_field_type("$fill", "partitionByFields", value, "array"))?;
    fields
        .values()
        .enumerate()
        .map(|one| {
            one.1
                .as_str()
                .ok_or_else(|| Error::wrong_element_type("$fill.partitionByFields", one.0, one.1, "string"))
        })
        .collect()
}

fn window_specification(doc: RawDoc<'_>, fields: Option<Vec<&str>>, output: RawDoc<'_>) -> Result<Vec<u8>> {
    let mut spec = DocBuilder::new();
    match (doc.get("partitionBy"), fields) {
        (Some(by), _) => {
            spec.append_raw("partitionBy", by);
        }
        (None, Some(fields)) => {
            let mut by = DocBuilder::new();
            for field in fields {
                // Names with dots cannot be fields of an expression object.
                by.append_str(&field.replace('.', "/"), &format!("${field}"));
            }
            spec.append_doc("partitionBy", RawDoc::new(&by.finish()));
        }
        (None, None) => {}
    }
    if let Some(sort) = doc.get("sortBy") {
        spec.append_raw("sortBy", sort);
    }
    spec.append_doc("output", output);
    Ok(spec.finish())
}
