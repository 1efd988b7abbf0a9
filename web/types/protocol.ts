/** Written by `cargo xtask types` from crates/protocol, where each variant has a comment, too. */
import type { Part } from "../data/part.js";
import type { Bundle } from "../grader/bundle.js";

/** A request from the page or an embedded player. */
export type Request =
  | { type: "open"; bundle: Bundle | null; seed?: string | null; kept?: boolean; shards?: number; copied?: boolean }
  | { type: "run"; source: string }
  | {
      type: "check";
      bundle: Bundle;
      source: string;
      said?: ReadonlyArray<number | null>;
      blank?: string;
      passes?: number;
    }
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

/** An output entry of a script. `line` is 1 for the first line of the script. */
export type Output = { kind: "print" | "value" | "note" | "error" | "warn"; text: string; line?: number };

/**
 * The error that ended a script, with MongoDB's code and code name for a database error. Line and
 * column count from 1.
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
 * The cost of one database command: an entry of `system.profile`, with the line of the script that
 * caused it and, for some, the explain document.
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
  /** The number by which `stages` requests refer to an aggregation. */
  pipeline?: number;
  /** The number by which index advice refers to the command. */
  planned?: number;
};

/** A document that a statement changed. `id`, `before` and `after` are extended JSON. */
export type Change = {
  /** The number of the database command within the run, from 0. */
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

/** The result of a check. */
export type Report = {
  exercise: string;
  version: number;
  /** Whether all `must` checks passed. */
  passed: boolean;
  /** 0 without a pass, otherwise 1 plus the number of `star` checks that passed. */
  stars: number;
  checks: ReadonlyArray<CheckReport>;
  /** The costs of the exercise's probe calls; empty if there are none or they failed. */
  meters: { [key in string]: number };
  /** The file of the accepted design with the same costs, if exactly one has them. */
  design: string | null;
  /** The results of the exercise's predictions; absent if it has none. */
  predictions?: ReadonlyArray<PredictionReport>;
  /** Absent if the exercise has no model. */
  tested?: Tested;
};

/**
 * A prediction and the measured cost. `said` is absent for a skipped question, `measured` if the
 * script did not complete the call.
 */
export type PredictionReport = { probe: string; meter: string; said: number | null; measured: number | null };

/** The tests against the exercise's model. */
export type Tested = { histories: number; races: number; crashes: number };

/** The result of one check. */
export type CheckReport = {
  id: string;
  /** The requirement. */
  sentence: string;
  /** `must` is required for a pass, `star` earns a star. */
  kind: "must" | "star";
  /** `skipped` if a check that it depends on did not pass, `error` if the script itself failed. */
  status: "passed" | "failed" | "skipped" | "error";
  /** The counterexample; empty if the check passed. */
  observed: string;
  /** A hint; may be empty. */
  hint: string;
  schedule?: Schedule;
  schedules?: Schedules;
  /** The id of the glossary entry for a failure; empty if there is none. */
  about?: string;
};

/** The counterexample of a failed check: the steps of a run with a rival or a crash. */
export type Schedule = {
  /** Where the disturbance happens, as the beginning of a sentence. */
  title: string;
  steps: ReadonlyArray<Step>;
};

/** A step of a schedule. */
export type Step = {
  /** The client that is checked, a concurrent client, the client after a crash; or the crash itself. */
  who: "you" | "rival" | "recovery" | "crash";
  /** The database operation as text; empty for a step without one, such as a crash. */
  operation: string;
  /** The first documents that it changed. */
  changed: ReadonlyArray<Changed>;
  /** A note: the calling function, its result, or an observation. */
  note?: string;
  /** The line of the script that caused it. */
  line?: number;
};

/** A document that a step changed. `id`, `before` and `after` are extended JSON, truncated if long. */
export type Changed = {
  /** `database.collection`. */
  namespace: string;
  id: string;
  before: string | null;
  after: string | null;
};

/** The number of schedules that a check tried, and of those that exist. */
export type Schedules = { tried: number; possible: number };

/** The costs of the same calls on several designs. */
export type Comparison = { designs: ReadonlyArray<Measured> };

/** The costs of the calls on one design, by meter. */
export type Measured = {
  name: string;
  file: string | null;
  yours: boolean;
  meters: { [key in string]: number };
  byFunction: { [key in string]: Tally };
};

/** The number of calls of a function, and their total costs. */
export type Tally = { calls: number; meters: { [key in string]: number } };

/** A page of a collection: the total count, and some documents as extended JSON. */
export type Documents = { total: number; docs: ReadonlyArray<string> };

/** The pipeline's output after one stage. The first entry may be the source collection. */
export type StageView = {
  /** The name of the stage or collection. */
  name: string;
  /** The stage's specification as extended JSON, abridged; empty for a collection. */
  spec: string;
  /** Its origin: the pipeline, a view, or a collection. */
  of: "pipeline" | "view" | "collection";
  /** The number of input documents; absent if the stage did not run. */
  in: number | null;
  /** The number of output documents; absent if the stage did not run. */
  out: number | null;
  /** The first output documents, as canonical extended JSON. */
  sample: ReadonlyArray<string>;
  /** The error, or the reason why it did not run; empty if it ran. */
  note: string;
  failed: boolean;
};

/** The progress of a request. */
export type Progress = { done: number; total: number; label: string };

/**
 * Names for completion in the editor: collections, the field paths of each, collections of the
 * exercise's rows, and the signatures of its functions.
 */
export type Vocabulary = {
  collections: ReadonlyArray<string>;
  fields: { [key in string]: ReadonlyArray<string> };
  rows: ReadonlyArray<string>;
  signatures: ReadonlyArray<string>;
};

/** Maximum length of a message that a page reads; the sandbox's own limits are far below. */
export const MAX_MESSAGE_LENGTH = 67108864;

/** Number of messages that answer no request after which a page closes the sandbox. */
export const MAX_UNREQUESTED_MESSAGES = 1000;

/** Maximum number of output lines that the sandbox sends; a note contains the number omitted. */
export const MAX_OUTPUT_LINES = 5000;

/** Maximum number of output entries that a page draws: the lines, and errors and notes. */
export const MAX_OUTPUT_ENTRIES = 5200;
