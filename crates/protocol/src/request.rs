//! The page's requests to the sandbox.

use crate::json::Value;

use crate::json::ToJson;

/// A request from the page or an embedded player.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(tag = "type", rename_all = "lowercase"))]
#[expect(missing_docs, reason = "the fields are the messages' own")]
pub enum Request {
    /// Opens a session: the visible data of an exercise; without an exercise, an empty database or the
    /// stored data of the last session. `shards` is 0 for a single server. `copied` copies the stored data,
    /// whatever topology it came from. `seed` contains documents by collection, as extended JSON, for
    /// snippets in players.
    Open {
        #[cfg_attr(feature = "typescript", ts(type = "Bundle | null"))]
        bundle: Option<Raw>,
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seed: Option<String>,
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        kept: bool,
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        shards: u32,
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        copied: bool,
    },
    /// Runs a script.
    Run { source: String },
    /// Grades a script. `said` contains the learner's predictions, `None` for a skipped question. `blank`
    /// is the script without the function under review: only the checks that fail with it are run. `passes`
    /// is the number of checks that the learner has passed before; each number leads to other calls.
    Check {
        #[cfg_attr(feature = "typescript", ts(type = "Bundle"))]
        bundle: Raw,
        source: String,
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Option<f64>>>", optional))]
        said: Vec<Option<f64>>,
        #[cfg_attr(feature = "typescript", ts(optional))]
        blank: Option<String>,
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        passes: u32,
    },
    /// Measures a script next to the accepted designs, with a multiple of the data.
    Compare {
        #[cfg_attr(feature = "typescript", ts(type = "Bundle"))]
        bundle: Raw,
        source: String,
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        scale: u32,
    },
    /// Requests a page of a collection.
    Documents { db: String, collection: String, skip: u64, limit: u64 },
    /// Replaces a document by another, both as BSON in Base64.
    Edit { db: String, collection: String, before: String, after: String },
    /// Requests the stages of an aggregation in the last run, numbered from 0.
    Stages { pipeline: u32 },
    /// Requests the data of a picture; `ask` is the JSON of a `Question` in `web/sandbox/picture.ts`.
    Picture { ask: String },
    /// Requests the names for completion in the editor.
    Complete,
    /// Stores all or none of the collections; `parts` is the JSON of the parts in `web/data/part.ts`.
    Import {
        #[cfg_attr(feature = "typescript", ts(type = "Part[]"))]
        parts: String,
    },
    /// Requests the data for a mongosh script. `source` is the code.
    Export { source: String },
    /// Restores a snippet's initial data; only for players.
    Reset,
    /// Stops the running request.
    Stop,
}

/// An exercise bundle as received from the server, passed on unchanged.
pub type Raw = std::rc::Rc<str>;

impl Request {
    /// Formats the message. Hand-written, so that the text of a bundle is embedded unchanged.
    pub fn text(&self, id: u32) -> String {
        let q = |text: &str| Value::from(text).to_string();
        let body = match self {
            Request::Open { bundle, seed, kept, shards, copied } => {
                let (bundle, seed) = (bundle.as_deref().unwrap_or("null"), seed.to_json());
                format!(
                    r#""type":"open","seed":{seed},"kept":{kept},"shards":{shards},"copied":{copied},"bundle":{bundle}"#
                )
            }
            Request::Run { source } => format!(r#""type":"run","source":{}"#, q(source)),
            Request::Check { bundle, source, said, blank, passes } => {
                let blank = blank.as_ref().map(|text| format!(r#""blank":{},"#, q(text)));
                format!(
                    r#""type":"check","source":{},"said":{},"passes":{passes},{}"bundle":{bundle}"#,
                    q(source),
                    said.to_json(),
                    blank.unwrap_or_default()
                )
            }
            Request::Compare { bundle, source, scale } => {
                format!(r#""type":"compare","source":{},"scale":{scale},"bundle":{bundle}"#, q(source))
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
            Request::Stages { pipeline } => format!(r#""type":"stages","pipeline":{pipeline}"#),
            Request::Picture { ask } => format!(r#""type":"picture","ask":{}"#, q(ask)),
            Request::Complete => r#""type":"complete""#.to_owned(),
            Request::Import { parts } => format!(r#""type":"import","parts":{parts}"#),
            Request::Export { source } => format!(r#""type":"export","source":{}"#, q(source)),
            Request::Reset => r#""type":"reset""#.to_owned(),
            Request::Stop => r#""type":"stop""#.to_owned(),
        };
        format!(r#"{{"id":{id},{body}}}"#)
    }
}
