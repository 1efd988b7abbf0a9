//! What answers carry.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A collection in the list of collections. `bytes` is the size of its documents as BSON.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CollectionInfo {
    pub db: String,
    pub name: String,
    pub count: u64,
    pub bytes: u64,
    pub indexes: u32,
}
/// One thing that a script printed. `kind` is `print`, `value`, `note`, `error` or `warn`; `line` is 1 for the
/// first line of the script.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Output {
    pub kind: String,
    pub text: String,
    pub line: Option<u32>,
}
/// Why a script ended early: MongoDB's code and code name where the database said no; line and column count
/// from 1.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ScriptError {
    pub name: String,
    pub message: String,
    pub code: Option<i64>,
    pub code_name: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
}
/// What one database command cost: an entry of `system.profile`, with the line of the script that caused it
/// and, for some, the explain document.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Profile {
    pub ns: String,
    pub op: String,
    pub command: Value,
    pub plan_summary: String,
    pub line: Option<u32>,
    pub keys_examined: f64,
    pub docs_examined: f64,
    pub nreturned: f64,
    pub ninserted: f64,
    pub n_modified: f64,
    pub ndeleted: f64,
    pub round_trips: f64,
    pub bytes_read: f64,
    pub bytes_written: f64,
    pub fields_walked: f64,
    pub bytes_shifted: f64,
    pub moved: f64,
    pub model_millis: f64,
    pub keys_inserted: f64,
    pub keys_deleted: f64,
    pub explain: Option<Value>,
    /// The number under which an aggregation can be asked for stage by stage.
    pub pipeline: Option<u32>,
}
/// One document that a statement changed. `id`, `before` and `after` are extended JSON texts.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Change {
    pub statement: u32,
    pub line: Option<u32>,
    pub ns: String,
    pub op: String,
    pub id: String,
    pub before: Option<String>,
    pub after: Option<String>,
}
/// What a run printed, did and cost. `duration` is wall time in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunResult {
    pub output: Vec<Output>,
    pub error: Option<ScriptError>,
    pub profile: Vec<Profile>,
    pub changes: Vec<Change>,
    pub collections: Vec<CollectionInfo>,
    pub duration: f64,
}
/// The outcome of a check.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Report {
    pub exercise: String,
    pub version: u32,
    pub passed: bool,
    pub stars: u32,
    pub checks: Vec<Check>,
    pub design: Option<String>,
}
/// The outcome of one check. `kind` is `must` or `star`; `status` is `passed`, `failed`, `skipped` or `error`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Check {
    pub id: String,
    pub sentence: String,
    pub kind: String,
    pub status: String,
    pub observed: String,
    pub hint: String,
    pub schedule: Option<Schedule>,
    pub schedules: Option<Schedules>,
}
/// A run with a rival or a crash in it, step by step: the counterexample of a check that failed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Schedule {
    pub title: String,
    pub steps: Vec<Step>,
}
/// One step of a schedule. `who` is `you`, `rival`, `recovery` or `crash`; `operation` is empty when nothing was
/// asked of the database, as in a crash.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Step {
    pub who: String,
    pub operation: String,
    pub changed: Vec<Changed>,
    pub note: Option<String>,
}
/// A document that a step changed. `id`, `before` and `after` are extended JSON texts, long ones cut at the end.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Changed {
    pub namespace: String,
    pub id: String,
    pub before: Option<String>,
    pub after: Option<String>,
}
/// How many schedules a check tried, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Schedules {
    pub tried: u32,
    pub possible: u32,
}
impl Check {
    pub fn passed(&self) -> bool {
        self.status == "passed"
    }
}
/// What the same calls cost on several designs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Comparison {
    pub designs: Vec<Measured>,
}
/// What the calls cost on one design, by meter.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Measured {
    pub name: String,
    pub yours: bool,
    pub meters: BTreeMap<String, f64>,
}

/// A page of a collection: all its documents counted, some of them as extended JSON.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Documents {
    pub total: u64,
    pub docs: Vec<String>,
}

/// What a pipeline gives up to one of its stages. `of` is `pipeline`, `view`, or `collection` for what is read;
/// `incoming` and `out` count documents and are missing where the stage did not run, which `note` explains;
/// `sample` is extended JSON.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct StageView {
    pub name: String,
    pub spec: String,
    pub of: String,
    #[serde(rename = "in")]
    pub incoming: Option<f64>,
    pub out: Option<f64>,
    pub sample: Vec<String>,
    pub note: String,
    pub failed: bool,
}

/// How far a request is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Progress {
    pub done: u32,
    pub total: u32,
    pub label: String,
}

/// Names that the editor completes: collections, the field paths of each, operators.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Vocabulary {
    pub collections: Vec<String>,
    pub fields: BTreeMap<String, Vec<String>>,
    pub operators: Vec<Operator>,
}
/// An operator, stage or accumulator with its one-line description.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Operator {
    pub name: String,
    pub kind: String,
    pub help: String,
}
