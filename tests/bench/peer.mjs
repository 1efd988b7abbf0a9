/** One engine in its own thread, and so with its own heap. Controlled by messages from `run.mjs`. */

import { parentPort, workerData } from "node:worker_threads";

import { canonical } from "./canonical.mjs";
import { books, reviews } from "./data.mjs";
import { WORKLOADS } from "./workloads.mjs";

/** Available because `run.mjs` sets the flag. */
const collectGarbage = globalThis.gc;

/** The least milliseconds of a timed run, which repeats its operations until then. */
const LEAST = 25;

const { adapter: file, sizes: given } = workerData;
const adapter = await import(file);
const make = () => ({ reviews: reviews(given.reviews, given.books), books: books(given.books) });
const sizes = { ...given, data: workerData.insert ? { reviews: reviews(given.reviews, given.books) } : {} };

let store;
/** The function that runs the current workload. */
let current;

const handlers = {
  /** Loads the data; returns the time it took and the memory in use. */
  async open() {
    collectGarbage();
    const before = heap();
    const data = make();
    const loading = performance.now();
    store = await adapter.open(data);
    const ms = performance.now() - loading;
    return { ms, before };
  },

  /** Bytes of memory that the data use. */
  memory({ before }) {
    collectGarbage();
    return { bytes: adapter.memory ? adapter.memory(store) : heap() - before };
  },

  /** Prepares a workload; false if the engine does not support it. */
  async prepare({ id }) {
    const workload = WORKLOADS.find((w) => w.id === id);
    const run = adapter.compile(store, workload, sizes);
    if (!run) return { supported: false };
    for (const [collection, fields] of Object.entries(workload.indexes ?? {})) {
      for (const field of fields) await adapter.index(store, collection, field);
    }
    current = { workload, run, fresh: workload.fresh ? () => adapter.drop(store, "copies") : undefined };
    return { supported: true };
  },

  /** Runs the workload once and fingerprints its answer. */
  async answer() {
    const { workload, run, fresh } = current;
    await fresh?.();
    const start = performance.now();
    const results = await run();
    const ms = performance.now() - start;
    if (workload.after) {
      const check = adapter.compile(store, { id: "check", operations: () => [workload.after] }, sizes);
      return { ms, answer: canonical((await check())[0], false) };
    }
    const rows = workload.ordered ? results.flat() : results.flatMap((result) => result);
    return { ms, answer: canonical(rows, workload.ordered) };
  },

  /** Times the workload; returns the milliseconds of one run. Writes run once, because documents must not grow. */
  async time() {
    const { workload, run, fresh } = current;
    const once = workload.after || fresh;
    let runs = 0;
    let ms = 0;
    do {
      await fresh?.();
      const start = performance.now();
      await run();
      ms += performance.now() - start;
      runs++;
    } while (!once && ms < LEAST);
    return { ms: ms / runs };
  },

  async growth({ size }) {
    const { measure } = await import("./growth.mjs");
    return await measure(adapter, size);
  },
};

function heap() {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

parentPort.on("message", async (message) => {
  try {
    parentPort.postMessage({ ok: await handlers[message.do](message) });
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
});
