//! `$sortByCount`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sortByCount/>.

use super::super::stage_prelude::*;
use super::shared::part_stage::part_of;

pub(super) const STAGE: StageOperator = stage(
    "$sortByCount",
    "Groups by an expression and sorts by the number of documents, most first.",
    (
        r#"[{"a": "x"}, {"a": "y"}, {"a": "y"}]"#,
        r#"{"$sortByCount": "$a"}"#,
        r#"[{"_id": "y", "count": 2}, {"_id": "x", "count": 1}]"#,
    ),
    parse,
);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    match (spec.as_str(), spec.as_document()) {
        (Some(path), _) if path.starts_with('$') && path.len() > 1 => {}
        (Some(_), _) => {
            return Err(Error::new(
                40148,
                "the sortByCount field must be defined as a $-prefixed path or an expression inside an object",
            ));
        }
        (_, Some(doc)) if doc.first().is_some_and(|first| first.name().starts_with('$')) => {}
        (_, Some(_)) => {
            return Err(Error::new(
                40147,
                "the sortByCount field must be defined as a $-prefixed path or an expression inside an object",
            ));
        }
        _ => {
            return Err(Error::new(
                40149,
                "the sortByCount field must be specified as a string or as an object",
            ));
        }
    }
    let mut group = DocBuilder::new();
    group.append_raw("_id", spec).document("count", |count| {
        count.append_i32("$sum", 1);
    });
    let group = group.finish();
    let mut stages = part_of(&super::group::STAGE, RawDoc::new(&group), context)?;
    let mut sort = DocBuilder::new();
    sort.append_i32("count", -1);
    stages.extend(part_of(&super::sort::STAGE, RawDoc::new(&sort.finish()), context)?);
    Ok(stages)
}
