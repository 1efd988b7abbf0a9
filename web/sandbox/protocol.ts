/**
 * The messages between the page and the sandbox. The serde types of the same messages are in
 * `crates/protocol`; the two say the same.
 *
 * A message is a JSON text. The page asks `{"id": n, "type": …}`; the sandbox answers with the same id,
 * after any number of `progress` messages with that id.
 */

import type { Part } from "../data/index.js";

/** The page's requests. Texts named `source` are scripts, documents travel as extended JSON texts. */
export type Request =
  /**
   * `seed` is for snippets without an exercise: documents by collection, as extended JSON. `kept`, where neither is
   * given, asks for the data of the last visit, which the frame puts beside the request. Without a bundle `shards`
   * makes the database a cluster, 0 one server; `copied` has the kept data copied into it, whatever held them.
   */
  | { type: "open"; bundle: Bundle | null; seed?: string | null; kept?: boolean; shards?: number; copied?: boolean }
  | { type: "run"; source: string }
  /**
   * `said`: what the learner predicted, a number for each question of the bundle, null for one that was skipped.
   * `blank`: the script without the function that a review is about: only the checks that fail with it are run.
   */
  | { type: "check"; bundle: Bundle; source: string; said?: (number | null)[]; blank?: string }
  /** `scale` times the data that is measured with otherwise. */
  | { type: "compare"; bundle: Bundle; source: string; scale?: number }
  | { type: "documents"; db: string; collection: string; skip: number; limit: number }
  /** Both documents are BSON in Base64: extended JSON is read by the page's module `data.js`. */
  | { type: "edit"; db: string; collection: string; before: string; after: string }
  /** Stores parts in the database `test`, all of them or none. */
  | { type: "import"; parts: Part[] }
  /** `pipeline` is the number of an aggregation of the last run, from 0. */
  | { type: "stages"; pipeline: number }
  /** `ask` is the JSON of a `Question` of `picture.ts`. */
  | { type: "picture"; ask: string }
  | { type: "complete" }
  /** `source` is the code in the editor. */
  | { type: "export"; source: string }
  | { type: "reset" }
  | { type: "stop" };

/** The part of an exercise that the sandbox reads; the grader reads more. */
export interface Bundle {
  id: string;
  data: string;
  /** What the script has to define; `signature` is `addReview(db, review)`. */
  functions?: { signature: string }[];
  /** The sharded cluster that its database is, when it is one. */
  cluster?: { shards: number; chunkLimit: number };
}

/** The sandbox's answers. */
export type Reply =
  | { type: "ready" }
  | { type: "opened"; collections: CollectionInfo[] }
  | ({ type: "result" } & RunResult)
  | { type: "report"; report: unknown }
  | { type: "comparison"; designs: Measured[] }
  | { type: "documents"; total: number; docs: string[] }
  | { type: "edited"; collections: CollectionInfo[] }
  /** `refused` is the JSON of what keeps all of it from being stored; empty when it is there. */
  | { type: "imported"; collections: CollectionInfo[]; refused: string }
  | { type: "stages"; stages: StageView[] }
  /** The JSON of a picture's data. */
  | { type: "picture"; text: string }
  /** Names that the editor completes; `rows` are collections of an exercise's rows, `signatures` its functions. */
  | {
      type: "vocabulary";
      collections: string[];
      fields: Record<string, string[]>;
      rows: string[];
      signatures: string[];
    }
  /** The JSON of an `Exported` of `data/script.ts`. */
  | { type: "exported"; text: string }
  | { type: "progress"; done: number; total: number; label: string }
  | { type: "stopped" }
  | { type: "failed"; message: string };

/** A collection as the list of collections shows it. `bytes` is the size of its documents as BSON. */
export interface CollectionInfo {
  db: string;
  name: string;
  count: number;
  bytes: number;
  indexes: number;
}

/** The result of a run: output, changes and costs. `duration` is wall time in milliseconds. */
export interface RunResult {
  output: { kind: string; text: string; line?: number | undefined }[];
  error: ScriptFailure | null;
  profile: Record<string, unknown>[];
  changes: Change[];
  collections: CollectionInfo[];
  duration: number;
}

/** Why a script ended early. Lines and columns count from 1. */
export interface ScriptFailure {
  name: string;
  message: string;
  code: number | null;
  codeName: string | null;
  line: number | null;
  column: number | null;
}

/** One document that a statement changed. The documents are canonical extended JSON. */
export interface Change {
  /** Number of the database command within the run, from 0. */
  statement: number;
  line?: number | undefined;
  ns: string;
  op: string;
  /** The `_id` as extended JSON. */
  id: string;
  before: string | null;
  after: string | null;
}

/** The pipeline's output after one of its stages. The first entry may be the collection that is read. */
export interface StageView {
  /** The stage's name, or the collection's. */
  name: string;
  /** Its specification as extended JSON, shortened; empty for a collection. */
  spec: string;
  /** Its origin: the pipeline, a view, or none (a collection). */
  of: "pipeline" | "view" | "collection";
  /** How many documents come in and out; null where it did not run. */
  in: number | null;
  out: number | null;
  /** The first documents that it gives, as canonical extended JSON. */
  sample: string[];
  /** Its error, or why it did not run; empty when it ran. */
  note: string;
  failed: boolean;
}

/** Costs of an exercise's calls on one design. */
export interface Measured {
  name: string;
  /** The design's file; null for the learner's own script. */
  file: string | null;
  yours: boolean;
  meters: Readonly<Record<string, number>>;
  byFunction: Readonly<Record<string, { calls: number; meters: Readonly<Record<string, number>> }>>;
}
