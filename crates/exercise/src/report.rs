//! The report of a grading, as the grader writes it, the page shows it and host pages get it in events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The outcome of all checks of an exercise on one script.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Id of the exercise.
    pub exercise: String,
    /// Version of the exercise.
    pub version: u32,
    /// Whether every `must` check passed.
    pub passed: bool,
    /// 0 without a pass, 1 for it, and one more for each `star` check that passed.
    pub stars: u8,
    /// The checks in their order.
    pub checks: Vec<Check>,
    /// What the exercise's representative calls cost; empty when they could not run.
    pub meters: BTreeMap<String, f64>,
    /// The accepted design whose cost is the same, by its file's name, when there is exactly one.
    pub design: Option<String>,
    /// What the exercise asks the learner to predict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<Predicted>,
    /// What was played against the exercise's model; absent when it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested: Option<Tested>,
}

/// What was played against the model of an exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// Histories of calls.
    pub histories: u32,
    /// Races of two or three calls, each tried in many schedules.
    pub races: u32,
    /// Calls in which a client died, after each operation.
    pub crashes: u32,
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Its id within the exercise.
    pub id: String,
    /// What it demands.
    pub sentence: String,
    /// Whether it must pass.
    pub kind: Kind,
    /// How it went.
    pub status: Status,
    /// What was observed, a counterexample; empty when it passed.
    pub observed: String,
    /// Where to look next; may be empty.
    pub hint: String,
    /// The run that was observed, step by step, when the counterexample is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// How many schedules were tried; absent when the check tries none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedules: Option<Schedules>,
    /// Id of the glossary entry that a failure is about, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// A guess and what it was about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Predicted {
    /// Name of the probe.
    pub probe: String,
    /// The meter that was asked for.
    pub meter: String,
    /// The guess; `None` for a question that was skipped.
    pub said: Option<f64>,
    /// What the learner's script costs; `None` when it does not get through the probe.
    pub measured: Option<f64>,
}

/// A run with a rival or a crash in it, to be followed step by step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// Where the disturbance was, as a sentence's beginning: `With another client coming in before …`.
    pub title: String,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// One step of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Who did it.
    pub who: Actor,
    /// The database operation as text, `update of books: { q: …, u: … }`; empty for what is none.
    pub operation: String,
    /// The documents that it changed, the first few.
    pub changed: Vec<Changed>,
    /// A note: which function made the call, what the operation answered, what was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The actor of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// The learner's function that the check calls.
    You,
    /// The other client.
    Rival,
    /// The client that starts after a crash.
    Recovery,
    /// Nobody: the client dies here.
    Crash,
}

/// A document that a step changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// `database.collection`.
    pub namespace: String,
    /// Its `_id` as canonical extended JSON.
    pub id: String,
    /// What it was, as canonical extended JSON, cut when it is long; `None` when it was not there.
    pub before: Option<String>,
    /// What it is, in the same way; `None` when it is deleted.
    pub after: Option<String>,
}

/// How much of what could happen was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedules {
    /// Runs that were made.
    pub tried: u32,
    /// Runs that there are; more than `tried` when the bound was reached, and the tried ones are then spread evenly.
    pub possible: u32,
}

/// Whether a check must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The exercise is passed only with it.
    Must,
    /// It earns the second star.
    Star,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing was found.
    Passed,
    /// A counterexample was found.
    Failed,
    /// It was not tried, because an earlier check that it builds on did not pass.
    Skipped,
    /// The script itself failed: it could not be read, lacks a function, or never ended.
    Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_the_shape_that_host_pages_read() {
        let json = serde_json::json!({
            "exercise": "loans", "version": 1, "passed": false, "stars": 0,
            "checks": [{"id": "claim", "sentence": "s", "kind": "must", "status": "failed",
                "observed": "o", "hint": ""}],
            "meters": {"roundTrips": 3.0}, "design": null,
        });
        let report: Report = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(report.checks[0].status, Status::Failed);
        assert_eq!(serde_json::to_value(&report).unwrap(), json);
    }

    #[test]
    fn a_schedule_is_an_addition() {
        let json = serde_json::json!({
            "id": "race", "sentence": "s", "kind": "must", "status": "failed", "observed": "o", "hint": "",
            "schedule": {"title": "With another client", "steps": [
                {"who": "you", "operation": "find of a", "changed": []},
                {"who": "crash", "operation": "", "changed": [
                    {"namespace": "test.a", "id": "1", "before": null, "after": "{\"_id\":1}"},
                ], "note": "n"},
            ]},
            "schedules": {"tried": 3, "possible": 4},
        });
        let check: Check = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(check.schedule.as_ref().map(|schedule| schedule.steps[1].who), Some(Actor::Crash));
        assert_eq!(serde_json::to_value(&check).unwrap(), json);
    }
}
