//! What grading says, as the grader writes it, the page shows it and host pages get it in events.

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
}
