/** The limits of a run. The frame enforces times and sizes, the worker output and memory. */

/** Milliseconds after which a request's worker is ended. */
export const TIME: Record<string, number> = {
  run: 5_000,
  check: 30_000,
  // Ten times the data on each design; it shows progress and can be stopped.
  compare: 120_000,
  open: 10_000,
  documents: 5_000,
  edit: 5_000,
  import: 20_000,
  stages: 5_000,
  picture: 15_000,
  complete: 5_000,
  export: 15_000,
  reset: 10_000,
};

/** Milliseconds for a new worker to instantiate the engine, and to load a dump. */
export const START = 20_000;

/** Characters of output that a run may print. */
export const OUTPUT = 1 << 20;

/** Bytes of documents and indexes in the database. */
export const MEMORY = 256 << 20;

/** Characters of one message in either direction. */
export const MESSAGE = 32 << 20;

/** The most waiting requests. */
export const QUEUE = 1_000;

/** Messages with a wrong nonce after which a worker is ended. */
export const STRAY = 16;

/** The most progress messages of one request. */
export const PROGRESS = 10_000;
