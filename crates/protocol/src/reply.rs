//! The sandbox's answers, parsed as hostile input.

use crate::json::Value;

use crate::answer::{
    CollectionInfo, Comparison, Documents, Progress, Report, RunResult, StageView, Vocabulary,
};
use crate::json::FromJson;

/// An answer of the sandbox.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(tag = "type", rename_all = "lowercase"))]
#[expect(missing_docs, reason = "the fields are the messages' own")]
pub enum Reply {
    /// The sandbox is ready for requests. Has no id.
    Ready,
    /// To `open` and `reset`: the existing collections.
    Opened { collections: Vec<CollectionInfo> },
    /// To `run`.
    Result(RunResult),
    /// To `check`.
    Report { report: Report },
    /// To `compare`.
    Comparison(Comparison),
    /// To `documents`.
    Documents(Documents),
    /// To `edit`: the existing collections.
    Edited { collections: Vec<CollectionInfo> },
    /// To `import`: the existing collections, and the reason why the data were not stored, as JSON for the
    /// requesting module; empty on success.
    Imported { collections: Vec<CollectionInfo>, refused: String },
    /// To `stages`.
    Stages { stages: Vec<StageView> },
    /// To `picture`: JSON, which the drawing module checks.
    Picture { text: String },
    /// To `complete`.
    Vocabulary(Vocabulary),
    /// To `export`: the JSON of an `Exported` in `web/data/script.ts`.
    Exported { text: String },
    /// Precedes an answer, any number of times.
    Progress(Progress),
    /// To `stop`. The stopped request gets its own failure.
    Stopped,
    /// There is no answer; the message is a sentence for the learner.
    Failed { message: String },
}

impl Reply {
    /// Parses a message: the request's id, 0 for none, and the answer. `None` for an invalid message.
    pub fn read(text: &str) -> Option<(u32, Reply)> {
        let mut value: Value = crate::json::parse(text).ok()?;
        let id = value.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
        let kind = value.get("type")?.as_str()?.to_owned();
        let mut part = |name: &str| value.get_mut(name).map(Value::take).unwrap_or_default();
        let reply = match kind.as_str() {
            "ready" => Some(Reply::Ready),
            "stopped" => Some(Reply::Stopped),
            "opened" => read(part("collections")).map(|collections| Reply::Opened { collections }),
            "edited" => read(part("collections")).map(|collections| Reply::Edited { collections }),
            "imported" => {
                let refused = part("refused").as_str().map(str::to_owned);
                let collections = read(part("collections"));
                collections
                    .zip(refused)
                    .map(|(collections, refused)| Reply::Imported { collections, refused })
            }
            "stages" => read(part("stages")).map(|stages| Reply::Stages { stages }),
            "report" => read(part("report")).map(|report| Reply::Report { report }),
            "exported" => read(part("text")).map(|text| Reply::Exported { text }),
            "picture" => read(part("text")).map(|text| Reply::Picture { text }),
            "failed" => {
                let message = part("message").as_str().unwrap_or("The sandbox failed.").to_owned();
                Some(Reply::Failed { message })
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
            reply.unwrap_or_else(|| Reply::Failed {
                message: format!("The sandbox sent a {kind} that cannot be read."),
            }),
        ))
    }
}

fn read<T: FromJson>(value: Value) -> Option<T> {
    T::from_json(value).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_result_is_read() {
        let text = r#"{"type":"result","output":[{"kind":"print","text":"hi","line":2}],"error":null,
            "profile":[{"ns":"test.a","op":"query","docsExamined":3}],
            "changes":[{"statement":0,"ns":"test.a","op":"insert","id":"1","before":null,"after":"{}"}],
            "collections":[],"duration":1.5,"id":7}"#;
        let Some((7, Reply::Result(result))) = Reply::read(text) else {
            panic!("not a result");
        };
        assert_eq!(result.output[0].line, Some(2));
        assert!((result.profile[0].docs_examined - 3.0).abs() < f64::EPSILON);
        assert_eq!(result.changes[0].after.as_deref(), Some("{}"));
    }

    #[test]
    fn the_last_id_counts() {
        assert!(matches!(Reply::read(r#"{"type":"stopped","id":1,"id":2}"#), Some((2, Reply::Stopped))));
    }

    #[test]
    fn an_answer_of_the_wrong_shape_is_a_failure() {
        for text in [
            r#"{"type":"result","output":7,"id":1}"#,
            r#"{"type":"shout","id":1}"#,
            r#"{"type":"exported","text":[],"id":1}"#,
        ] {
            assert!(matches!(Reply::read(text), Some((1, Reply::Failed { .. }))), "{text}");
        }
    }

    #[test]
    fn invalid_messages_are_none() {
        for text in
            ["", "null", "[]", "7", "{}", r#"{"type":7}"#, "{\"type\":\"ready\"", &"[".repeat(100_000)]
        {
            assert!(Reply::read(text).is_none());
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in r#"[\[\]{}:,"a-z0-9]{0,60}"#) {
            let _ = Reply::read(&text);
        }
    }
}
