/** A world's cluster as checks see it, and the shards that its operations reach. */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { DATABASE } from "./process.js";

/** A simulated cluster to begin with. */
export interface ClusterShape {
  /** Shards to begin with; those of the front matter's `cluster`, or 4. */
  readonly shards?: number;
  /** Documents that a chunk may hold before it splits; that of the front matter's `cluster`, or 250. */
  readonly chunkLimit?: number;
}

export const DEFAULT_SHAPE: Required<ClusterShape> = { shards: 4, chunkLimit: 250 };

/** A range of the shard key, from `min` on and below `max`. */
export interface Chunk {
  /** The lower bound: `{ year: 2012 }`, with a `MinKey` where the first chunk begins. */
  readonly min: Document;
  /** The upper bound, which is not in it. */
  readonly max: Document;
  /** The name of the shard that has it. */
  readonly shard: string;
  /** How many documents are in it. */
  readonly documents: number;
}

/** A chunk's way from one shard to another. */
export interface Migration {
  /** `database.collection`. */
  readonly namespace: string;
  /** The chunk's lower bound. */
  readonly min: Document;
  /** Its upper bound. */
  readonly max: Document;
  /** The name of the shard that had it. */
  readonly from: string;
  /** The name of the shard that got it. */
  readonly to: string;
  /** How many documents had to move. */
  readonly documents: number;
}

/** Kinds of operations that write even when they find nothing to change, and what others have written. */
const WRITES = new Set(["insert", "update", "remove"]);
const WRITTEN = ["ninserted", "nModified", "nUpserted", "ndeleted"];

export class Cluster {
  readonly #engine: Engine;
  readonly #profiled: (action: () => unknown) => readonly Document[];

  /** `profiled` gives the profile's entries of the learner's operations within an action. */
  constructor(engine: Engine, profiled: (action: () => unknown) => readonly Document[]) {
    this.#engine = engine;
    this.#profiled = profiled;
  }

  /** The names of the shards. */
  get shardNames(): string[] {
    return this.#config("shards", {}, { _id: 1 }).map(({ _id }) => String(_id));
  }

  /**
   * The chunks of a sharded collection, such as `test.books`, in the order of their ranges; none when it is not
   * sharded.
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

  /** The chunks that the balancer or somebody else has moved since the cluster began, in order. */
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
   * To how many shards each operation went that the learner's functions made within `action`, in order; of one
   * collection when it is named.
   */
  targets(action: () => unknown, namespace?: string): number[] {
    return this.#entries(action, namespace).map(({ shards }) => Number(shards ?? 1));
  }

  /**
   * The largest share that one shard had of the writes within `action`: of each `window` of them that follow one
   * another, the largest of all. A write that goes to several shards is shared between them. Without `window`, of all.
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

/** A namespace; the name of a collection alone is one of the exercise's database. */
const whole = (namespace: string): string => (namespace.includes(".") ? namespace : `${DATABASE}.${namespace}`);

const isWrite = (entry: Document): boolean =>
  WRITES.has(String(entry["op"])) || WRITTEN.some((count) => Number(entry[count] ?? 0) > 0);

/** Writes in groups of so many; what is left over is with the last. */
export function windows<T>(writes: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.floor(writes.length / Math.max(1, size)));
  return Array.from({ length: count }, (_, at) =>
    writes.slice(at * size, at === count - 1 ? writes.length : (at + 1) * size),
  );
}

/** The part of the writes that the most used shard had. */
export function largestShare(writes: readonly Document[]): number {
  const parts = new Map<string, number>();
  for (const { shardNames } of writes) {
    const names = Array.isArray(shardNames) ? (shardNames as unknown[]) : [];
    for (const name of names) parts.set(String(name), (parts.get(String(name)) ?? 0) + 1 / names.length);
  }
  return Math.max(0, ...parts.values()) / Math.max(1, writes.length);
}
