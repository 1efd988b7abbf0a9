/** One engine in a thread, and so with a heap, of its own. Driven by messages from `run.mjs`. */

import { parentPort, workerData } from "node:worker_threads";

import { canonical } from "./canonical.mjs";
import { books, reviews } from "./data.mjs";
import { WORKLOADS } from "./workloads.mjs";

/** There because `run.mjs` asks for it. */
const collectGarbage = globalThis.gc;

/** Operations that a timed run repeats until it has taken this long, in milliseconds. */
const LEAST = 25;

const { adapter: file, sizes: given } = workerData;
const adapter = await import(file);
const make = () => ({ reviews: reviews(given.reviews, given.books), books: books(given.books) });
const sizes = { ...given, data: workerData.insert ? { reviews: reviews(given.reviews, given.books) } : {} };

let store;
/** The workload at hand: how to run it. */
let current;

const handlers = {
  /** Loads the data; how long that took and the memory it holds. */
  async open() {
    collectGarbage();
    const before = heap();
    const data = make();
    const loading = performance.now();
    store = await adapter.open(data);
    const ms = performance.now() - loading;
    return { ms, before };
  },

  /** Bytes that the engine holds for the data. */
  memory({ before }) {
    collectGarbage();
    return { bytes: adapter.memory ? adapter.memory(store) : heap() - before };
  },

  /** Gets a workload ready; false when the engine has no way to run it. */
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

  /** Times the workload; milliseconds of one run. Writes are run once: a document should not grow all the time. */
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
