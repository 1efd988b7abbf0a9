/** Measures the cost of one operation, and the memory per document, at increasing sizes. */

import { books, random } from "./data.mjs";

export const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/** Engines with indexes that support all operations used here. */
export const GROWTH = ["dojo"];

const TIMES = 2_000;

/**
 * Milliseconds of one find, insert, update and delete by an indexed field in a collection of `size`; `bytes` of memory
 * per document, and the part `stored` for its BSON.
 */
export async function measure(adapter, size) {
  const store = await adapter.open({ books: books(size) });
  await adapter.index(store, "books", "number");
  const memory = { bytes: adapter.memory(store) / size, stored: adapter.stored(store, "books") / size };
  const next = random(23);
  const some = () => Math.floor(next() * size);
  const kinds = {
    find: () => ({ find: "books", filter: { number: some() } }),
    insert: (i) => ({
      insert: "books",
      documents: [{ _id: size + i, number: size + i, title: "new", year: 2000, pages: 100, genre: "tag1" }],
    }),
    update: () => ({ update: "books", filter: { number: some() }, change: { $inc: { pages: 1 } } }),
    delete: (i) => ({ delete: "books", filter: { number: size + i } }),
  };
  const ms = {};
  for (const [kind, make] of Object.entries(kinds)) {
    const operations = Array.from({ length: TIMES }, (_, i) => make(i));
    const run = adapter.compile(store, { id: kind, operations: () => operations }, {});
    const start = performance.now();
    await run();
    ms[kind] = (performance.now() - start) / TIMES;
  }
  return { ms, memory };
}
