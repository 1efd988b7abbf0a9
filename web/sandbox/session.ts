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

/** Documents of one insert when given documents are stored. */
const BATCH = 1_000;
/** Limits of a command in a result: items of an array, fields of a document, characters, levels. */
const MAX_ITEMS = 20;
const MAX_FIELDS = 100;
const MAX_STRING = 400;
const MAX_DEPTH = 30;
/** Profile entries in a result: the last ones. */
const MAX_PROFILE = 5_000;

/** Brings a new worker to where another was. `restarts` is another number for every worker of a session. */
export interface Restore {
  type: "restore";
  opened: string | null;
  restarts: number;
}

/** Request to run the exercise's own code before a script needs it. `opened` is the request that opened it. */
export interface Warm {
  type: "warm";
  opened: string;
}

/** Reports how far a request is. */
export type Progress = (done: number, total: number, label: string) => void;

type Open = Omit<Extract<Request, { type: "open" }>, "type">;

/** The present of one worker. */
export class Session {
  #engine: Engine;
  /** An engine of the same kind, for looking into other states. */
  #viewer = new Engine();
  #bundle: Bundle | null = null;
  #start: EngineSnapshot;
  #dirty = false;
  /** The aggregations of the last run. */
  #pipelines: Pipeline[] = [];
  /** Its statements that have a plan. */
  #planned: readonly Planned[] = [];
  /** The number of its first profile entry. */
  #since = 0;

  constructor() {
    this.#engine = new Engine();
    this.#start = this.#engine.snapshot();
  }

  /** Answers a request. Throws for what cannot be done, with a sentence. `kept` are the data of an earlier visit. */
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
        if (!pipeline) throw new Error("The data of that run is not there any more. Run the code again.");
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
        // The frame's: a worker cannot read while a script runs.
        return { type: "stopped" };
    }
  }

  /** Takes up a session that another worker had. */
  restore(restore: Restore, dump: ArrayBuffer | null): void {
    const opened = restore.opened === null ? { bundle: null } : (JSON.parse(restore.opened) as Open);
    this.#open(opened, restore.restarts, null);
    if (dump) this.#engine.load(new Uint8Array(dump));
    this.#dirty = false;
  }

  /** Runs what the next check is going to run. Leaves no trace in the session. */
  warm({ opened }: Warm): void {
    const { bundle } = JSON.parse(opened) as { bundle: Bundle | null };
    if (bundle) warm(bundle);
  }

  /** The state as bytes if it has changed since they were last taken. */
  takeDump(): ArrayBuffer | null {
    if (!this.#dirty) return null;
    this.#dirty = false;
    const dump = this.#engine.dump();
    return dump.byteLength === dump.buffer.byteLength ? (dump.buffer as ArrayBuffer) : dump.slice().buffer;
  }

  /** Takes another database; when it cannot be filled the old one stays. */
  #open({ bundle, seed, shards, copied }: Open, restarts: number, kept: ArrayBuffer | null): void {
    // Another seed for each worker that goes on with the same data: ObjectIds must not come twice.
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
      if (kept) isNew = takeUp(engine, kept, copied === true);
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
    // The page has given the data, so it has them.
    this.#dirty = isNew;
  }

  /** Lets go of the last run's aggregations. */
  #forget(): void {
    for (const { data } of this.#pipelines.splice(0)) data.free();
    this.#planned = [];
  }

  #run(source: string): RunResult {
    this.#forget();
    const engine = this.#engine;
    // An exercise's script sets its collections up itself, so each run begins with none.
    if (this.#bundle) engine.restore(this.#start);
    this.#since = engine.profileSequence;
    const watch = new Watch(engine, this.#viewer);
    const shell = new Shell(engine, { db: "test", outputLimit: OUTPUT });
    const placed = this.#bundle ? withSetup(source) : null;
    // A copy: a script may change what it is given.
    if (this.#bundle) shell.define("rows", visibleRows(this.#bundle));
    const begun = now();
    engine.intercept(watch.operation);
    let result: Evaluation;
    try {
      const evaluate = (): Evaluation => shell.evaluate(placed?.source ?? source);
      // An exercise's script runs in the zone in which it is graded.
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
    // A script that ends with a function has been run for what it defines, not to see that it did.
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

/** The warning for a cursor whose command was never sent. */
const unsent = (method: string, collection: string): string =>
  `db.${collection}.${method}(…) was not sent: nothing reads its cursor. Add .toArray() to see it here, in Cost and in Plan.`;

/** The cluster that an exercise's database is, as an engine's options. */
function shapeOf(bundle: Bundle | null): EngineOptions {
  const { shards, chunkLimit } = bundle?.cluster ?? {};
  return { ...(shards === undefined ? {} : { shards }), ...(chunkLimit === undefined ? {} : { chunkLimit }) };
}

/** Chunks in the Sandbox split above so many documents: a script can show it. */
const CHUNK_LIMIT = 250;

/** The free page's database: one server, or a cluster. */
function shapeOfFree(shards: number | undefined): EngineOptions {
  return shards ? { shards, chunkLimit: CHUNK_LIMIT } : {};
}

/**
 * Fills a database with the data of an earlier visit. Those of a server come into a cluster, and the other way round,
 * as copies; with `copied` others do, too. Whether the data are now held otherwise than they were given.
 */
function takeUp(engine: Engine, kept: ArrayBuffer, copied: boolean): boolean {
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
  throw new Error(`The data of your last visit cannot be read (${why}). Reset begins with none.`);
}

/** Inserts documents by collection. */
function insert(engine: Engine, db: string, all: Document): void {
  for (const [name, documents] of Object.entries(all)) {
    if (!Array.isArray(documents)) throw new Error(`The collection “${name}” is no list of documents.`);
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

/** A profile entry whose command is not larger than what one reads. */
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
 * What the page shows of an error, beside the output. The shell's own errors have codes that are texts. The page leads
 * to an error's place, so a syntax error's message need not repeat it, and with columns that count from 0.
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
