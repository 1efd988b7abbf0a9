/** sift: MongoDB's filters as functions for `Array.filter`. */

import sift from "sift";

import { runner } from "./operations.mjs";

export const name = "sift";

export function open(data) {
  return { ...data };
}

export function index() {}

export function compile(store, workload, sizes) {
  // It only filters, and cannot sort.
  if (workload.operations(sizes).some((operation) => operation.sort)) return undefined;
  return runner(
    {
      count: ({ count, filter }) => store[count].filter(sift(filter)).length,
      find: ({ find, filter }) => store[find].filter(sift(filter)),
    },
    workload,
    sizes,
  );
}
