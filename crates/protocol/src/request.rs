//! The page's requests to the sandbox.

use crate::json::Value;

use crate::json::ToJson;

/// A request of the page, or of an embedded player.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(tag = "type", rename_all = "lowercase"))]
#[expect(missing_docs, reason = "the fields are the messages' own")]
pub enum Request {
    /// A new session: the visible data of an exercise, or without one an empty database or the data that were kept
    /// of the last. `shards` is 0 for one server; `copied` has the kept data copied, whatever held them. `seed` is for
    /// snippets, which only players show: documents by collection, as extended JSON.
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
    /// Grades a script. `said` are the learner's predictions, `None` for a question that was skipped. `blank` is the
    /// script without the function that a review is about: only the checks that fail with it are run.
    Check {
        #[cfg_attr(feature = "typescript", ts(type = "Bundle"))]
        bundle: Raw,
        source: String,
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Option<f64>>>", optional))]
        said: Vec<Option<f64>>,
        #[cfg_attr(feature = "typescript", ts(optional))]
        blank: Option<String>,
    },
    /// Measures a script beside the accepted designs, with so many times the data.
    Compare {
        #[cfg_attr(feature = "typescript", ts(type = "Bundle"))]
        bundle: Raw,
        source: String,
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        scale: u32,
    },
    /// A page of a collection.
    Documents { db: String, collection: String, skip: u64, limit: u64 },
    /// Puts one document in the place of another, both as BSON in Base64.
    Edit { db: String, collection: String, before: String, after: String },
    /// An aggregation of the last run stage by stage; they are numbered from 0.
    Stages { pipeline: u32 },
    /// What a picture shows; `ask` is the JSON text of a `Question` of `web/sandbox/picture.ts`.
    Picture { ask: String },
    /// The names that the editor completes.
    Complete,
    /// Stores collections, all or none; `parts` is the JSON of `web/data/part.ts`'s parts.
    Import {
        #[cfg_attr(feature = "typescript", ts(type = "Part[]"))]
        parts: String,
    },
    /// What a script for the real mongosh is written from. `source` is the code.
    Export { source: String },
    /// Puts the data back to those that a snippet began with; only players ask for it.
    Reset,
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
            Request::Open { bundle, seed, kept, shards, copied } => {
                let (bundle, seed) = (bundle.as_deref().unwrap_or("null"), seed.to_json());
                format!(
                    r#""type":"open","seed":{seed},"kept":{kept},"shards":{shards},"copied":{copied},"bundle":{bundle}"#
                )
            }
            Request::Run { source } => format!(r#""type":"run","source":{}"#, q(source)),
            Request::Check { bundle, source, said, blank } => {
                let blank = blank.as_ref().map(|text| format!(r#""blank":{},"#, q(text)));
                format!(
                    r#""type":"check","source":{},"said":{},{}"bundle":{bundle}"#,
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
