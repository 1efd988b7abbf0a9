//! `$addFields`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/addFields/>.

use super::super::stage_prelude::*;
use super::Projection;
use super::project::Project;

pub(super) const STAGE: StageOperator = stage(
    "$addFields",
    "Adds fields to documents, or replaces them.",
    (
        r#"[{"_id": 1, "a": 2}]"#,
        r#"{"$addFields": {"b": {"$add": ["$a", 1]}}}"#,
        r#"[{"_id": 1, "a": 2, "b": 3}]"#,
    ),
    |spec, context| parse("$addFields", spec, context),
);

pub(super) fn parse(
    name: &str,
    spec: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::new(
            40272,
            format!("{name} specification stage must be an object, got {}", type_name(spec.tag)),
        ));
    };
    let invalid = |e: Error| e.context(&format!("Invalid {name} :: caused by :: "));
    if doc.is_empty() {
        return Err(invalid(Error::new(40177, "specification must have at least one field")));
    }
    Ok(vec![Box::new(Project(Projection::parse_add_fields(doc, context).map_err(invalid)?))])
}
