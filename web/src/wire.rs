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
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
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
    /// The whole bundle as it came.
    #[serde(skip)]
    pub raw: Option<Raw>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Function {
    pub name: String,
    pub signature: String,
    pub doc: String,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Design {
    pub file: String,
    pub name: String,
    pub rationale: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    Heading { level: u8, content: Vec<Inline> },
    Paragraph { content: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Block>> },
    Table { header: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Code { language: String, text: String },
    Quote { blocks: Vec<Block> },
}
#[derive(Clone, Debug, PartialEq, Deserialize)]
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

/// What the page asks.
#[derive(Clone, Debug)]
pub enum Request {
    /// A new session: an empty database, or the visible data of an exercise.
    Open { bundle: Option<Raw> },
    /// Runs a script.
    Run { source: String },
    /// Grades a script.
    Check { bundle: Raw, source: String },
    /// Measures a script beside the accepted designs.
    Compare { bundle: Raw, source: String },
    /// A page of a collection.
    Documents { db: String, collection: String, skip: u64, limit: u64 },
    /// Puts one document in the place of another.
    Edit { db: String, collection: String, before: String, after: String },
    /// The names that the editor completes.
    Complete,
    /// A script for the real mongosh.
    Export,
    /// Ends what runs.
    Stop,
}

/// An exercise as it came from the server, which the sandbox gets unchanged.
pub type Raw = std::rc::Rc<str>;

impl Request {
    /// The message. Written by hand: the text of a bundle goes in as it is.
    pub fn text(&self, id: u32) -> String {
        let q = |text: &str| Value::from(text).to_string();
        let body = match self {
            Request::Open { bundle } => {
                format!(r#""type":"open","bundle":{}"#, bundle.as_deref().unwrap_or("null"))
            }
            Request::Run { source } => format!(r#""type":"run","source":{}"#, q(source)),
            Request::Check { bundle, source } => {
                format!(r#""type":"check","source":{},"bundle":{bundle}"#, q(source))
            }
            Request::Compare { bundle, source } => {
                format!(r#""type":"compare","source":{},"bundle":{bundle}"#, q(source))
            }
            Request::Documents { db, collection, skip, limit } => {
                format!(
                    r#""type":"documents","db":{},"collection":{},"skip":{skip},"limit":{limit}"#,
                    q(db),
                    q(collection)
                )
            }
            Request::Edit { db, collection, before, after } => format!(
                r#""type":"edit","db":{},"collection":{},"before":{},"after":{}"#,
                q(db),
                q(collection),
                q(before),
                q(after)
            ),
            Request::Complete => r#""type":"complete""#.to_owned(),
            Request::Export => r#""type":"export""#.to_owned(),
            Request::Stop => r#""type":"stop""#.to_owned(),
        };
        format!(r#"{{"id":{id},{body}}}"#)
    }
}

/// What the sandbox answers.
#[derive(Clone, Debug)]
pub enum Reply {
    Ready,
    Opened(Vec<CollectionInfo>),
    Result(RunResult),
    Report(Report),
    Comparison(Comparison),
    Documents(Documents),
    Edited(Vec<CollectionInfo>),
    Vocabulary(Vocabulary),
    Exported(String),
    Progress(Progress),
    Failed(String),
}

/// A page of a collection: all its documents counted, some of them as extended JSON.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Documents {
    pub total: u64,
    pub docs: Vec<String>,
}

/// How far a request is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Progress {
    pub done: u32,
    pub total: u32,
    pub label: String,
}

impl Reply {
    /// Reads a message: the request's id, 0 for none, and the answer. `None` when it is not a message at all.
    ///
    /// Read as JSON first and by its type then: a tagged enum would bring a second copy of every reader into
    /// the page.
    pub fn read(text: &str) -> Option<(u32, Reply)> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let id = value.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
        let kind = value.get("type")?.as_str()?.to_owned();
        let mut part = |name: &str| value.get_mut(name).map(Value::take).unwrap_or_default();
        let reply = match kind.as_str() {
            "ready" => Some(Reply::Ready),
            "opened" => read(part("collections")).map(Reply::Opened),
            "edited" => read(part("collections")).map(Reply::Edited),
            "report" => read(part("report")).map(Reply::Report),
            "exported" => part("text").as_str().map(|text| Reply::Exported(text.to_owned())),
            "failed" => {
                Some(Reply::Failed(part("message").as_str().unwrap_or("The sandbox failed.").to_owned()))
            }
            "result" => read(value).map(Reply::Result),
            "comparison" => read(value).map(Reply::Comparison),
            "documents" => read(value).map(Reply::Documents),
            "vocabulary" => read(value).map(Reply::Vocabulary),
            "progress" => read(value).map(Reply::Progress),
            _ => None,
        };
        Some((
            id,
            reply.unwrap_or_else(|| Reply::Failed(format!("The sandbox sent a {kind} that cannot be read."))),
        ))
    }
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Option<T> {
    T::deserialize(value).ok()
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
