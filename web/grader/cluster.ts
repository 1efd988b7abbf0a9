/** A world's cluster as checks see it, and the shards that its operations reach. */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { DATABASE } from "./process.js";

/** The initial state of a simulated cluster. */
export interface ClusterShape {
  /** The number of shards; by default that of the front matter's `cluster`, or 4. */
  readonly shards?: number;
  /** The documents that a chunk may hold before it splits; by default that of the front matter's `cluster`, or 250. */
  readonly chunkLimit?: number;
}

export const DEFAULT_SHAPE: Required<ClusterShape> = { shards: 4, chunkLimit: 250 };

/** A range of the shard key, from `min` (inclusive) to `max` (exclusive). */
export interface Chunk {
  /** The inclusive lower bound: `{ year: 2012 }`, with `MinKey` in the first chunk. */
  readonly min: Document;
  /** The exclusive upper bound. */
  readonly max: Document;
  /** The name of the shard that stores it. */
  readonly shard: string;
  /** The number of documents in it. */
  readonly documents: number;
}

/** A chunk's move from one shard to another. */
export interface Migration {
  /** `database.collection`. */
  readonly namespace: string;
  /** The chunk's lower bound. */
  readonly min: Document;
  /** Its upper bound. */
  readonly max: Document;
  /** The name of the source shard. */
  readonly from: string;
  /** The name of the target shard. */
  readonly to: string;
  /** The number of documents moved. */
  readonly documents: number;
}

/** Kinds of operations that count as writes even if they changed nothing. */
const WRITES = new Set(["insert", "update", "remove"]);
const WRITTEN = ["ninserted", "nModified", "nUpserted", "ndeleted"];

export class Cluster {
  readonly #engine: Engine;
  readonly #profiled: (action: () => unknown) => readonly Document[];

  /** `profiled` returns the profile entries of the learner's operations within an action. */
  constructor(engine: Engine, profiled: (action: () => unknown) => readonly Document[]) {
    this.#engine = engine;
    this.#profiled = profiled;
  }

  /** The names of the shards. */
  get shardNames(): string[] {
    return this.#config("shards", {}, { _id: 1 }).map(({ _id }) => String(_id));
  }

  /**
   * The chunks of a sharded collection, such as `test.books`, in the order of their ranges; empty if the collection is
   * not sharded.
   */
  chunks(namespace: string): Chunk[] {
    const [sharded] = this.#config("collections", { _id: whole(namespace) });
    if (!sharded) return [];
    return this.#config("chunks", { uuid: sharded["uuid"] as unknown }, { min: 1 }).map(
      ({ min, max, shard, documents }) => ({
        min: min as Document,
        max: max as Document,
        shard: String(shard),
        documents: Number(documents),
      }),
    );
  }

  /** All chunk moves since the cluster started, by the balancer or by command, in order. */
  get migrations(): Migration[] {
    return this.#config("changelog", { what: "moveChunk.commit" }, { $natural: 1 }).map(({ ns, details }) => {
      const { min, max, from, to, counts } = details as Record<"min" | "max" | "counts", Document> & {
        from: unknown;
        to: unknown;
      };
      return {
        namespace: String(ns),
        min,
        max,
        from: String(from),
        to: String(to),
        documents: Number(counts["cloned"]),
      };
    });
  }

  /**
   * The number of shards that each operation of the learner's functions within `action` reached, in order; only
   * operations on one collection if it is given.
   */
  targets(action: () => unknown, namespace?: string): number[] {
    return this.#entries(action, namespace).map(({ shards }) => Number(shards ?? 1));
  }

  /**
   * The largest share of the writes within `action` that one shard received. With `window`, the maximum over
   * consecutive groups of that many writes. A write to several shards is divided between them.
   */
  hot(action: () => unknown, window?: number, namespace?: string): number {
    const writes = this.#entries(action, namespace).filter(isWrite);
    return windows(writes, window ?? writes.length).reduce((most, some) => Math.max(most, largestShare(some)), 0);
  }

  #entries(action: () => unknown, namespace: string | undefined): readonly Document[] {
    const entries = this.#profiled(action);
    return namespace === undefined ? entries : entries.filter(({ ns }) => ns === whole(namespace));
  }

  #config(collection: string, filter: Document, sort?: Document): Document[] {
    const find = { find: collection, filter, ...(sort && { sort }) };
    const documents: Document[] = [];
    let { cursor } = this.#engine.ownCommand("config", find) as { cursor: Batch };
    for (;;) {
      documents.push(...(cursor.firstBatch ?? cursor.nextBatch ?? []));
      if (String(cursor.id) === "0") return documents;
      ({ cursor } = this.#engine.ownCommand("config", { getMore: cursor.id, collection }) as { cursor: Batch });
    }
  }
}

interface Batch {
  readonly id: unknown;
  readonly firstBatch?: Document[];
  readonly nextBatch?: Document[];
}

/** A full namespace; a collection's name alone belongs to the exercise's database. */
const whole = (namespace: string): string => (namespace.includes(".") ? namespace : `${DATABASE}.${namespace}`);

const isWrite = (entry: Document): boolean =>
  WRITES.has(String(entry["op"])) || WRITTEN.some((count) => Number(entry[count] ?? 0) > 0);

/** Splits writes into groups of `size`; the last group includes the remainder. */
export function windows<T>(writes: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.floor(writes.length / Math.max(1, size)));
  return Array.from({ length: count }, (_, at) =>
    writes.slice(at * size, at === count - 1 ? writes.length : (at + 1) * size),
  );
}

/** The share of the writes that the busiest shard received. */
export function largestShare(writes: readonly Document[]): number {
  const parts = new Map<string, number>();
  for (const { shardNames } of writes) {
    const names = Array.isArray(shardNames) ? (shardNames as unknown[]) : [];
    for (const name of names) parts.set(String(name), (parts.get(String(name)) ?? 0) + 1 / names.length);
  }
  return Math.max(0, ...parts.values()) / Math.max(1, writes.length);
}
