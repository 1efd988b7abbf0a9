/** @seald-io/nedb: an embedded database with indexes; copies input and output. */

import Datastore from "@seald-io/nedb";

import { runner } from "./operations.mjs";

export const name = "nedb";

export async function open(data) {
  const store = {};
  for (const [collection, documents] of Object.entries(data)) {
    store[collection] = new Datastore();
    await store[collection].insertAsync(documents);
  }
  return store;
}

export async function index(store, collection, field) {
  await store[collection].ensureIndexAsync({ fieldName: field });
}

export function drop(store, collection) {
  store[collection] = new Datastore();
}

export function compile(store, workload, sizes) {
  return runner(
    {
      asynchronous: true,
      count: ({ count, filter }) => store[count].countAsync(filter),
      find: ({ find, filter, sort, limit }) => {
        let cursor = store[find].findAsync(filter);
        if (sort) cursor = cursor.sort(sort);
        if (limit) cursor = cursor.limit(limit);
        return cursor;
      },
      update: async ({ update, filter, change }) => (await store[update].updateAsync(filter, change, {})).numAffected,
      insert: async ({ insert, documents }) => (await store[insert].insertAsync(documents)).length,
    },
    workload,
    sizes,
  );
}
