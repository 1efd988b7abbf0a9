//! `$currentOp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/>.

use super::super::stage_prelude::*;
use super::{InputKind, Position};

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    input: InputKind::Nothing,
    in_transactions: false,
    only_local: true,
    in_version_1: |_| false,
    ..stage(
        "$currentOp",
        "The operations in progress; here only this one.",
        (
            "[]",
            r#"{"$currentOp": {}}"#,
            r#"[{"type": "op", "host": "schema-dojo:27017", "desc": "conn1", "active": true, "op": "command", "ns": "admin.$cmd.aggregate"}]"#,
        ),
        parse,
    )
};

const OPTIONS: &[&str] = &[
    "allUsers",
    "idleConnections",
    "idleCursors",
    "idleSessions",
    "localOps",
    "backtrace",
    "targetAllNodes",
];

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "$currentOp options must be specified in an object, but found: {type}",
    )?;
    // `{ aggregate: 1 }` has an empty collection name.
    if !matches!(context.database.as_str(), "admin" | "") || !context.collection.is_empty() {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            "$currentOp must be run against the 'admin' database with {aggregate: 1}",
        ));
    }
    for element in doc {
        if !OPTIONS.contains(&element.name()) {
            return Err(Error::failed_to_parse(format!(
                "Unrecognized option '{}' in $currentOp stage.",
                element.name()
            )));
        }
        if element.value.as_bool().is_none() {
            return Err(Error::failed_to_parse(format!(
                "The '{}' parameter of the $currentOp stage must be a boolean value, but found: {}",
                element.name(),
                type_name(element.value.tag)
            )));
        }
    }
    Ok(vec![Box::new(CurrentOp { done: false })])
}

#[derive(Debug)]
struct CurrentOp {
    done: bool,
}

impl Stage for CurrentOp {
    fn run(&mut self, _: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if std::mem::replace(&mut self.done, true) {
            return Ok(true);
        }
        sink.write(&mut |out| {
            out.append_str("type", "op")
                .append_str("host", "schema-dojo:27017")
                .append_str("desc", "conn1")
                .append_bool("active", true)
                .append_str("op", "command")
                .append_str("ns", "admin.$cmd.aggregate");
            Ok(())
        })?;
        Ok(true)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
