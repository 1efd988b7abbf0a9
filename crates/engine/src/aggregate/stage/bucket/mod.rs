//! `$bucket`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucket/>.

mod key;

use super::super::expression::{Constant, compile, compile_bare};
use super::super::stage_prelude::*;
use super::shared::part_stage::part_of;
use key::BucketKey;
use std::cmp::Ordering;

pub(super) const STAGE: StageOperator = stage(
    "$bucket",
    "Groups documents into ranges with given boundaries.",
    (
        r#"[{"n": 1}, {"n": 7}, {"n": 3}]"#,
        r#"{"$bucket": {"groupBy": "$n", "boundaries": [0, 5, 10]}}"#,
        r#"[{"_id": 0, "count": 2}, {"_id": 5, "count": 1}]"#,
    ),
    parse,
);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc =
        expect_document(spec, 40201, "Argument to $bucket stage must be an object, but found type: {type}.")?;
    let mut group_by = None;
    let mut boundaries = None;
    let mut default = None;
    let mut output = None;
    for element in doc {
        let value = element.value;
        match element.name() {
            "groupBy" => {
                check_group_by(value, 40202, "$bucket")?;
                group_by = Some(value);
            }
            "boundaries" => boundaries = Some(read_boundaries(value, context)?),
            "default" => {
                default = Some(constant(value, context)?.ok_or_else(|| {
                    Error::new(
                        40195,
                        format!(
                            "The $bucket 'default' field must be a constant expression, but found: {}.",
                            display_value(value.view())
                        ),
                    )
                })?)
            }
            "output" => {
                output = Some(value.as_document().ok_or_else(|| {
                    Error::wrong_type(
                        40196,
                        "The $bucket 'output' field must be an object, but found type: {type}.",
                        value.tag,
                    )
                })?);
            }
            name => return Err(Error::new(40197, format!("Unrecognized option to $bucket: {name}."))),
        }
    }
    let (Some(group_by), Some(boundaries)) = (group_by, boundaries) else {
        return Err(Error::new(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified."));
    };
    if let (Some(default), [first, .., last]) = (&default, boundaries.as_slice()) {
        let inside = compare(default, first, context).is_ge() && compare(default, last, context).is_lt();
        if inside {
            return Err(Error::new(
                40199,
                "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
            ));
        }
    }
    let group = group_specification(group_by, &boundaries, default.as_ref(), output);
    let mut stages = part_of(&super::group::STAGE, RawDoc::new(&group), context)?;
    let value = compile(group_by, context)?;
    if let Some(Kind::Group(group)) = stages.first_mut().map(|group| group.kind()) {
        let written = std::mem::replace(&mut group.id.value, Box::new(Constant(Value::Null)));
        group.id.value = Box::new(BucketKey { value, boundaries, default, written });
    }
    let mut sort = DocBuilder::new();
    sort.append_i32("_id", 1);
    stages.extend(part_of(&super::sort::STAGE, RawDoc::new(&sort.finish()), context)?);
    Ok(stages)
}

/// Checks that `groupBy` is a path or an expression.
pub(super) fn check_group_by(value: RawValue<'_>, code: i32, stage: &str) -> Result<()> {
    let path = value.as_str().is_some_and(|text| text.starts_with('$'));
    let expression =
        value.as_document().and_then(RawDoc::first).is_some_and(|first| first.name().starts_with('$'));
    if path || expression {
        return Ok(());
    }
    let what = if stage == "$bucket" { "expression" } else { "expression object" };
    Err(Error::new(
        code,
        format!(
            "The {stage} 'groupBy' field must be defined as a $-prefixed path or an {what}, but found: {}.",
            display_value(value.view())
        ),
    ))
}

/// Compares two boundaries under the operation's collation.
fn compare(left: &Value<'_>, right: &Value<'_>, context: &ParseContext) -> Ordering {
    context.environment.compare(left.to_raw(&mut Vec::new()), right.to_raw(&mut Vec::new()))
}

/// Returns the value of a constant expression; `None` if it depends on the document. Its errors aren't wrapped in
/// those of the pipeline.
fn constant(value: RawValue<'_>, context: &mut ParseContext) -> Result<Option<Value<'static>>> {
    Ok(compile_bare(value, context)?.constant().cloned())
}

fn read_boundaries(value: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Value<'static>>> {
    let Some(array) = value.as_array() else {
        return Err(Error::wrong_type(
            40200,
            "The $bucket 'boundaries' field must be an array, but found type: {type}.",
            value.tag,
        ));
    };
    let mut boundaries: Vec<Value<'static>> = Vec::new();
    for item in array.values() {
        let found = constant(item, context)?.ok_or_else(|| {
            Error::new(
                40191,
                format!(
                    "The $bucket 'boundaries' field must be an array of constant values, but found value: {}.",
                    display_value(item.view())
                ),
            )
        })?;
        boundaries.push(found);
    }
    if boundaries.len() < 2 {
        return Err(Error::new(
            40192,
            format!(
                "The $bucket 'boundaries' field must have at least 2 values, but found {} value(s).",
                boundaries.len()
            ),
        ));
    }
    for (at, pair) in boundaries.windows(2).enumerate() {
        let [low, high] = pair else { continue };
        if low.view().rank() != high.view().rank() {
            return Err(Error::new(
                40193,
                format!(
                    "All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting types {} and {}.",
                    type_name(low.tag()),
                    type_name(high.tag())
                ),
            ));
        }
        if compare(low, high, context).is_ge() {
            return Err(Error::new(
                40194,
                format!(
                    "The 'boundaries' option to $bucket must be sorted, but elements {at} and {} are not in ascending order ({} is not less than {}).",
                    at + 1,
                    display_value(low.view()),
                    display_value(high.view())
                ),
            ));
        }
    }
    Ok(boundaries)
}

/// Returns the specification of the `$group` whose key is the bucket's lower boundary, chosen by a `$switch`.
fn group_specification(
    group_by: RawValue<'_>,
    boundaries: &[Value<'static>],
    default: Option<&Value<'static>>,
    output: Option<RawDoc<'_>>,
) -> Vec<u8> {
    let literal = |out: &mut crate::value::ArrayBuilder, value: &Value<'_>| {
        out.document(|inner| {
            inner.append("$literal", value);
        });
    };
    let mut group = DocBuilder::new();
    group.document("_id", |id| {
        id.document("$switch", |switch| {
            switch.array("branches", |branches| {
                for pair in boundaries.windows(2) {
                    branches.document(|branch| {
                        branch.document("case", |case| {
                            case.array("$and", |both| {
                                for (operator, bound) in ["$gte", "$lt"].into_iter().zip(pair) {
                                    both.document(|condition| {
                                        condition.array(operator, |operands| {
                                            operands.push_raw(group_by);
                                            literal(operands, bound);
                                        });
                                    });
                                }
                            });
                        });
                        branch.document("then", |then| {
                            then.append("$literal", &pair[0]);
                        });
                    });
                }
            });
            if let Some(default) = default {
                switch.document("default", |inner| {
                    inner.append("$literal", default);
                });
            }
        });
    });
    match output {
        Some(output) => {
            group.append_all(output);
        }
        None => {
            group.document("count", |count| {
                count.append_i32("$sum", 1);
            });
        }
    }
    group.finish()
}
