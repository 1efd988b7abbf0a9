//! The front matter of `exercise.md`: YAML between two lines of `---`.

use serde::{Deserialize, Serialize};

use crate::error::{FormatError, Result};

/// A function that the learner writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FunctionEntry"))]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// The name, a JavaScript identifier.
    pub name: String,
    /// The signature: `addReview(db, review)`.
    pub signature: String,
    /// Its purpose, one sentence.
    pub doc: String,
}

/// The simulated cluster of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Cluster {
    /// Initial number of shards, up to 64.
    pub shards: u8,
    /// Maximum number of documents per chunk before it splits, at least 2; `chunkLimit`.
    pub chunk_limit: u32,
}

/// A question before the first Check: the learner predicts the cost of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// The question, one sentence.
    pub ask: String,
    /// The name of the probe in `checks.js` that makes the call.
    pub probe: String,
    /// The meter with the answer, one of [`METERS`].
    pub meter: String,
    /// The answers to choose from; without any, a number is entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<u64>,
}

/// A transition in the state machine of a document, written `waiting -> on a desk: nextRequest`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(try_from = "Written")]
pub struct Transition {
    /// The state before.
    pub from: String,
    /// The state after, which may be the same.
    pub to: String,
    /// The function or event that causes the transition.
    pub by: String,
}

/// A transition in front matter or in a bundle.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Line(String),
    Parts { from: String, to: String, by: String },
}

impl TryFrom<Written> for Transition {
    type Error = String;

    fn try_from(written: Written) -> std::result::Result<Transition, String> {
        match written {
            Written::Parts { from, to, by } => Ok(Transition { from, to, by }),
            Written::Line(line) => {
                let parts =
                    line.split_once("->").and_then(|(from, rest)| Some((from, rest.split_once(':')?)));
                let (from, (to, by)) =
                    parts.ok_or(format!("`states` has {line:?}, not `from -> to: what`"))?;
                let [from, to, by] = [from, to, by].map(|part| part.trim().to_owned());
                if [&from, &to, &by]
                    .iter()
                    .any(|part| part.is_empty() || part.chars().count() > MAX_STATE_LENGTH)
                {
                    return Err(format!(
                        "`states` has {line:?}: each part has 1 to {MAX_STATE_LENGTH} characters"
                    ));
                }
                Ok(Transition { from, to, by })
            }
        }
    }
}

/// Maximum length of a state or cause in characters.
const MAX_STATE_LENGTH: usize = 32;

/// The meters that a prediction may ask for.
pub const METERS: &[&str] = &[
    "roundTrips",
    "docsExamined",
    "keysExamined",
    "fieldsWalked",
    "bytesRead",
    "bytesWritten",
    "shards",
    "modelMillis",
];

/// Maximum number of questions per exercise.
const MAX_PREDICTIONS: usize = 3;

/// The front matter of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrontMatter {
    /// The id in addresses: lower-case letters, digits, hyphens. Equals the folder's name.
    pub id: String,
    /// The title.
    pub title: String,
    /// The id of its track, which is the parent folder.
    pub track: String,
    /// The difficulty: 1 introductory, 2 intermediate, 3 races, recovery or distribution.
    pub level: u8,
    /// The design pattern that it teaches, a few words.
    pub pattern: String,
    /// The estimated minutes.
    pub minutes: u16,
    /// Whether it is one of the core exercises.
    #[serde(default)]
    pub star: bool,
    /// Incremented when checks change so that older reports are invalid.
    #[serde(default = "first_version")]
    pub version: u32,
    /// The functions that the learner writes, including `setup`.
    pub functions: Vec<Function>,
    /// The features of the shell and the database that it uses.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The sharded cluster for runs; the default is a single server.
    #[serde(default)]
    pub cluster: Option<Cluster>,
    /// Maximum number of database operations per call; the default is 2,000.
    #[serde(default)]
    pub operations: Option<u32>,
    /// Ids of the exercises to do before this one.
    #[serde(default)]
    pub after: Vec<String>,
    /// Cost questions before the first Check.
    #[serde(default)]
    pub predict: Vec<Prediction>,
    /// The state machine of a document, drawn below the task.
    #[serde(default)]
    pub states: Vec<Transition>,
    /// Functions that a review may blank out; by default chosen automatically.
    #[serde(default)]
    pub review: Vec<String>,
}

fn first_version() -> u32 {
    1
}

/// Whether a text is a valid id of an exercise or track. Ids are parts of addresses and file names.
pub fn is_id(text: &str) -> bool {
    (1..=80).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Splits a file into its front matter, its body, and the body's first line number.
pub(crate) fn split<'a>(text: &'a str, file: &str) -> Result<(FrontMatter, &'a str, usize)> {
    let inner = text.strip_prefix("---\n").ok_or_else(|| {
        FormatError::new(file, 1, "The file must start with a line of `---`, then the front matter.")
    })?;
    let end = inner
        .find("\n---\n")
        .ok_or_else(|| FormatError::new(file, 1, "The front matter is not ended by a line of `---`."))?;
    let (yaml, body) = (&inner[..end + 1], &inner[end + 5..]);
    let front: FrontMatter = serde_saphyr::from_str(yaml).map_err(|error| {
        // The library counts from the line after the opening `---`.
        let line = error.location().map_or(0, |at| at.line() as usize + 1);
        FormatError::new(file, line, format!("The front matter cannot be read: {}", error.without_snippet()))
    })?;
    front.check(file)?;
    Ok((front, body, yaml.matches('\n').count() + 3))
}

impl FrontMatter {
    fn check(&self, file: &str) -> Result<()> {
        let fault = |message: String| Err(FormatError::new(file, 0, message));
        for (what, id) in [("id", &self.id), ("track", &self.track)] {
            if !is_id(id) {
                return fault(format!(
                    "`{what}` is {id:?}, but may only have lower-case letters, digits and hyphens."
                ));
            }
        }
        if !(1..=3).contains(&self.level) {
            return fault(format!("`level` is {}, but must be 1, 2 or 3.", self.level));
        }
        if self.title.trim().is_empty() || self.pattern.trim().is_empty() || self.minutes == 0 {
            return fault("`title`, `pattern` and `minutes` must not be empty or 0.".to_owned());
        }
        if self.cluster.is_some_and(|cluster| cluster.shards > 64 || cluster.chunk_limit < 2) {
            return fault("`cluster` has up to 64 `shards` and a `chunkLimit` of 2 or more.".to_owned());
        }
        if self.operations == Some(0) {
            return fault("`operations` is 0, but must be at least 1.".to_owned());
        }
        for (at, function) in self.functions.iter().enumerate() {
            let name = &function.name;
            let mut letters = name.chars();
            let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
            if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$') {
                return fault(format!("The function name {name:?} is not a valid name in JavaScript."));
            }
            if self.functions[..at].iter().any(|other| other.name == *name) {
                return fault(format!("The function `{name}` is listed twice."));
            }
            if !function.signature.starts_with(&format!("{name}(")) {
                return fault(format!("The signature of `{name}` must start with `{name}(`."));
            }
        }
        if self.predict.len() > MAX_PREDICTIONS {
            return fault(format!(
                "`predict` has {} questions, but at most 3 are allowed.",
                self.predict.len()
            ));
        }
        for Prediction { ask, probe, meter, choices } in &self.predict {
            if ask.trim().is_empty() || probe.trim().is_empty() || choices.len() == 1 {
                return fault(
                    "A prediction needs `ask` and `probe`, and either several `choices` or none.".to_owned(),
                );
            }
            if !METERS.contains(&meter.as_str()) {
                return fault(format!("`predict` asks for the unknown meter {meter:?}."));
            }
        }
        if let Some(name) = self.review.iter().find(|name| self.functions.iter().all(|f| f.name != **name)) {
            return fault(format!("`review` names {name:?}, which is not in `functions`."));
        }
        match self.functions.is_empty() {
            true => fault("`functions` lists no function to write.".to_owned()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "---\nid: loans\ntitle: Borrowing\ntrack: workshop\nlevel: 3\npattern: State machine\n\
        minutes: 40\nfunctions:\n  - name: setup\n    signature: setup(db, rows)\n    doc: Stores the rows.\n\
        needs: [findAndModify, clock]\n---\n\nBody\n";

    fn fault(from: &str, to: &str) -> FormatError {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD);
        split(&text, "x.md").unwrap_err()
    }

    #[test]
    fn reads_all_fields_and_where_the_body_starts() {
        let (front, body, line) = split(GOOD, "x.md").unwrap();
        assert_eq!((front.id.as_str(), front.level, front.minutes), ("loans", 3, 40));
        assert_eq!(front.functions[0].signature, "setup(db, rows)");
        assert_eq!(front.needs, ["findAndModify", "clock"]);
        assert_eq!((front.version, front.star), (1, false));
        assert_eq!(GOOD.lines().nth(line - 1), Some(""));
        assert_eq!(body, "\nBody\n");
    }

    #[test]
    fn reads_the_cluster() {
        let text = GOOD.replacen("level: 3", "level: 3\ncluster: { shards: 4, chunkLimit: 250 }", 1);
        let (front, _, _) = split(&text, "x.md").unwrap();
        assert_eq!(front.cluster, Some(Cluster { shards: 4, chunk_limit: 250 }));
        assert_eq!(split(GOOD, "x.md").unwrap().0.cluster, None);
    }

    #[test]
    fn reads_the_limit_of_a_call() {
        let text = GOOD.replacen("level: 3", "level: 3\noperations: 5000", 1);
        assert_eq!(split(&text, "x.md").unwrap().0.operations, Some(5000));
        assert_eq!(split(GOOD, "x.md").unwrap().0.operations, None);
    }

    #[test]
    fn reads_what_comes_before_and_after_a_check() {
        let more = "level: 3\nafter: [reviews]\nreview: [setup]\npredict:\n  - ask: Trips?\n    probe: page\n    \
            meter: roundTrips\n    choices: [1, 2]\n";
        let (front, _, _) = split(&GOOD.replacen("level: 3\n", more, 1), "x.md").unwrap();
        assert_eq!((front.after, front.review), (vec!["reviews".to_owned()], vec!["setup".to_owned()]));
        assert_eq!((front.predict[0].probe.as_str(), &front.predict[0].choices[..]), ("page", &[1, 2][..]));
    }

    #[test]
    fn reads_states_in_either_form() {
        let states = |written: &str| {
            let text = GOOD.replacen("level: 3", &format!("level: 3\nstates: [{written}]"), 1);
            split(&text, "x.md").map(|(front, _, _)| front.states)
        };
        let one = Transition { from: "waiting".into(), to: "on a desk".into(), by: "take(db)".into() };
        assert_eq!(states("\"waiting -> on a desk: take(db)\"").unwrap(), std::slice::from_ref(&one));
        assert_eq!(states("{ from: waiting, to: on a desk, by: take(db) }").unwrap(), [one]);
        for wrong in
            ["waiting", "\"a -> : b\"", "\"a -> b\"", "\"a -> b: a name of more than thirty-two letters\""]
        {
            assert!(states(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn faults_have_line_numbers() {
        let error = fault("level: 3", "level: high");
        assert_eq!(error.line, 5, "{error}");
        let error = fault("minutes: 40", "minutes: 40\nhours: 1");
        assert!(error.message.contains("hours"), "{error}");
    }

    #[test]
    fn rejects_invalid_values() {
        for (from, to, says) in [
            ("id: loans", "id: ../loans", "hyphens"),
            ("level: 3", "level: 4", "1, 2 or 3"),
            ("name: setup", "name: set-up", "name in JavaScript"),
            ("signature: setup(", "signature: open(", "must start with `setup(`"),
            ("level: 3", "level: 3\ncluster: { shards: 65, chunkLimit: 10 }", "up to 64 `shards`"),
            ("level: 3", "level: 3\ncluster: { shards: 2, chunkLimit: 1 }", "2 or more"),
            ("level: 3", "level: 3\ncluster: { shards: 2 }", "chunkLimit"),
            ("level: 3", "level: 3\npredict: [{ ask: How many?, probe: p, meter: seconds }]", "seconds"),
            ("level: 3", "level: 3\noperations: 0", "`operations` is 0"),
            ("level: 3", "level: 3\noperations: many", "invalid u32 at line 5"),
            ("level: 3", "level: 3\nreview: [open]", "not in `functions`"),
            ("title: Borrowing\n", "", "title"),
            ("---\nid", "id", "must start with"),
            ("needs: [findAndModify, clock]\n---\n", "", "not ended"),
        ] {
            let error = fault(from, to);
            assert!(error.message.contains(says), "{to}: {error}");
        }
    }
}
