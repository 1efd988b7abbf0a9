/** mingo: MongoDB's language over arrays of objects. It has no indexes. */

import { Aggregator, Query } from "mingo";
import { updateOne } from "mingo/updater";

import { runner } from "./operations.mjs";

export const name = "mingo";

export function open(data) {
  return { ...data };
}

export function index() {}

export function compile(store, workload, sizes) {
  return runner(
    {
      count: ({ count, filter }) => {
        let found = 0;
        for (const _ of new Query(filter).find(store[count])) found++;
        return found;
      },
      find: ({ find, filter, sort, limit }) => {
        let cursor = new Query(filter).find(store[find]);
        if (sort) cursor = cursor.sort(sort);
        if (limit) cursor = cursor.limit(limit);
        return cursor.all();
      },
      aggregate: ({ aggregate, pipeline }) =>
        new Aggregator(pipeline, { collectionResolver: (collection) => store[collection] }).run(store[aggregate]),
      update: ({ update, filter, change }) => updateOne(store[update], filter, change).modifiedCount,
    },
    workload,
    sizes,
  );
}
