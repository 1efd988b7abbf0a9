/** The learner's session: the database, the exercise, and the handlers of requests. */
import { Binary, EJSON, type Document } from "bson";

import { inForeignZone } from "../grader/time_zone.js";
import { Engine, type EngineOptions, type EngineSnapshot } from "../shell/engine.js";
import type { ScriptError } from "../shell/failure.js";
import { Shell, type Evaluation } from "../shell/shell.js";
import type { Planned } from "./advice.js";
import { OUTPUT } from "./budget.js";
import { ROWS_DB, collections, edit, page, vocabulary } from "./documents.js";
import { exported } from "./export.js";
import { check, compare, visibleRows, warm } from "./grading.js";
import { copyInto, importParts } from "./import.js";
import { truncateOutput } from "./output_limit.js";
import { picture, type Question } from "./picture.js";
import type { Bundle } from "../grader/bundle.js";
import { MAX_OUTPUT_LINES, type Profile, type Reply, type Request, type RunResult } from "../types/protocol.js";
import { withSetup } from "./setup.js";
import { showStages } from "./pipeline_stages.js";
import { Watch, type Pipeline } from "./watch.js";

/** Documents per insert when original rows are stored. */
const BATCH = 1_000;
/** Limits of a command in a result: items of an array, fields of a document, characters, levels. */
const MAX_ITEMS = 20;
const MAX_FIELDS = 100;
const MAX_STRING = 400;
const MAX_DEPTH = 30;
/** The most profile entries in a result: the last ones. */
const MAX_PROFILE = 5_000;

/** Restores a session in a new worker. `restarts` is a different number for every worker of a session. */
export interface Restore {
  type: "restore";
  opened: string | null;
  restarts: number;
}

/** Requests to run the exercise's own code before a script needs it. `opened` is the last `open` request. */
export interface Warm {
  type: "warm";
  opened: string;
}

/** Reports the progress of a request. */
export type Progress = (done: number, total: number, label: string) => void;

type Open = Omit<Extract<Request, { type: "open" }>, "type">;

/** The session of one worker. */
export class Session {
  #engine: Engine;
  /** A second engine of the same kind, for reading other states. */
  #viewer = new Engine();
  #bundle: Bundle | null = null;
  #start: EngineSnapshot;
  #dirty = false;
  /** The aggregations of the last run. */
  #pipelines: Pipeline[] = [];
  /** Statements of the last run that have a plan. */
  #planned: readonly Planned[] = [];
  /** The number of the last run's first profile entry. */
  #since = 0;

  constructor() {
    this.#engine = new Engine();
    this.#start = this.#engine.snapshot();
  }

  /**
   * Answers a request. Throws an error with a sentence for the reader if it cannot. `kept` are the data of an earlier
   * visit.
   */
  answer(request: Request, progress: Progress, kept: ArrayBuffer | null = null): Reply {
    switch (request.type) {
      case "open":
        this.#open(request, kept ? chance() : 0, kept);
        return { type: "opened", collections: collections(this.#engine) };
      case "reset":
        this.#engine.restore(this.#start);
        this.#dirty = true;
        return { type: "opened", collections: collections(this.#engine) };
      case "run":
        return { type: "result", ...this.#run(request.source) };
      case "check":
        return { type: "report", report: check(request.bundle, request.source, progress, request) };
      case "compare":
        return { type: "comparison", designs: compare(request.bundle, request.source, request.scale ?? 1, progress) };
      case "documents":
        return {
          type: "documents",
          ...page(this.#engine, request.db, request.collection, request.skip, request.limit),
        };
      case "edit":
        this.#dirty = true;
        edit(this.#engine, request.db, request.collection, request.before, request.after);
        return { type: "edited", collections: collections(this.#engine) };
      case "import": {
        this.#dirty = true;
        const refused = importParts(this.#engine, request.parts);
        return {
          type: "imported",
          collections: collections(this.#engine),
          refused: refused ? JSON.stringify(refused) : "",
        };
      }
      case "stages": {
        const pipeline = this.#pipelines[request.pipeline];
        if (!pipeline) throw new Error("The data of that run are no longer available. Run the code again.");
        return { type: "stages", stages: showStages(this.#viewer, pipeline) };
      }
      case "picture": {
        const question = JSON.parse(request.ask) as Question;
        const answer = picture(
          {
            engine: this.#engine,
            viewer: this.#viewer,
            bundle: this.#bundle,
            planned: this.#planned,
            since: this.#since,
          },
          question,
        );
        this.#dirty ||= question.of === "try";
        return { type: "picture", text: JSON.stringify(answer) };
      }
      case "complete":
        return {
          type: "vocabulary",
          ...vocabulary(this.#engine),
          signatures: this.#bundle?.functions?.map((one) => one.signature) ?? [],
        };
      case "export":
        return {
          type: "exported",
          text: JSON.stringify(exported(this.#engine, this.#bundle && visibleRows(this.#bundle), request.source)),
        };
      case "stop":
        // The frame handles it: a worker cannot receive messages while a script runs.
        return { type: "stopped" };
    }
  }

  /** Continues a session of another worker. */
  restore(restore: Restore, dump: ArrayBuffer | null): void {
    const opened = restore.opened === null ? { bundle: null } : (JSON.parse(restore.opened) as Open);
    this.#open(opened, restore.restarts, null);
    if (dump) this.#engine.load(new Uint8Array(dump));
    this.#dirty = false;
  }

  /** Runs the code that the next check will run. Leaves no trace in the session. */
  warm({ opened }: Warm): void {
    const { bundle } = JSON.parse(opened) as { bundle: Bundle | null };
    if (bundle) warm(bundle);
  }

  /** The state as bytes if it has changed since the last dump. */
  takeDump(): ArrayBuffer | null {
    if (!this.#dirty) return null;
    this.#dirty = false;
    const dump = this.#engine.dump();
    return dump.byteLength === dump.buffer.byteLength ? (dump.buffer as ArrayBuffer) : dump.slice().buffer;
  }

  /** Replaces the database; if the new one cannot be filled, the old one stays. */
  #open({ bundle, seed, shards, copied }: Open, restarts: number, kept: ArrayBuffer | null): void {
    // Another seed for each worker that continues with the same data, so that ObjectIds never repeat.
    const shape = bundle ? shapeOf(bundle) : shapeOfFree(shards);
    const engine = new Engine({ seed: 1 + restarts, ...shape });
    let viewer: Engine;
    let isNew = true;
    let start: EngineSnapshot;
    try {
      viewer = new Engine(shape);
      if (bundle) insert(engine, ROWS_DB, visibleRows(bundle));
      if (typeof seed === "string") insert(engine, "test", EJSON.parse(seed, { relaxed: false }) as Document);
      start = engine.snapshot();
      if (kept) isNew = loadStoredData(engine, kept, copied === true);
    } catch (reason) {
      engine.free();
      throw reason;
    }
    this.#forget();
    this.#start.free();
    this.#engine.free();
    this.#viewer.free();
    this.#engine = engine;
    this.#viewer = viewer;
    this.#bundle = bundle;
    this.#start = start;
    // Data that came from the page need not be sent back.
    this.#dirty = isNew;
  }

  /** Drops the last run's aggregations and statements. */
  #forget(): void {
    for (const { data } of this.#pipelines.splice(0)) data.free();
    this.#planned = [];
  }

  #run(source: string): RunResult {
    this.#forget();
    const engine = this.#engine;
    // An exercise's script creates its own collections, so each run starts without any.
    if (this.#bundle) engine.restore(this.#start);
    this.#since = engine.profileSequence;
    const watch = new Watch(engine, this.#viewer);
    const shell = new Shell(engine, { db: "test", outputLimit: OUTPUT });
    const placed = this.#bundle ? withSetup(source) : null;
    // A copy, because a script may modify its rows.
    if (this.#bundle) shell.define("rows", visibleRows(this.#bundle));
    const begun = now();
    engine.intercept(watch.operation);
    let result: Evaluation;
    try {
      const evaluate = (): Evaluation => shell.evaluate(placed?.source ?? source);
      // An exercise's script runs in the time zone in which it is graded.
      result = this.#bundle ? inForeignZone(evaluate) : evaluate();
    } finally {
      engine.intercept(null);
      this.#pipelines = watch.pipelines;
      this.#planned = watch.planned;
      this.#dirty ||= watch.dirty || this.#bundle !== null;
    }
    const duration = now() - begun;

    const error = result.error && plain(placed?.mend(result.error) ?? result.error);
    const profile = result.profile.map((entry) => EJSON.serialize(shortened(entry), { relaxed: true }) as Document);
    watch.join(profile);
    // A script that ends with a function is run to define it, not to print it.
    const defined = typeof result.value === "function";
    const output = result.output.filter(
      ({ kind, text }) =>
        (kind !== "error" || text !== result.error?.text) && !(defined && kind === "value" && text === result.printed),
    );
    const printed = truncateOutput(output, MAX_OUTPUT_LINES);
    for (const { method, collection, line } of result.unread) {
      printed.push({ kind: "note", text: unsent(method, collection), ...(line === undefined ? {} : { line }) });
    }
    return {
      output: printed,
      error,
      profile: profile.slice(-MAX_PROFILE) as Profile[],
      changes: watch.changes,
      collections: collections(engine),
      duration,
    };
  }
}

/** The warning for a cursor that was never read. */
const unsent = (method: string, collection: string): string =>
  `db.${collection}.${method}(…) was not sent: nothing reads its cursor. Add .toArray() to see it here, in Cost and in Plan.`;

/** The engine options of an exercise's database, which may be a cluster. */
function shapeOf(bundle: Bundle | null): EngineOptions {
  const { shards, chunkLimit } = bundle?.cluster ?? {};
  return { ...(shards === undefined ? {} : { shards }), ...(chunkLimit === undefined ? {} : { chunkLimit }) };
}

/** Documents per chunk in the Sandbox before it splits: few enough for a script to show it. */
const CHUNK_LIMIT = 250;

/** The free page's database: one server, or a cluster. */
function shapeOfFree(shards: number | undefined): EngineOptions {
  return shards ? { shards, chunkLimit: CHUNK_LIMIT } : {};
}

/**
 * Fills a database with the data of an earlier visit. Data of a server are copied into a cluster and vice versa; with
 * `copied`, always. Returns whether the data are now stored in another form.
 */
function loadStoredData(engine: Engine, kept: ArrayBuffer, copied: boolean): boolean {
  const bytes = new Uint8Array(kept);
  const empty = engine.snapshot();
  let failure: unknown;
  for (const shape of [{}, { shards: 2, chunkLimit: CHUNK_LIMIT }]) {
    const isSame = engine.isCluster === "shards" in shape;
    const holder = isSame && !copied ? engine : new Engine(shape);
    try {
      holder.load(bytes);
      if (holder === engine) return false;
      copyInto(holder, engine);
      return true;
    } catch (reason) {
      if (isSame) failure = reason;
      engine.restore(empty);
    } finally {
      if (holder !== engine) holder.free();
    }
  }
  const why = failure instanceof Error ? failure.message : String(failure);
  throw new Error(`The data of your last visit cannot be read (${why}). Reset starts with an empty database.`);
}

/** Inserts documents by collection. */
function insert(engine: Engine, db: string, all: Document): void {
  for (const [name, documents] of Object.entries(all)) {
    if (!Array.isArray(documents)) throw new Error(`The collection “${name}” is not a list of documents.`);
    for (let at = 0; at < documents.length; at += BATCH) {
      const batch = (documents as Document[])
        .slice(at, at + BATCH)
        .map((one) => ("_id" in one ? one : { _id: engine.objectId(), ...one }));
      const reply = engine.runCommand(db, { insert: name, documents: batch });
      const [error] = (reply["writeErrors"] ?? []) as Document[];
      if (error) throw new Error(String(error["errmsg"]));
    }
  }
}

/** A profile entry with its command shortened for display. */
function shortened(entry: Document): Document {
  return { ...entry, command: shorten(entry["command"], 0) };
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > MAX_STRING ? `${value.slice(0, MAX_STRING)}…` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth + 1));
    return value.length > MAX_ITEMS ? [...kept, `… ${value.length - MAX_ITEMS} more`] : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Binary) return value.length() > MAX_STRING ? `binary data of ${value.length()} bytes` : value;
  if ("_bsontype" in value && value._bsontype !== undefined) return value;
  if (value instanceof Date || value instanceof RegExp) return value;
  if (depth > MAX_DEPTH) return "…";
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_FIELDS)
      .map(([name, part]) => [name, shorten(part, depth + 1)]),
  );
}

/**
 * The error that the page shows beside the output. Codes of the shell's own errors are strings. The page links to an
 * error's position, so a syntax error's message need not repeat it with columns that count from 0.
 */
function plain({ name, message, code, codeName, line, column }: ScriptError): RunResult["error"] {
  const text = name === "SyntaxError" && line !== undefined ? message.replace(/ \(\d+:\d+\)$/, "") : message;
  return {
    name,
    message: text,
    code: typeof code === "number" ? code : null,
    codeName: codeName ?? null,
    line: line ?? null,
    column: column ?? null,
  };
}

const now = performance.now.bind(performance);
const random = crypto.getRandomValues.bind(crypto);
const chance = (): number => random(new Uint32Array(1))[0] ?? 0;
