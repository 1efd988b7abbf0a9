//! The contents of answers.

use crate::json::Value;

use crate::{shape, written};
use sorted_map::SortedMap;

shape! {
    /// A collection in the list of collections. `bytes` is the size of its documents as BSON.
    struct CollectionInfo {
        db: String,
        name: String,
        count: u64,
        bytes: u64,
        indexes: u32,
    }
    /// One thing that a script printed. `kind` is `print`, `value`, `note`, `error` or `warn`; `line` is 1 for the
    /// first line of the script.
    struct Output {
        kind: String,
        text: String,
        line: Option<u32>,
    }
    /// Why a script ended early: MongoDB's code and code name where the database said no; line and column count
    /// from 1.
    struct ScriptError {
        name: String,
        message: String,
        code: Option<i64>,
        code_name: Option<String> = "codeName",
        line: Option<u32>,
        column: Option<u32>,
    }
    /// The cost of one database command: an entry of `system.profile`, with the line of the script that caused it
    /// and, for some, the explain document.
    struct Profile {
        ns: String,
        op: String,
        command: Value,
        plan_summary: String = "planSummary",
        line: Option<u32>,
        keys_examined: f64 = "keysExamined",
        docs_examined: f64 = "docsExamined",
        nreturned: f64,
        ninserted: f64,
        n_modified: f64 = "nModified",
        ndeleted: f64,
        round_trips: f64 = "roundTrips",
        bytes_read: f64 = "bytesRead",
        bytes_written: f64 = "bytesWritten",
        fields_walked: f64 = "fieldsWalked",
        bytes_shifted: f64 = "bytesShifted",
        moved: f64,
        model_millis: f64 = "modelMillis",
        keys_inserted: f64 = "keysInserted",
        keys_deleted: f64 = "keysDeleted",
        response_length: f64 = "responseLength",
        explain: Option<Value>,
        /// The number under which an aggregation can be asked for stage by stage.
        pipeline: Option<u32>,
        /// The number under which advice on indexes can be asked for.
        planned: Option<u32>,
    }
    /// One document that a statement changed. `id`, `before` and `after` are extended JSON texts.
    struct Change {
        statement: u32,
        line: Option<u32>,
        ns: String,
        op: String,
        id: String,
        before: Option<String>,
        after: Option<String>,
    }
    /// The result of a run: output, changes and costs. `duration` is wall time in milliseconds.
    struct RunResult {
        output: Vec<Output>,
        error: Option<ScriptError>,
        profile: Vec<Profile>,
        changes: Vec<Change>,
        collections: Vec<CollectionInfo>,
        duration: f64,
    }
    /// The outcome of a check.
    struct Report {
        exercise: String,
        version: u32,
        passed: bool,
        stars: u32,
        checks: Vec<Check>,
        design: Option<String>,
        predictions: Vec<Predicted>,
        tested: Option<Tested>,
    }
    /// What the learner said that a call costs, and what it does; `said` is missing for a question that was skipped,
    /// `measured` where the script did not get through the call.
    struct Predicted {
        probe: String,
        meter: String,
        said: Option<f64>,
        measured: Option<f64>,
    }
    /// What was played against the model of an exercise.
    struct Tested {
        histories: u32,
        races: u32,
        crashes: u32,
    }
    /// The outcome of one check. `kind` is `must` or `star`; `status` is `passed`, `failed`, `skipped` or `error`.
    struct Check {
        id: String,
        sentence: String,
        kind: String,
        status: String,
        observed: String,
        hint: String,
        schedule: Option<Schedule>,
        schedules: Option<Schedules>,
        /// Id of the glossary entry that a failure is about; empty when there is none.
        about: String,
    }
    /// A run with a rival or a crash in it, step by step: the counterexample of a check that failed.
    struct Schedule {
        title: String,
        steps: Vec<Step>,
    }
    /// One step of a schedule. `who` is `you`, `rival`, `recovery` or `crash`; `operation` is empty when nothing was
    /// asked of the database, as in a crash.
    struct Step {
        who: String,
        operation: String,
        changed: Vec<Changed>,
        note: Option<String>,
        /// The line of the script that asked for it.
        line: Option<u32>,
    }
    /// A document that a step changed. `id`, `before` and `after` are extended JSON texts, long ones cut at the end.
    struct Changed {
        namespace: String,
        id: String,
        before: Option<String>,
        after: Option<String>,
    }
    /// How many schedules a check tried, and how many there are.
    struct Schedules {
        tried: u32,
        possible: u32,
    }
    /// Costs of the same calls on several designs.
    struct Comparison {
        designs: Vec<Measured>,
    }
    /// Costs of the calls on one design, by meter.
    struct Measured {
        name: String,
        file: Option<String>,
        yours: bool,
        meters: SortedMap<String, f64>,
        by_function: SortedMap<String, Tally> = "byFunction",
    }
    /// How often a function was called, and what that cost together.
    struct Tally {
        calls: f64,
        meters: SortedMap<String, f64>,
    }

    /// A page of a collection: all its documents counted, some of them as extended JSON.
    struct Documents {
        total: u64,
        docs: Vec<String>,
    }

    /// What a pipeline gives up to one of its stages. `of` is `pipeline`, `view`, or `collection` for what is read;
    /// `incoming` and `out` count documents and are missing where the stage did not run, which `note` explains;
    /// `sample` is extended JSON.
    struct StageView {
        name: String,
        spec: String,
        of: String,
        incoming: Option<f64> = "in",
        out: Option<f64>,
        sample: Vec<String>,
        note: String,
        failed: bool,
    }

    /// How far a request is.
    struct Progress {
        done: u32,
        total: u32,
        label: String,
    }

    /// Names that the editor completes: collections, the field paths of each, collections of an exercise's rows, and
    /// the signatures of its functions.
    struct Vocabulary {
        collections: Vec<String>,
        fields: SortedMap<String, Vec<String>>,
        rows: Vec<String>,
        signatures: Vec<String>,
    }
}

impl Report {
    /// The `star` checks that passed, a bit for each by its place among the first 32 checks.
    pub fn earned(&self) -> u32 {
        let earned = |check: &Check| u32::from(check.kind == "star" && check.passed());
        self.checks.iter().rev().fold(0, |bits, check| bits << 1 | earned(check))
    }
}

impl Check {
    pub fn passed(&self) -> bool {
        self.status == "passed"
    }

    /// The line and column in the learner's code that what was observed names, from 1:
    /// `… (line 3, column 7)`.
    pub fn place(&self) -> Option<(u32, u32)> {
        let (_, rest) = self.observed.rsplit_once("(line ")?;
        let (line, rest) = rest.split_once(", column ")?;
        let (column, _) = rest.split_once(')')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    }
}

written! {
    Vocabulary { collections, fields, rows, signatures }
    Output { kind, text, line }
    ScriptError { name, message, code, code_name = "codeName", line, column }
    Report { exercise, version, passed, stars, checks, design, predictions, tested }
    Tested { histories, races, crashes }
    Predicted { probe, meter, said, measured }
    Check { id, sentence, kind, status, observed, hint, schedule, schedules, about }
    Schedule { title, steps }
    Step { who, operation, changed, note }
    Changed { namespace, id, before, after }
    Schedules { tried, possible }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_what_was_observed() {
        let place = |observed: &str| Check { observed: observed.into(), ..Check::default() }.place();
        assert_eq!(
            place("It does not run. SyntaxError: Unexpected token (line 3, column 17)"),
            Some((3, 17))
        );
        assert_eq!(place("f failed: TypeError (line 2, column 1); it had stopped"), Some((2, 1)));
        for none in ["", "(line 3)", "(line x, column 2)", "(line 99999999999, column 1)"] {
            assert_eq!(place(none), None, "{none}");
        }
    }

    #[test]
    fn earned_stars_have_a_bit_each_by_their_place() {
        let check =
            |kind: &str, status: &str| Check { kind: kind.into(), status: status.into(), ..Check::default() };
        let checks = vec![
            check("must", "passed"),
            check("star", "passed"),
            check("star", "failed"),
            check("star", "passed"),
        ];
        assert_eq!(Report { checks, ..Report::default() }.earned(), 0b1010);
        let many = std::iter::repeat_with(|| check("star", "passed")).take(40).collect();
        assert_eq!(Report { checks: many, ..Report::default() }.earned(), u32::MAX);
    }
}
