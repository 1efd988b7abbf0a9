//! `$unset`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/unset/>.

use super::super::stage_prelude::*;
use super::project::Project;
use crate::projection::FieldTree;

pub(super) const STAGE: StageOperator = stage(
    "$unset",
    "Removes fields from documents.",
    (r#"[{"_id": 1, "a": 2, "b": 3}]"#, r#"{"$unset": ["a"]}"#, r#"[{"_id": 1, "b": 3}]"#),
    parse,
)
.explained(explained::unset)
.in_updates();

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let mut paths = Vec::new();
    match spec.as_array() {
        None => match spec.as_str() {
            Some(path) => paths.push(path),
            None => {
                return Err(Error::new(31002, "$unset specification must be a string or an array"));
            }
        },
        Some(array) => {
            for item in array.values() {
                let Some(path) = item.as_str() else {
                    return Err(Error::new(
                        31120,
                        "$unset specification must be a string or an array containing only string values",
                    ));
                };
                paths.push(path);
            }
            if paths.is_empty() {
                return Err(Error::new(
                    31119,
                    "$unset specification must be a string or an array with at least one field",
                ));
            }
        }
    }
    let projection =
        FieldTree::parse_unset(&paths, context).map_err(|e| e.context("Invalid $unset :: caused by :: "))?;
    Ok(vec![Box::new(Project::new(projection))])
}
