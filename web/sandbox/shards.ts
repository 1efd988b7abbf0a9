/** The distribution of a cluster's collections over its shards, for the tab Shards. */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { keyText } from "./schema.js";

/** Profile operations that write. */
const WRITES = new Set(["insert", "update", "remove"]);

/** A shard's share of a collection. */
export interface ShardShare {
  name: string;
  documents: number;
  bytes: number;
  chunks: number;
  /** Writing statements of the last run that reached it. */
  writes: number;
}

/** One collection; `key` is null if it is not sharded. */
export interface ShardedCollection {
  name: string;
  key: string | null;
  shards: ShardShare[];
}

/** The collections of a database; `since` is the number of the last run's first profile entry. */
export function shardShares(engine: Engine, db: string, names: readonly string[], since: number): ShardedCollection[] {
  const read = (collection: string): Document[] => {
    const reply = engine.tryCommand("config", { find: collection, batchSize: 100_000 });
    return ((reply["cursor"] as Document | undefined)?.["firstBatch"] ?? []) as Document[];
  };
  const [shards, sharded, chunks] = [read("shards"), read("collections"), read("chunks")];
  const primary = String(read("databases").find((one) => one["_id"] === db)?.["primary"] ?? shards[0]?.["_id"]);
  const { entries } = engine.runCommand("admin", { dojoProfile: 1, since }) as { entries: Document[] };
  return names.map((name) => {
    const entry = sharded.find((one) => one["_id"] === `${db}.${name}`);
    const whole = engine.tryCommand(db, { collStats: name });
    // An unsharded collection is on the database's primary shard, whose statistics are the collection's.
    const stats = (whole["shards"] ?? { [primary]: whole }) as Record<string, Document | undefined>;
    const writes = entries.filter((one) => one["ns"] === `${db}.${name}` && WRITES.has(String(one["op"])));
    const uuid = String(entry?.["uuid"]);
    return {
      name,
      key: entry ? keyText(entry["key"] as Document) : null,
      shards: shards.map((shard) => {
        const id = String(shard["_id"]);
        return {
          name: id,
          documents: Number(stats[id]?.["count"] ?? 0),
          bytes: Number(stats[id]?.["size"] ?? 0),
          chunks: entry ? chunks.filter((chunk) => String(chunk["uuid"]) === uuid && chunk["shard"] === id).length : 0,
          writes: writes.filter((one) => ((one["shardNames"] ?? []) as unknown[]).includes(id)).length,
        };
      }),
    };
  });
}
