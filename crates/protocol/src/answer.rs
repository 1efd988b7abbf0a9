//! The contents of answers.

use crate::json::Value;

use crate::typescript::messages;
use crate::written;
use sorted_map::SortedMap;

messages! {
    /// A collection in the list of collections. `bytes` is the size of its documents as BSON.
    struct CollectionInfo {
        db: String,
        name: String,
        count: u64,
        bytes: u64,
        indexes: u32,
    }
    /// One thing that a script printed; `line` is 1 for the first line of the script.
    struct Output {
        #[ts(type = r#""print" | "value" | "note" | "error" | "warn""#)]
        kind: String,
        text: String,
        #[ts(optional)]
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
        #[ts(type = "unknown")]
        command: Value,
        plan_summary: String = "planSummary",
        #[ts(optional)]
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
        #[ts(type = "unknown", optional)]
        explain: Option<Value>,
        /// The number under which an aggregation can be asked for stage by stage.
        #[ts(optional)]
        pipeline: Option<u32>,
        /// The number under which advice on indexes can be asked for.
        #[ts(optional)]
        planned: Option<u32>,
    }
    /// One document that a statement changed. `id`, `before` and `after` are extended JSON texts.
    struct Change {
        /// Number of the database command within the run, from 0.
        statement: u32,
        #[ts(optional)]
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
        /// Whether every `must` check passed.
        passed: bool,
        /// 0 without a pass, 1 for it, one more for each `star` check that passed.
        stars: u32,
        checks: Vec<CheckReport>,
        /// Costs of the exercise's representative calls; empty when there are none or they failed.
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
        /// File of the accepted design that costs the same, when exactly one does.
        design: Option<String>,
        /// What the exercise asks the learner to predict; absent when it asks nothing.
        #[ts(as = "Option<Vec<PredictionReport>>", optional)]
        predictions: Vec<PredictionReport>,
        /// Absent when the exercise has no model.
        #[ts(optional)]
        tested: Option<Tested>,
    }
    /// What the learner said that a call costs, and what it does; `said` is missing for a question that was skipped,
    /// `measured` where the script did not get through the call.
    struct PredictionReport {
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
    /// The outcome of one check.
    struct CheckReport {
        id: String,
        /// What it demands.
        sentence: String,
        /// `must` has to pass, `star` earns a star.
        #[ts(type = r#""must" | "star""#)]
        kind: String,
        /// `skipped` when an earlier check that it builds on did not pass, `error` when the script itself failed.
        #[ts(type = r#""passed" | "failed" | "skipped" | "error""#)]
        status: String,
        /// The counterexample; empty when the check passed.
        observed: String,
        /// Where to look next; may be empty.
        hint: String,
        #[ts(optional)]
        schedule: Option<Schedule>,
        #[ts(optional)]
        schedules: Option<Schedules>,
        /// Id of the glossary entry that a failure is about; empty when there is none.
        #[ts(as = "Option<String>", optional)]
        about: String,
    }
    /// A run with a rival or a crash in it, step by step: the counterexample of a check that failed.
    struct Schedule {
        /// The place of the disturbance, as the beginning of a sentence.
        title: String,
        steps: Vec<Step>,
    }
    /// One step of a schedule.
    struct Step {
        /// The function that is checked, the other client, the client after a crash; or the client dies.
        #[ts(type = r#""you" | "rival" | "recovery" | "crash""#)]
        who: String,
        /// The database operation as text; empty for a step without one, as a crash.
        operation: String,
        /// The documents that it changed, the first few.
        changed: Vec<Changed>,
        /// A note: which function made the call, what it answered, what was seen.
        #[ts(optional)]
        note: Option<String>,
        /// The line of the script that asked for it.
        #[ts(optional)]
        line: Option<u32>,
    }
    /// A document that a step changed. `id`, `before` and `after` are extended JSON texts, long ones cut at the end.
    struct Changed {
        /// `database.collection`.
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
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
        #[ts(as = "crate::typescript::Record<Tally>")]
        by_function: SortedMap<String, Tally> = "byFunction",
    }
    /// How often a function was called, and what that cost together.
    struct Tally {
        calls: f64,
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
    }

    /// A page of a collection: all its documents counted, some of them as extended JSON.
    struct Documents {
        total: u64,
        docs: Vec<String>,
    }

    /// A pipeline's output after one of its stages. The first entry may be the collection that is read.
    struct StageView {
        /// The stage's name, or the collection's.
        name: String,
        /// Its specification as extended JSON, shortened; empty for a collection.
        spec: String,
        /// Its origin: the pipeline, a view, or none (a collection).
        #[ts(type = r#""pipeline" | "view" | "collection""#)]
        of: String,
        /// How many documents come in; missing where the stage did not run.
        incoming: Option<f64> = "in",
        /// How many documents go out; missing where the stage did not run.
        out: Option<f64>,
        /// The first documents that it outputs, as canonical extended JSON.
        sample: Vec<String>,
        /// Its error, or why it did not run; empty when it ran.
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
        #[ts(as = "crate::typescript::Record<Vec<String>>")]
        fields: SortedMap<String, Vec<String>>,
        rows: Vec<String>,
        signatures: Vec<String>,
    }
}

impl Report {
    /// The `star` checks that passed, a bit for each by its place among the first 32 checks.
    pub fn earned(&self) -> u32 {
        let earned = |check: &CheckReport| u32::from(check.kind == "star" && check.passed());
        self.checks.iter().rev().fold(0, |bits, check| bits << 1 | earned(check))
    }
}

impl CheckReport {
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
    PredictionReport { probe, meter, said, measured }
    CheckReport { id, sentence, kind, status, observed, hint, schedule, schedules, about }
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
        let place =
            |observed: &str| CheckReport { observed: observed.into(), ..CheckReport::default() }.place();
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
        let check = |kind: &str, status: &str| CheckReport {
            kind: kind.into(),
            status: status.into(),
            ..CheckReport::default()
        };
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
