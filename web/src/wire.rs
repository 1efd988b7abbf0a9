//! The shapes that the page asks with and reads, to be replaced by those of `protocol` and `exercise`.
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Index {
    pub version: u32,
    pub tracks: Vec<Track>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Track {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub exercises: Vec<Entry>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub level: u32,
    pub minutes: u32,
    pub pattern: String,
    pub star: bool,
}
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bundle {
    pub id: String,
    pub title: String,
    pub track: String,
    pub level: u32,
    pub pattern: String,
    pub minutes: u32,
    pub functions: Vec<Function>,
    pub text: Vec<Block>,
    pub hints: Vec<Vec<Block>>,
    pub why: Vec<Block>,
    pub data: String,
    pub starter: String,
    pub checks: String,
    pub designs: Vec<Design>,
}
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Function {
    pub name: String,
    pub signature: String,
    pub doc: String,
}
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Design {
    pub file: String,
    pub name: String,
    pub rationale: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    Heading { level: u8, content: Vec<Inline> },
    Paragraph { content: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Block>> },
    Table { header: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Code { language: String, text: String },
    Quote { blocks: Vec<Block> },
}
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Inline {
    Text { text: String },
    Code { text: String },
    Emphasis { content: Vec<Inline> },
    Strong { content: Vec<Inline> },
    Link { href: String, content: Vec<Inline> },
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CollectionInfo {
    pub db: String,
    pub name: String,
    pub count: u64,
    pub bytes: u64,
    pub indexes: u32,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Output {
    pub kind: String,
    pub text: String,
    pub line: Option<u32>,
}
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
}
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
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Check {
    pub id: String,
    pub sentence: String,
    pub kind: String,
    pub status: String,
    pub observed: String,
    pub hint: String,
}
impl Check {
    pub fn passed(&self) -> bool {
        self.status == "passed"
    }
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Comparison {
    pub designs: Vec<Measured>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Measured {
    pub name: String,
    pub yours: bool,
    pub meters: std::collections::BTreeMap<String, f64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    Open { bundle: Option<Box<Bundle>> },
    Run { source: String },
    Check { bundle: Box<Bundle>, source: String },
    Compare { bundle: Box<Bundle>, source: String },
    Documents { db: String, collection: String, skip: u64, limit: u64 },
    Edit { db: String, collection: String, before: String, after: String },
    Complete {},
    Export {},
    Stop {},
}
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    Ready,
    Opened { collections: Vec<CollectionInfo> },
    Result(RunResult),
    Report { report: Report },
    Comparison(Comparison),
    Documents { total: u64, docs: Vec<String> },
    Edited { collections: Vec<CollectionInfo> },
    Vocabulary(Vocabulary),
    Exported { text: String },
    Progress { done: u32, total: u32, label: String },
    Failed { message: String },
}
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Vocabulary {
    pub collections: Vec<String>,
    pub fields: std::collections::BTreeMap<String, Vec<String>>,
    pub operators: Vec<Operator>,
}
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Operator {
    pub name: String,
    pub kind: String,
    pub help: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Numbered<T> {
    #[serde(default)]
    pub id: u32,
    #[serde(flatten)]
    pub body: T,
}
