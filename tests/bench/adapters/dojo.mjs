/** This project's engine, used through the shell. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { runner } from "./operations.mjs";

export const name = "dojo";

/** The output of `cargo xtask bench`; set the variable to measure another build. */
const folder = process.env.DOJO_PACKAGE ?? fileURLToPath(new URL("../../../target/bench/", import.meta.url));
if (!existsSync(`${folder}/index.js`)) {
  throw new Error(`${folder} has no package: run \`cargo xtask bench\``);
}
const { init, Engine, Shell } = await import(`${folder}/index.js`);

export async function open(data) {
  await init();
  const engine = new Engine();
  const { db } = new Shell(engine, { db: "bench" });
  for (const [collection, documents] of Object.entries(data)) db[collection].insertMany(documents);
  return { engine, db };
}

export function index({ db }, collection, field) {
  db[collection].createIndex({ [field]: 1 });
}

export function drop({ db }, collection) {
  db[collection].drop();
}

export function compile({ db }, workload, sizes) {
  return runner(
    {
      count: ({ count, filter }) => db[count].countDocuments(filter),
      find: ({ find, filter, sort, limit }) => {
        let cursor = db[find].find(filter);
        if (sort) cursor = cursor.sort(sort);
        if (limit) cursor = cursor.limit(limit);
        return cursor.toArray();
      },
      aggregate: ({ aggregate, pipeline }) => db[aggregate].aggregate(pipeline).toArray(),
      update: ({ update, filter, change }) => db[update].updateOne(filter, change).modifiedCount,
      delete: (operation) => db[operation.delete].deleteOne(operation.filter).deletedCount,
      insert: ({ insert, documents }) => db[insert].insertMany(documents).insertedIds && documents.length,
    },
    workload,
    sizes,
  );
}

export function memory({ engine }) {
  return engine.memoryUsage();
}

/** Bytes of BSON of a collection's documents. */
export function stored({ db }, collection) {
  return db[collection].dataSize();
}
