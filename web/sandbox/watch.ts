/**
 * Watches the operations of a run: what each write changed, how each read was answered, and whether the
 * state is another one afterwards.
 *
 * Documents before and after, and plans, are read from a second engine that is set to a snapshot, so that
 * looking costs the script nothing and is not in its profile.
 */
import { EJSON, type Document } from "bson";

import { decode } from "../shell/decode.js";
import type { Engine, EngineSnapshot, Operation } from "../shell/engine.js";
import { MEMORY } from "./budget.js";
import type { Change } from "./protocol.js";

/** Changes that a run lists. */
const MAX_CHANGES = 500;
/** Operations after which nothing more is looked at. */
const MAX_WATCHED = 300;
/** Documents that one operation is compared on. */
const MAX_COMPARED = 100;
/** Operations between two looks at the memory: no more than these many times 48 MB get past the budget. */
const WEIGHED_EVERY = 4;
/** Characters of extended JSON that all changes together may have. */
const MAX_TEXT = 4 << 20;
/** Plans that a run keeps. */
const MAX_PLANS = 50;

const READS = new Set([
  "find", "getmore", "count", "distinct", "explain", "listcollections", "listdatabases", "listindexes", "collstats", "dbstats",
  "hello", "ismaster", "ping", "buildinfo", "serverstatus", "killcursors", "endsessions", "profile", "dojoprofile", "validate",
]);
const EXPLAINED = new Set(["find", "aggregate", "count", "distinct", "update", "delete", "findandmodify"]);

/** A write and the documents that it touched, as they were. */
interface Touched {
  ns: string;
  db: string;
  collection: string;
  op: string;
  /** Documents before, by the extended JSON of their `_id`. */
  before: Map<string, Document>;
  /** Ids that may be there afterwards. */
  ids: unknown[];
}

/** An explain with the number of its operation. */
interface Plan {
  operation: number;
  explain: unknown;
}

/** One run's watcher. */
export class Watch {
  readonly changes: Change[] = [];
  /** Whether something was written. */
  dirty = false;
  readonly #plans: Plan[] = [];
  /** The commands' names in order. */
  readonly #operations: string[] = [];
  #text = 0;
  readonly #explained = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly viewer: Engine,
  ) {}

  /** The interceptor. */
  readonly operation = (operation: Operation, proceed: () => Uint8Array): Uint8Array => {
    const number = this.#operations.push(operation.name) - 1;
    const name = operation.name.toLowerCase();
    const writes = isWrite(name, operation.command);
    this.dirty ||= writes;
    if (writes && number % WEIGHED_EVERY === 0 && this.engine.memoryUsage() > MEMORY) {
      throw new Error(`The database is full: it may hold ${MEMORY >> 20} MB of documents and indexes here.`);
    }
    const wantsPlan = EXPLAINED.has(name) && this.#plans.length < MAX_PLANS;
    if (number >= MAX_WATCHED || (!writes && !wantsPlan)) return proceed();

    const before = this.engine.snapshot();
    try {
      this.#look(before);
      if (wantsPlan) this.#plan(number, operation, name);
      const touched = writes && this.#room() ? this.#touched(operation, name) : [];
      const reply = proceed();
      if (touched.length > 0) this.#compare(number, touched, decode(reply));
      return reply;
    } finally {
      before.free();
    }
  };

  /** Gives profile entries their plans and changes their lines. */
  join(profile: Document[]): void {
    const entries = new Map<number, Document>();
    // Not every command leaves an entry, and the log forgets old ones: match from the end.
    let at = this.#operations.length - 1;
    for (const entry of profile.toReversed()) {
      const [name] = Object.keys((entry["command"] ?? {}) as Document);
      while (at >= 0 && this.#operations[at] !== name) at--;
      if (at < 0) break;
      entries.set(at--, entry);
    }
    for (const { operation, explain } of this.#plans) {
      const entry = entries.get(operation);
      if (entry) entry["explain"] = explain;
    }
    for (const change of this.changes) {
      const line: unknown = entries.get(change.statement)?.["line"];
      if (typeof line === "number") change.line = line;
    }
  }

  #room(): boolean {
    return this.changes.length < MAX_CHANGES && this.#text < MAX_TEXT;
  }

  #look(snapshot: EngineSnapshot): void {
    this.viewer.restore(snapshot);
  }

  #plan(operation: number, { db, command }: Operation, name: string): void {
    const shape = `${db}.${JSON.stringify(command).slice(0, 2_000)}`;
    if (this.#explained.has(shape)) return;
    this.#explained.add(shape);
    const plain: Document = { ...command };
    for (const key of ["lsid", "$db", "comment", "writeConcern", "txnNumber"]) delete plain[key];
    const list = name === "update" ? "updates" : name === "delete" ? "deletes" : null;
    // Explain takes one statement; a bulk shows the first.
    if (list && Array.isArray(plain[list])) plain[list] = (plain[list] as unknown[]).slice(0, 1);
    const answer = this.viewer.tryCommand(db, { explain: plain, verbosity: "executionStats" });
    if (answer["ok"] === 1) this.#plans.push({ operation, explain: EJSON.serialize(answer, { relaxed: true }) });
  }

  /** The documents that a write will touch, read before it. */
  #touched({ db, command }: Operation, name: string): Touched[] {
    const collection = String(Object.values(command)[0]);
    const touch = (op: string): Touched => ({ ns: `${db}.${collection}`, db, collection, op, before: new Map(), ids: [] });
    const list = (key: string): Document[] => (Array.isArray(command[key]) ? (command[key] as Document[]) : []);
    switch (name) {
      case "insert": {
        const touched = touch("insert");
        touched.ids = list("documents").slice(0, MAX_COMPARED).map((document) => document["_id"]);
        this.#fill(touched, { _id: { $in: touched.ids } }, undefined, MAX_COMPARED);
        return [touched];
      }
      case "update":
      case "delete": {
        const touched = touch(name);
        for (const statement of list(name === "update" ? "updates" : "deletes")) {
          const all = name === "update" ? statement["multi"] === true : statement["limit"] !== 1;
          const room = MAX_COMPARED - touched.before.size;
          if (room > 0) this.#fill(touched, statement["q"], statement, all ? room : 1);
        }
        return [touched];
      }
      case "findandmodify": {
        const touched = touch("findAndModify");
        this.#fill(touched, command["query"] ?? {}, command, 1);
        return [touched];
      }
      case "aggregate": {
        const target = outTarget(command, db);
        return target ? [this.#whole({ ...touch("aggregate"), ...target })] : [];
      }
      case "drop":
        return [this.#whole(touch("drop"))];
      default:
        return [];
    }
  }

  #whole(touched: Touched): Touched {
    this.#fill(touched, {}, undefined, MAX_COMPARED);
    return touched;
  }

  #fill(touched: Touched, filter: unknown, how: Document | undefined, limit: number): void {
    const find: Document = { find: touched.collection, filter, limit, singleBatch: true };
    for (const key of ["sort", "collation", "hint", "let"]) if (how?.[key] !== undefined) find[key] = how[key];
    for (const document of firstBatch(this.viewer.tryCommand(touched.db, find))) touched.before.set(idText(document), document);
  }

  /** Reads the same documents after the write. */
  #compare(statement: number, writes: Touched[], reply: Document): void {
    const after = this.engine.snapshot();
    try {
      this.#look(after);
    } finally {
      after.free();
    }
    for (const touched of writes) {
      const ids = [...touched.ids, ...[...touched.before.values()].map((document) => document["_id"]), ...upserted(reply)];
      // What a pipeline writes may be new altogether, unless there were too many documents to compare all.
      const all = touched.op === "aggregate" && touched.before.size < MAX_COMPARED;
      const filter = all ? {} : { _id: { $in: ids } };
      const now = new Map<string, Document>();
      const find = { find: touched.collection, filter, limit: MAX_COMPARED, singleBatch: true };
      for (const document of firstBatch(this.viewer.tryCommand(touched.db, find))) now.set(idText(document), document);
      for (const id of new Set([...touched.before.keys(), ...now.keys()])) {
        this.#add(statement, touched, id, touched.before.get(id), now.get(id));
      }
    }
  }

  #add(statement: number, touched: Touched, id: string, was: Document | undefined, is: Document | undefined): void {
    const before = was ? EJSON.stringify(was, { relaxed: false }) : null;
    const after = is ? EJSON.stringify(is, { relaxed: false }) : null;
    if (before === after || !this.#room()) return;
    this.#text += (before?.length ?? 0) + (after?.length ?? 0);
    this.changes.push({ statement, ns: touched.ns, op: touched.op, id, before, after });
  }
}

function isWrite(name: string, command: Document): boolean {
  return name === "aggregate" ? outTarget(command, "") !== null : !READS.has(name);
}

/** Where the last stage of a pipeline writes. */
function outTarget(command: Document, db: string): { db: string; collection: string; ns: string } | null {
  const last: unknown = Array.isArray(command["pipeline"]) ? (command["pipeline"] as unknown[]).at(-1) : null;
  if (typeof last !== "object" || last === null) return null;
  const stage = last as Document;
  const into: unknown = stage["$out"] ?? (stage["$merge"] as Document | undefined)?.["into"] ?? stage["$merge"];
  if (typeof into === "string") return { db, collection: into, ns: `${db}.${into}` };
  if (typeof into !== "object" || into === null) return null;
  const { db: other, coll } = into as { db?: unknown; coll?: unknown };
  const where = typeof other === "string" ? other : db;
  return { db: where, collection: String(coll), ns: `${where}.${String(coll)}` };
}

function firstBatch(reply: Document): Document[] {
  const cursor = reply["cursor"] as { firstBatch?: Document[] } | undefined;
  return reply["ok"] === 1 ? (cursor?.firstBatch ?? []) : [];
}

/** The ids of the documents that an upsert made. */
function upserted(reply: Document): unknown[] {
  const list = Array.isArray(reply["upserted"]) ? (reply["upserted"] as Document[]).map((one) => one["_id"] as unknown) : [];
  const one: unknown = (reply["lastErrorObject"] as Document | undefined)?.["upserted"];
  return one === undefined ? list : [...list, one];
}

function idText(document: Document): string {
  return EJSON.stringify(document["_id"], { relaxed: false });
}
