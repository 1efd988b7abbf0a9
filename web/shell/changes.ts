/**
 * Finds the changes of a write. The documents that an operation touches are read before and after it on a second
 * engine, so that reading them leaves no trace in the first.
 */
import { EJSON, type Document } from "bson";

import { decode } from "./decode.js";
import type { Engine, EngineSnapshot, Operation } from "./engine.js";

/** The most documents compared for one operation. */
const MAX_COMPARED = 100;

const READS = new Set([
  "find",
  "getmore",
  "count",
  "distinct",
  "explain",
  "listcollections",
  "listdatabases",
  "listindexes",
  "collstats",
  "dbstats",
  "hello",
  "ismaster",
  "ping",
  "buildinfo",
  "serverstatus",
  "killcursors",
  "endsessions",
  "profile",
  "dojoprofile",
  "validate",
]);

/**
 * A document that an operation changed. `before` is undefined if it inserted the document, `after` if it deleted it.
 */
export interface DocumentChange {
  /** `database.collection`. */
  readonly namespace: string;
  /** The name of the command that changed it. */
  readonly by: string;
  /** The document's `_id` as canonical extended JSON. */
  readonly id: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

/** The affected documents of one collection, as they were before a write. */
interface Touched {
  readonly namespace: string;
  readonly db: string;
  readonly collection: string;
  readonly by: string;
  /** Documents keyed by the extended JSON of their `_id`. */
  readonly before: Map<string, Document>;
  /** Ids of documents that may exist afterwards. */
  ids: unknown[];
}

/** Whether an operation writes documents. */
export function isWrite({ name, command }: Operation): boolean {
  const lower = name.toLowerCase();
  return lower === "aggregate" ? outTarget(command, "") !== null : !READS.has(lower);
}

/** Records what one operation changes. */
export class Changes {
  readonly #touched: Touched[];

  /** Reads the documents that the operation will touch, in `viewer`, which is restored to the engine's state. */
  constructor(
    private readonly engine: Engine,
    private readonly viewer: Engine,
    private readonly operation: Operation,
    before: EngineSnapshot,
  ) {
    viewer.restore(before);
    this.#touched = this.#look();
  }

  /** Returns the documents that differ, after the operation has replied. */
  after(reply: Uint8Array): DocumentChange[] {
    if (this.#touched.length === 0) return [];
    const now = this.engine.snapshot();
    try {
      this.viewer.restore(now);
    } finally {
      now.free();
    }
    const answer = decode(reply);
    return this.#touched.flatMap((touched) => this.#compare(touched, answer));
  }

  #look(): Touched[] {
    const { db, command, name } = this.operation;
    const target = String(Object.values(command)[0]);
    const touch = (by: string, to = { db, collection: target }): Touched => ({
      ...to,
      namespace: `${to.db}.${to.collection}`,
      by,
      before: new Map(),
      ids: [],
    });
    const list = (key: string): Document[] => (Array.isArray(command[key]) ? (command[key] as Document[]) : []);
    switch (name.toLowerCase()) {
      case "insert": {
        const touched = touch("insert");
        touched.ids = list("documents")
          .slice(0, MAX_COMPARED)
          .map((document) => document["_id"]);
        this.#fill(touched, { _id: { $in: touched.ids } }, undefined, MAX_COMPARED);
        return [touched];
      }
      case "update":
      case "delete": {
        const by = name.toLowerCase();
        const touched = touch(by);
        for (const statement of list(by === "update" ? "updates" : "deletes")) {
          const all = by === "update" ? statement["multi"] === true : statement["limit"] !== 1;
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
        const to = outTarget(command, db);
        return to ? [this.#whole(touch("aggregate", to))] : [];
      }
      case "drop":
        return [this.#whole(touch("drop"))];
      case "committransaction":
        return this.#names().map((to) => this.#whole(touch("commitTransaction", to)));
      default:
        return [];
    }
  }

  /** The collections that a transaction may have changed. */
  #names(): { db: string; collection: string }[] {
    const databases = this.viewer.tryCommand("admin", { listDatabases: 1, nameOnly: true })["databases"] as
      Document[] | undefined;
    return (databases ?? []).flatMap(({ name: db }) =>
      firstBatch(this.viewer.tryCommand(String(db), { listCollections: 1, nameOnly: true, cursor: { batchSize: 100 } }))
        .filter(({ name, type }) => type !== "view" && !String(name).startsWith("system."))
        .map(({ name }) => ({ db: String(db), collection: String(name) })),
    );
  }

  #whole(touched: Touched): Touched {
    this.#fill(touched, {}, undefined, MAX_COMPARED);
    return touched;
  }

  #fill(touched: Touched, filter: unknown, how: Document | undefined, limit: number): void {
    const find: Document = { find: touched.collection, filter, limit, singleBatch: true };
    for (const key of ["sort", "collation", "hint", "let"]) if (how?.[key] !== undefined) find[key] = how[key];
    for (const document of firstBatch(this.viewer.tryCommand(touched.db, find)))
      touched.before.set(idText(document), document);
  }

  /** Reads the same documents after the write. */
  #compare({ namespace, db, collection, by, before, ids }: Touched, reply: Document): DocumentChange[] {
    const asked = [...ids, ...[...before.values()].map((document) => document["_id"] as unknown), ...upserted(reply)];
    // A pipeline or a transaction may insert any document, so all are candidates, unless there were too many to
    // compare.
    const all = (by === "aggregate" || by === "commitTransaction") && before.size < MAX_COMPARED;
    const filter = all ? {} : { _id: { $in: asked } };
    const now = new Map<string, Document>();
    const find = { find: collection, filter, limit: MAX_COMPARED, singleBatch: true };
    for (const document of firstBatch(this.viewer.tryCommand(db, find))) now.set(idText(document), document);
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
      const [was, is] = [before.get(id), now.get(id)];
      return textOf(was) === textOf(is) ? [] : [{ namespace, by, id, before: was, after: is }];
    });
  }
}

/** A document as canonical extended JSON; null for undefined. */
export function textOf(document: Document | undefined): string | null {
  return document ? EJSON.stringify(document, { relaxed: false }) : null;
}

/** The collection that the last stage of a pipeline writes to. */
function outTarget(command: Document, db: string): { db: string; collection: string } | null {
  const last: unknown = Array.isArray(command["pipeline"]) ? (command["pipeline"] as unknown[]).at(-1) : null;
  if (typeof last !== "object" || last === null) return null;
  const stage = last as Document;
  const into: unknown = stage["$out"] ?? (stage["$merge"] as Document | undefined)?.["into"] ?? stage["$merge"];
  if (typeof into === "string") return { db, collection: into };
  if (typeof into !== "object" || into === null) return null;
  const { db: other, coll } = into as { db?: unknown; coll?: unknown };
  return { db: typeof other === "string" ? other : db, collection: String(coll) };
}

function firstBatch(reply: Document): Document[] {
  const cursor = reply["cursor"] as { firstBatch?: Document[] } | undefined;
  return reply["ok"] === 1 ? (cursor?.firstBatch ?? []) : [];
}

/** The ids of the documents that upserts inserted. */
function upserted(reply: Document): unknown[] {
  const list = Array.isArray(reply["upserted"])
    ? (reply["upserted"] as Document[]).map((one) => one["_id"] as unknown)
    : [];
  const one: unknown = (reply["lastErrorObject"] as Document | undefined)?.["upserted"];
  return one === undefined ? list : [...list, one];
}

function idText(document: Document): string {
  return EJSON.stringify(document["_id"], { relaxed: false });
}
