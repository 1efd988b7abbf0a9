/** A database's storage as checks of growth and shape see it. */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";

/** A collection; sizes in bytes of BSON. */
export interface CollectionStorage {
  readonly name: string;
  readonly count: number;
  readonly size: number;
  readonly avgObjSize: number;
  readonly maxObjSize: number;
  readonly indexes: readonly { readonly name: string; readonly key: Document; readonly unique: boolean }[];
}

export interface Storage {
  readonly collections: readonly CollectionStorage[];
}

/** Reads all collections of a database, by name. */
export function storage(engine: Engine, database: string): Storage {
  const run = (command: Document): Document[] => {
    const reply = engine.ownCommand(database, command);
    return (reply["cursor"] as { firstBatch: Document[] }).firstBatch;
  };
  const names = run({ listCollections: 1, nameOnly: true, cursor: { batchSize: 10_000 } })
    .filter((entry) => entry["type"] === undefined || entry["type"] === "collection")
    .map((entry) => String(entry["name"]))
    .filter((name) => !name.startsWith("system."))
    .sort();
  const size = { $bsonSize: "$$ROOT" };
  const group = { _id: null, count: { $sum: 1 }, size: { $sum: size }, max: { $max: size } };
  return {
    collections: names.map((name) => {
      const [total] = run({ aggregate: name, pipeline: [{ $group: group }], cursor: {} });
      const indexes = run({ listIndexes: name, cursor: { batchSize: 1000 } });
      const count = Number(total?.["count"] ?? 0);
      const bytes = Number(total?.["size"] ?? 0);
      return {
        name,
        count,
        size: bytes,
        avgObjSize: count === 0 ? 0 : bytes / count,
        maxObjSize: Number(total?.["max"] ?? 0),
        indexes: indexes.map((index) => ({
          name: String(index["name"]),
          key: index["key"] as Document,
          unique: index["unique"] === true,
        })),
      };
    }),
  };
}
