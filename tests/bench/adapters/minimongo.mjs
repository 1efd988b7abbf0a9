/** minimongo (npm): evaluates MongoDB's filters on all items; copies input and output. */

import { createRequire } from "node:module";

import { runner } from "./operations.mjs";

export const name = "minimongo";

const require = createRequire(import.meta.url);
// Its main module needs a browser.
const MemoryDb = require("minimongo/lib/MemoryDb.js").default;

export function open(data) {
  const store = new MemoryDb();
  for (const [collection, documents] of Object.entries(data)) {
    store.addCollection(collection);
    store[collection].seed(documents);
  }
  return store;
}

export function index() {}

export function drop(store, collection) {
  store.addCollection(collection);
}

export function compile(store, workload, sizes) {
  return runner(
    {
      asynchronous: true,
      count: async ({ count, filter }) => (await store[count].find(filter, {}).fetch()).length,
      find: ({ find, filter, sort, limit }) =>
        store[find]
          .find(filter, { sort: sort && Object.entries(sort).map(([k, d]) => [k, d > 0 ? "asc" : "desc"]), limit })
          .fetch(),
      insert: async ({ insert, documents }) => (await store[insert].upsert(documents)).length,
    },
    workload,
    sizes,
  );
}
