//! The contents of the sandbox's answers.

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
    /// An output entry of a script. `line` is 1 for the first line of the script.
    struct Output {
        #[ts(type = r#""print" | "value" | "note" | "error" | "warn""#)]
        kind: String,
        text: String,
        #[ts(optional)]
        line: Option<u32>,
    }
    /// The error that ended a script, with MongoDB's code and code name for a database error. Line and
    /// column count from 1.
    struct ScriptError {
        name: String,
        message: String,
        code: Option<i64>,
        code_name: Option<String> = "codeName",
        line: Option<u32>,
        column: Option<u32>,
    }
    /// The cost of one database command: an entry of `system.profile`, with the line of the script that
    /// caused it and, for some, the explain document.
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
        /// The number by which `stages` requests refer to an aggregation.
        #[ts(optional)]
        pipeline: Option<u32>,
        /// The number by which index advice refers to the command.
        #[ts(optional)]
        planned: Option<u32>,
    }
    /// A document that a statement changed. `id`, `before` and `after` are extended JSON.
    struct Change {
        /// The number of the database command within the run, from 0.
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
    /// The result of a check.
    struct Report {
        exercise: String,
        version: u32,
        /// Whether all `must` checks passed.
        passed: bool,
        /// 0 without a pass, otherwise 1 plus the number of `star` checks that passed.
        stars: u32,
        checks: Vec<CheckReport>,
        /// The costs of the exercise's probe calls; empty if there are none or they failed.
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
        /// The file of the accepted design with the same costs, if exactly one has them.
        design: Option<String>,
        /// The results of the exercise's predictions; absent if it has none.
        #[ts(as = "Option<Vec<PredictionReport>>", optional)]
        predictions: Vec<PredictionReport>,
        /// Absent if the exercise has no model.
        #[ts(optional)]
        tested: Option<Tested>,
    }
    /// A prediction and the measured cost. `said` is absent for a skipped question, `measured` if the
    /// script did not complete the call.
    struct PredictionReport {
        probe: String,
        meter: String,
        said: Option<f64>,
        measured: Option<f64>,
    }
    /// The tests against the exercise's model.
    struct Tested {
        histories: u32,
        races: u32,
        crashes: u32,
    }
    /// The result of one check.
    struct CheckReport {
        id: String,
        /// The requirement.
        sentence: String,
        /// `must` is required for a pass, `star` earns a star.
        #[ts(type = r#""must" | "star""#)]
        kind: String,
        /// `skipped` if a check that it depends on did not pass, `error` if the script itself failed.
        #[ts(type = r#""passed" | "failed" | "skipped" | "error""#)]
        status: String,
        /// The counterexample; empty if the check passed.
        observed: String,
        /// A hint; may be empty.
        hint: String,
        #[ts(optional)]
        schedule: Option<Schedule>,
        #[ts(optional)]
        schedules: Option<Schedules>,
        /// The id of the glossary entry for a failure; empty if there is none.
        #[ts(as = "Option<String>", optional)]
        about: String,
    }
    /// The counterexample of a failed check: the steps of a run with a rival or a crash.
    struct Schedule {
        /// Where the disturbance happens, as the beginning of a sentence.
        title: String,
        steps: Vec<Step>,
    }
    /// A step of a schedule.
    struct Step {
        /// The client that is checked, a concurrent client, the client after a crash; or the crash itself.
        #[ts(type = r#""you" | "rival" | "recovery" | "crash""#)]
        who: String,
        /// The database operation as text; empty for a step without one, such as a crash.
        operation: String,
        /// The first documents that it changed.
        changed: Vec<Changed>,
        /// A note: the calling function, its result, or an observation.
        #[ts(optional)]
        note: Option<String>,
        /// The line of the script that caused it.
        #[ts(optional)]
        line: Option<u32>,
    }
    /// A document that a step changed. `id`, `before` and `after` are extended JSON, truncated if long.
    struct Changed {
        /// `database.collection`.
        namespace: String,
        id: String,
        before: Option<String>,
        after: Option<String>,
    }
    /// The number of schedules that a check tried, and of those that exist.
    struct Schedules {
        tried: u32,
        possible: u32,
    }
    /// The costs of the same calls on several designs.
    struct Comparison {
        designs: Vec<Measured>,
    }
    /// The costs of the calls on one design, by meter.
    struct Measured {
        name: String,
        file: Option<String>,
        yours: bool,
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
        #[ts(as = "crate::typescript::Record<Tally>")]
        by_function: SortedMap<String, Tally> = "byFunction",
    }
    /// The number of calls of a function, and their total costs.
    struct Tally {
        calls: f64,
        #[ts(as = "crate::typescript::Record<f64>")]
        meters: SortedMap<String, f64>,
    }

    /// A page of a collection: the total count, and some documents as extended JSON.
    struct Documents {
        total: u64,
        docs: Vec<String>,
    }

    /// The pipeline's output after one stage. The first entry may be the source collection.
    struct StageView {
        /// The name of the stage or collection.
        name: String,
        /// The stage's specification as extended JSON, abridged; empty for a collection.
        spec: String,
        /// Its origin: the pipeline, a view, or a collection.
        #[ts(type = r#""pipeline" | "view" | "collection""#)]
        of: String,
        /// The number of input documents; absent if the stage did not run.
        incoming: Option<f64> = "in",
        /// The number of output documents; absent if the stage did not run.
        out: Option<f64>,
        /// The first output documents, as canonical extended JSON.
        sample: Vec<String>,
        /// The error, or the reason why it did not run; empty if it ran.
        note: String,
        failed: bool,
    }

    /// The progress of a request.
    struct Progress {
        done: u32,
        total: u32,
        label: String,
    }

    /// Names for completion in the editor: collections, the field paths of each, collections of the
    /// exercise's rows, and the signatures of its functions.
    struct Vocabulary {
        collections: Vec<String>,
        #[ts(as = "crate::typescript::Record<Vec<String>>")]
        fields: SortedMap<String, Vec<String>>,
        rows: Vec<String>,
        signatures: Vec<String>,
    }
}

impl Report {
    /// Returns the `star` checks that passed, as a bit for each position among the first 32 checks.
    pub fn earned(&self) -> u32 {
        let earned = |check: &CheckReport| u32::from(check.kind == "star" && check.passed());
        self.checks.iter().rev().fold(0, |bits, check| bits << 1 | earned(check))
    }
}

impl CheckReport {
    pub fn passed(&self) -> bool {
        self.status == "passed"
    }

    /// Returns the line and column in the learner's code that the observation contains, from 1: `… (line 3,
    /// column 7)`.
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
