/** Written by `cargo xtask types` from crates/protocol, where each variant has a comment, too. */
import type { Part } from "../data/part.js";
import type { Bundle } from "../grader/bundle.js";

/** A request of the page, or of an embedded player. */
export type Request =
  | { type: "open"; bundle: Bundle | null; seed?: string | null; kept?: boolean; shards?: number; copied?: boolean }
  | { type: "run"; source: string }
  | { type: "check"; bundle: Bundle; source: string; said?: ReadonlyArray<number | null>; blank?: string }
  | { type: "compare"; bundle: Bundle; source: string; scale?: number }
  | { type: "documents"; db: string; collection: string; skip: number; limit: number }
  | { type: "edit"; db: string; collection: string; before: string; after: string }
  | { type: "stages"; pipeline: number }
  | { type: "picture"; ask: string }
  | { type: "complete" }
  | { type: "import"; parts: Part[] }
  | { type: "export"; source: string }
  | { type: "reset" }
  | { type: "stop" };

/** An answer of the sandbox. */
export type Reply =
  | { type: "ready" }
  | { type: "opened"; collections: ReadonlyArray<CollectionInfo> }
  | ({ type: "result" } & RunResult)
  | { type: "report"; report: Report }
  | ({ type: "comparison" } & Comparison)
  | ({ type: "documents" } & Documents)
  | { type: "edited"; collections: ReadonlyArray<CollectionInfo> }
  | { type: "imported"; collections: ReadonlyArray<CollectionInfo>; refused: string }
  | { type: "stages"; stages: ReadonlyArray<StageView> }
  | { type: "picture"; text: string }
  | ({ type: "vocabulary" } & Vocabulary)
  | { type: "exported"; text: string }
  | ({ type: "progress" } & Progress)
  | { type: "stopped" }
  | { type: "failed"; message: string };

/** A collection in the list of collections. `bytes` is the size of its documents as BSON. */
export type CollectionInfo = { db: string; name: string; count: number; bytes: number; indexes: number };

/** One thing that a script printed; `line` is 1 for the first line of the script. */
export type Output = { kind: "print" | "value" | "note" | "error" | "warn"; text: string; line?: number };

/**
 * Why a script ended early: MongoDB's code and code name where the database said no; line and column count
 * from 1.
 */
export type ScriptError = {
  name: string;
  message: string;
  code: number | null;
  codeName: string | null;
  line: number | null;
  column: number | null;
};

/**
 * The cost of one database command: an entry of `system.profile`, with the line of the script that caused it
 * and, for some, the explain document.
 */
export type Profile = {
  ns: string;
  op: string;
  command: unknown;
  planSummary: string;
  line?: number;
  keysExamined: number;
  docsExamined: number;
  nreturned: number;
  ninserted: number;
  nModified: number;
  ndeleted: number;
  roundTrips: number;
  bytesRead: number;
  bytesWritten: number;
  fieldsWalked: number;
  bytesShifted: number;
  moved: number;
  modelMillis: number;
  keysInserted: number;
  keysDeleted: number;
  responseLength: number;
  explain?: unknown;
  /** The number under which an aggregation can be asked for stage by stage. */
  pipeline?: number;
  /** The number under which advice on indexes can be asked for. */
  planned?: number;
};

/** One document that a statement changed. `id`, `before` and `after` are extended JSON texts. */
export type Change = {
  /** Number of the database command within the run, from 0. */
  statement: number;
  line?: number;
  ns: string;
  op: string;
  id: string;
  before: string | null;
  after: string | null;
};

/** The result of a run: output, changes and costs. `duration` is wall time in milliseconds. */
export type RunResult = {
  output: ReadonlyArray<Output>;
  error: ScriptError | null;
  profile: ReadonlyArray<Profile>;
  changes: ReadonlyArray<Change>;
  collections: ReadonlyArray<CollectionInfo>;
  duration: number;
};

/** The outcome of a check. */
export type Report = {
  exercise: string;
  version: number;
  /** Whether every `must` check passed. */
  passed: boolean;
  /** 0 without a pass, 1 for it, one more for each `star` check that passed. */
  stars: number;
  checks: ReadonlyArray<CheckReport>;
  /** Costs of the exercise's representative calls; empty when there are none or they failed. */
  meters: { [key in string]: number };
  /** File of the accepted design that costs the same, when exactly one does. */
  design: string | null;
  /** What the exercise asks the learner to predict; absent when it asks nothing. */
  predictions?: ReadonlyArray<PredictionReport>;
  /** Absent when the exercise has no model. */
  tested?: Tested;
};

/**
 * What the learner said that a call costs, and what it does; `said` is missing for a question that was skipped,
 * `measured` where the script did not get through the call.
 */
export type PredictionReport = { probe: string; meter: string; said: number | null; measured: number | null };

/** What was played against the model of an exercise. */
export type Tested = { histories: number; races: number; crashes: number };

/** The outcome of one check. */
export type CheckReport = {
  id: string;
  /** What it demands. */
  sentence: string;
  /** `must` has to pass, `star` earns a star. */
  kind: "must" | "star";
  /** `skipped` when an earlier check that it builds on did not pass, `error` when the script itself failed. */
  status: "passed" | "failed" | "skipped" | "error";
  /** The counterexample; empty when the check passed. */
  observed: string;
  /** Where to look next; may be empty. */
  hint: string;
  schedule?: Schedule;
  schedules?: Schedules;
  /** Id of the glossary entry that a failure is about; empty when there is none. */
  about?: string;
};

/** A run with a rival or a crash in it, step by step: the counterexample of a check that failed. */
export type Schedule = {
  /** The place of the disturbance, as the beginning of a sentence. */
  title: string;
  steps: ReadonlyArray<Step>;
};

/** One step of a schedule. */
export type Step = {
  /** The function that is checked, the other client, the client after a crash; or the client dies. */
  who: "you" | "rival" | "recovery" | "crash";
  /** The database operation as text; empty for a step without one, as a crash. */
  operation: string;
  /** The documents that it changed, the first few. */
  changed: ReadonlyArray<Changed>;
  /** A note: which function made the call, what it answered, what was seen. */
  note?: string;
  /** The line of the script that asked for it. */
  line?: number;
};

/** A document that a step changed. `id`, `before` and `after` are extended JSON texts, long ones cut at the end. */
export type Changed = {
  /** `database.collection`. */
  namespace: string;
  id: string;
  before: string | null;
  after: string | null;
};

/** How many schedules a check tried, and how many there are. */
export type Schedules = { tried: number; possible: number };

/** Costs of the same calls on several designs. */
export type Comparison = { designs: ReadonlyArray<Measured> };

/** Costs of the calls on one design, by meter. */
export type Measured = {
  name: string;
  file: string | null;
  yours: boolean;
  meters: { [key in string]: number };
  byFunction: { [key in string]: Tally };
};

/** How often a function was called, and what that cost together. */
export type Tally = { calls: number; meters: { [key in string]: number } };

/** A page of a collection: all its documents counted, some of them as extended JSON. */
export type Documents = { total: number; docs: ReadonlyArray<string> };

/** A pipeline's output after one of its stages. The first entry may be the collection that is read. */
export type StageView = {
  /** The stage's name, or the collection's. */
  name: string;
  /** Its specification as extended JSON, shortened; empty for a collection. */
  spec: string;
  /** Its origin: the pipeline, a view, or none (a collection). */
  of: "pipeline" | "view" | "collection";
  /** How many documents come in; missing where the stage did not run. */
  in: number | null;
  /** How many documents go out; missing where the stage did not run. */
  out: number | null;
  /** The first documents that it outputs, as canonical extended JSON. */
  sample: ReadonlyArray<string>;
  /** Its error, or why it did not run; empty when it ran. */
  note: string;
  failed: boolean;
};

/** How far a request is. */
export type Progress = { done: number; total: number; label: string };

/**
 * Names that the editor completes: collections, the field paths of each, collections of an exercise's rows, and
 * the signatures of its functions.
 */
export type Vocabulary = {
  collections: ReadonlyArray<string>;
  fields: { [key in string]: ReadonlyArray<string> };
  rows: ReadonlyArray<string>;
  signatures: ReadonlyArray<string>;
};

/** Characters of the longest message that a page reads; the sandbox's own limits are far below. */
export const MAX_MESSAGE_LENGTH = 67108864;

/** Messages that answer no request after which a page closes the sandbox. */
export const MAX_UNREQUESTED_MESSAGES = 1000;

/** Lines of output that the sandbox sends; a note says how many it left out. */
export const MAX_OUTPUT_LINES = 5000;

/** Entries of output that a page draws. Errors and notes come on top of the lines. */
export const MAX_OUTPUT_ENTRIES = 5200;
