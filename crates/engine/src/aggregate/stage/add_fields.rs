//! `$addFields`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/addFields/>.

use super::super::stage_prelude::*;
use super::overlap;
use super::project::Project;
use crate::projection::FieldTree;

pub(super) const STAGE: StageOperator = stage(
    "$addFields",
    "Adds fields to documents or replaces existing ones.",
    (
        r#"[{"_id": 1, "a": 2}]"#,
        r#"{"$addFields": {"b": {"$add": ["$a", 1]}}}"#,
        r#"[{"_id": 1, "a": 2, "b": 3}]"#,
    ),
    |spec, context| parse("$addFields", spec, context),
)
.explained(explained::add_fields)
.in_updates();

/// Compiles `$addFields` or its alias `$set`.
///
/// # Errors
/// 40272 and errors of the expressions.
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
    let invalid = |e: Error| match e.is_of_constants() {
        true => e,
        false => e.context(&format!("Invalid {name} :: caused by :: ")),
    };
    check_paths(doc, "", &mut Vec::new(), doc).map_err(invalid)?;
    Ok(vec![Box::new(Project::new(FieldTree::parse_add_fields(doc, context).map_err(invalid)?))])
}

/// Refuses expressions with sibling fields, dotted names in nested documents, and conflicting paths. `seen` contains
/// the paths checked so far.
fn check_paths(doc: RawDoc<'_>, above: &str, seen: &mut Vec<String>, whole: RawDoc<'_>) -> Result<()> {
    for element in doc {
        let name = element.name();
        if !above.is_empty() && name.starts_with('$') {
            return Err(Error::new(
                40181,
                format!(
                    "an expression specification must contain exactly one field, the name of the expression. Found {} fields in {}, while parsing object '{}'.",
                    doc.count(),
                    display_document(doc),
                    display_document(whole)
                ),
            ));
        }
        if !above.is_empty() && name.contains('.') {
            return Err(Error::new(
                40183,
                format!("cannot use dotted field name '{name}' in a sub object: {}", display_document(whole)),
            ));
        }
        let path = if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
        match element.value.as_document() {
            Some(inner)
                if inner.first().is_some_and(|first| !first.name().starts_with('$')) || inner.count() > 1 =>
            {
                check_paths(inner, &path, seen, whole)?;
            }
            _ => {
                if let Some(other) = seen.iter().find(|other| overlap(other, &path)) {
                    return Err(Error::new(
                        40176,
                        format!(
                            "specification contains two conflicting paths. Cannot specify both '{path}' and '{other}': {}",
                            display_document(whole)
                        ),
                    ));
                }
                seen.push(path);
            }
        }
    }
    Ok(())
}
