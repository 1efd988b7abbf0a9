/// <reference types="node" />
/** The JavaScript side of the engine: the WebAssembly module, its virtual clock and its seeded randomness. */
import { BSONError, ObjectId, type Document } from "bson";
import initWasm, {
  initSync as initWasmSync,
  WasmEngine,
  type InitInput,
  type SyncInitInput,
  type WasmSnapshot,
} from "../generated/engine/schema_dojo.js";
import { decode, decodeWithin, type PlainText } from "./decode.js";
import { encode, sendCommand, type Sink } from "./encode.js";
import { MongoInvalidArgumentError, MongoServerError } from "./errors.js";
import { Random } from "./random.js";
import type { CompiledModule, WasmBytes, WasmSource } from "./wasm_source.js";

let ready: Promise<void> | undefined;
let loaded = false;
/** The module's memory, into which commands are written and from which replies are read. */
let memory: WebAssembly.Memory;
/** A view of all of the memory, until the memory grows. */
let heap = new Uint8Array();
let heapView = new DataView(heap.buffer);

/** The current view of the memory. When the memory grows, the old view is detached and has no length. */
function currentHeap(): Uint8Array {
  if (heap.length === 0) {
    const { buffer } = memory;
    heap = new Uint8Array(buffer);
    heapView = new DataView(buffer);
  }
  return heap;
}

/**
 * Loads the WebAssembly module; call it once before the first `new Engine`.
 *
 * Without a source it loads `schema_dojo_bg.wasm` from beside this module: from disk in Node, by `fetch` in browsers.
 */
export function init(source?: WasmSource): Promise<void> {
  ready ??= load(source).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

/** Like {@link init}, with the module or its bytes. */
export function initSync(source: WasmBytes | CompiledModule): void {
  if (loaded) return;
  memory = initWasmSync({ module: source as SyncInitInput }).memory;
  loaded = true;
}

async function load(source: WasmSource | undefined): Promise<void> {
  if (loaded) return;
  let from = source ?? new URL("schema_dojo_bg.wasm", import.meta.url);
  const inNode = typeof process !== "undefined" && !!process.versions?.node;
  if (inNode && (typeof from === "string" || from instanceof URL)) {
    const text = String(from);
    if (text.startsWith("file:") || !/^[a-z]+:\/\//i.test(text)) {
      // Not a static import, which browsers and bundlers would try to resolve.
      const fs = "node:fs/promises";
      const { readFile } = (await import(/* @vite-ignore */ fs)) as typeof import("node:fs/promises");
      from = (await readFile(text.startsWith("file:") ? new URL(text) : text)) as WasmBytes;
    }
  }
  memory = (await initWasm({ module_or_path: from as InitInput })).memory;
  loaded = true;
}

/** A span of virtual time: milliseconds, or the sum of its parts. */
export type Duration = number | { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };

/** The virtual clock: stands still until it is advanced. */
export interface Clock {
  now(): Date;
  advance(by: Duration): Date;
  set(to: number | Date): Date;
}

/** One operation, before the engine runs it. */
export interface Operation {
  readonly db: string;
  /** The command's name, `insert`. */
  readonly name: string;
  /** The whole command, for reading. */
  readonly command: Document;
}

/** Wraps an operation; see {@link Engine.intercept}. */
export type Interceptor = (operation: Operation, proceed: () => Uint8Array) => Uint8Array;

/** A state to restore later. Free it when it is no longer needed. */
export interface EngineSnapshot {
  readonly state: WasmSnapshot;
  readonly now: number;
  readonly random: readonly [number, number, number, number];
  readonly objectIds: number;
  free(): void;
}

export interface EngineOptions {
  /** The virtual clock's start; 2012-10-15T12:00:00Z by default. */
  now?: number | Date;
  /** Seed of everything random; 1 by default. */
  seed?: number;
  /**
   * Makes a simulated sharded cluster that starts with this many shards; the engine is then its `mongos`. Without it
   * the engine is one server.
   */
  shards?: number;
  /** In a cluster, the documents that a chunk may hold before it splits, at least 2; 250 by default. */
  chunkLimit?: number;
}

/** The most shards that a simulated cluster starts with. */
const MAX_SHARDS = 64;
const DEFAULT_CHUNK_LIMIT = 250;
const MAX_CHUNK_LIMIT = 1_000_000_000;

/** Capacity of the command buffer that the module keeps between commands. */
const KEPT_ROOM = 16 * 1024;

/** The length up to which a command is copied in a loop. */
const SHORT_COMMAND = 256;

/** The length from which the module prepares a reply's plain text. */
const LONG_REPLY = 1024;

const DEFAULT_NOW = Date.UTC(2012, 9, 15, 12);

/** A JavaScript callback for `$where`, `$function`, `$accumulator` and `mapReduce`. */
export type HostFunction = (request: Uint8Array) => Uint8Array;

/** A whole database server in memory, or a whole sharded cluster. */
export class Engine {
  readonly #wasm: WasmEngine;
  /** Whether the engine is the router of a simulated cluster. */
  readonly isCluster: boolean;
  /** The randomness of the engine itself, and of scripts without their own. */
  readonly #draws: Draws;
  /** The draws of the running client. */
  #current: Draws;
  readonly #seed: number;
  /** Address of the command buffer in the module's memory. */
  #room = 0;
  /** Capacity of the command buffer; 0 if it must be allocated. */
  #roomSize = 0;
  /** Bytes of a command in the buffer that has not run yet. */
  #placed = 0;
  #interceptor: Interceptor | null = null;
  #commands = 0;
  /** Whether the engine is waiting for JavaScript that it called. */
  #inHost = false;
  readonly #plainText: PlainText;
  /** The engine's time; readable while it runs a server-side function. */
  #time: number;
  /** The virtual clock. */
  readonly clock: Clock;

  constructor(options: EngineOptions = {}) {
    if (!loaded) throw new Error("Call `await init()` before making an engine");
    const now = Number(options.now ?? DEFAULT_NOW);
    const seed = options.seed ?? 1;
    if (!Number.isFinite(now)) throw new RangeError("now is not a date");
    if (!Number.isFinite(seed)) throw new RangeError("seed is not a number");
    this.isCluster = options.shards !== undefined;
    this.#wasm = makeServer(now, seed, options);
    this.#time = this.#wasm.now();
    this.#plainText = (offset, length) => this.#wasm.plainText(offset, length);
    this.#seed = seed;
    this.#draws = this.#current = new Draws(seed);
    this.clock = {
      now: () => new Date(this.#time),
      advance: (by) => this.#setNow(this.#time + millis(by)),
      set: (to) => this.#setNow(Number(to)),
    };
  }

  #setNow(millis: number): Date {
    if (!Number.isFinite(new Date(millis).getTime())) throw new RangeError("The clock cannot leave the range of dates");
    this.#checkOutside();
    this.#wasm.setNow(millis);
    this.#time = this.#wasm.now();
    return new Date(millis);
  }

  /**
   * Runs a command given as BSON with `$db` in its body, and returns the reply as BSON.
   *
   * @throws TypeError if the argument is not bytes, but never because of the command's content.
   */
  runCommandRaw(command: Uint8Array): Uint8Array {
    // Not `instanceof`: the bytes may come from another realm.
    if (!ArrayBuffer.isView(command)) throw new TypeError("A raw command is a Uint8Array of BSON");
    this.#checkOutside();
    if (this.#interceptor) {
      const whole = decode(command);
      return this.#intercepted(String(whole["$db"] ?? ""), whole, command);
    }
    return this.#wasm.runCommand(command);
  }

  /**
   * Runs a command given as a JavaScript object.
   *
   * @throws MongoServerError when the reply has `ok: 0`; `BSONError` for values that BSON cannot hold.
   */
  runCommand(db: string, command: Document): Document {
    const reply = this.tryCommand(db, command);
    if (reply["ok"] !== 1) throw new MongoServerError(reply);
    return reply;
  }

  /** Like {@link runCommand}, but returns a reply with `ok: 0`. */
  tryCommand(db: string, command: Document): Document {
    if (command === null || typeof command !== "object" || isEmpty(command)) {
      throw new BSONError("A command is a document that starts with the command's name");
    }
    this.#checkOutside();
    if (this.#interceptor) {
      const whole: Document = { ...command, $db: db };
      return decode(this.#intercepted(db, whole, encode(whole)));
    }
    return this.#exchange(db, command);
  }

  /** Writes a command into the module's memory, runs it, and decodes the reply in place. */
  #exchange(db: string, command: Document): Document {
    // The call comes from a toBSON() method, while another command is in the buffer.
    if (this.#placed > 0) return decode(this.#wasm.runCommand(encode({ ...command, $db: db })));
    const length = this.#place(db, command);
    const reply = this.#wasm.runWritten(length);
    // The module keeps only a small buffer.
    if (this.#roomSize > KEPT_ROOM) this.#room = this.#roomSize = 0;
    const bytes = currentHeap();
    const size = heapView.getInt32(reply, true);
    return decodeWithin(bytes, heapView, reply, size, size > LONG_REPLY ? this.#plainText : undefined);
  }

  /** Writes a command's bytes into the command buffer; returns their number. */
  #place(db: string, command: Document): number {
    try {
      return sendCommand(command, db, this.#sink);
    } catch (error) {
      if (this.#roomSize > KEPT_ROOM) this.#giveUpRoom();
      throw error;
    } finally {
      this.#placed = 0;
    }
  }

  #makeRoom(size: number): void {
    if (size <= this.#roomSize) return;
    this.#roomSize = Math.max(size, KEPT_ROOM);
    this.#room = this.#wasm.commandRoom(this.#roomSize);
  }

  #giveUpRoom(): void {
    this.#room = this.#roomSize = this.#wasm.commandRoom(0);
  }

  readonly #sink: Sink = {
    expect: (total) => this.#makeRoom(total),
    put: (bytes, length, place) => {
      this.#makeRoom(place + length);
      this.#placed = place + length;
      const memory = currentHeap();
      const to = this.#room + place;
      // Faster than making a view of few bytes.
      if (length <= SHORT_COMMAND) for (let i = 0; i < length; i++) memory[to + i] = bytes[i] as number;
      else memory.set(bytes.subarray(0, length), to);
    },
    putLength: (place, length) => {
      currentHeap();
      heapView.setInt32(this.#room + place, length, true);
    },
  };

  #checkOutside(): void {
    if (this.#inHost)
      throw new MongoInvalidArgumentError("JavaScript that runs inside the database cannot use the database");
    this.#commands += 1;
  }

  /** Runs one of the playground's own commands, past the interceptor. */
  ownCommand(db: string, command: Document): Document {
    const reply = this.#exchange(db, command);
    if (reply["ok"] !== 1) throw new MongoServerError(reply);
    return reply;
  }

  #intercepted(db: string, command: Document, bytes: Uint8Array): Uint8Array {
    const interceptor = this.#interceptor as Interceptor;
    const name = Object.keys(command)[0] ?? "";
    // Commands that the interceptor runs are not intercepted, unless it sets another interceptor for them.
    this.#interceptor = null;
    try {
      return interceptor({ db, name, command }, () => this.#wasm.runCommand(bytes));
    } finally {
      this.#interceptor = interceptor;
    }
  }

  /**
   * Passes every operation to `fn`, which calls `proceed()` to run it, and may run others or throw. `null` removes the
   * interceptor. Operations that `fn` itself runs are not intercepted. Returns the previous interceptor.
   */
  intercept(fn: Interceptor | null): Interceptor | null {
    const before = this.#interceptor;
    this.#interceptor = fn;
    return before;
  }

  /** Takes a snapshot of the state; cheap, because it shares unchanged data. */
  snapshot(): EngineSnapshot {
    this.#checkOutside();
    const state = this.#wasm.snapshot();
    return {
      state,
      now: this.#time,
      random: this.#draws.random.state,
      objectIds: this.#draws.objectIds,
      free: () => state.free(),
    };
  }

  /** Restores a snapshot: data, clock and randomness. A snapshot can be restored any number of times. */
  restore(snapshot: EngineSnapshot): void {
    this.#checkOutside();
    if (!snapshot?.state) throw new TypeError("restore() takes a snapshot that snapshot() returned");
    this.#wasm.restore(snapshot.state);
    this.#wasm.setNow(snapshot.now);
    this.#time = snapshot.now;
    this.#draws.random.state = snapshot.random;
    this.#draws.objectIds = snapshot.objectIds;
  }

  /** Bytes that the data use. */
  memoryUsage(): number {
    this.#checkOutside();
    return this.#wasm.memoryUsage();
  }

  /** The whole state as bytes, which survive the end of this thread. */
  dump(): Uint8Array {
    this.#checkOutside();
    return this.#wasm.dump();
  }

  /** Restores a {@link dump}. */
  load(dump: Uint8Array): void {
    this.#checkOutside();
    this.#wasm.load(dump);
    this.#time = this.#wasm.now();
  }

  /** Frees the memory; the engine cannot be used afterwards. */
  free(): void {
    this.#wasm.free();
  }

  /** The sequence number of the next profile entry. A profiled command writes one entry, as its last act. */
  get profileSequence(): number {
    return this.#wasm.profileSequence();
  }

  /** Runs a command, and passes the number of its profile entry to `note`, if it wrote one. */
  profiled<T>(command: () => T, note: (entry: number) => void): T {
    const before = this.profileSequence;
    try {
      return command();
    } finally {
      const after = this.profileSequence;
      if (after > before) note(after - 1);
    }
  }

  /** The number of the running command, or of the last one. */
  get commandNumber(): number {
    return this.#commands;
  }

  /** Sets the function that runs JavaScript for the database. */
  setHost(host: HostFunction): void {
    this.#wasm.setHost((request) => {
      this.#inHost = true;
      try {
        return host(request);
      } finally {
        this.#inHost = false;
      }
    });
  }

  /**
   * The randomness and ObjectIds of one client, as each process has its own. Equal client numbers (from 0) give equal
   * draws, which differ from the engine's.
   */
  drawsOf(client: number): Draws {
    return new Draws(this.#seed + (client + 1) * 0x1_0000_0001);
  }

  /** Runs `action` with a client's draws. */
  withDraws<T>(draws: Draws, action: () => T): T {
    const outer = this.#current;
    this.#current = draws;
    try {
      return action();
    } finally {
      this.#current = outer;
    }
  }

  /** A seeded random number in [0, 1). */
  random(): number {
    return this.#current.random.next();
  }

  /** `count` seeded random bytes. */
  randomBytes(count: number): Uint8Array {
    const { random } = this.#current;
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i++) bytes[i] = random.uint32() >>> 24;
    return bytes;
  }

  /** A new ObjectId: the virtual clock's second, five bytes of this client, a counter. */
  objectId(seconds?: number): ObjectId {
    return this.#current.objectId(seconds ?? Math.floor(this.#time / 1000));
  }
}

/** The randomness of one client, and the counter of its ObjectIds. */
export class Draws {
  readonly random: Random;
  objectIds: number;
  readonly #process: Uint8Array;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.objectIds = this.random.uint32() & 0xff_ffff;
    // Drawn from another sequence than the one that scripts see.
    const process = new Random(seed ^ 0x5deece66);
    this.#process = Uint8Array.from({ length: 5 }, () => process.uint32() >>> 24);
  }

  objectId(seconds: number): ObjectId {
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, seconds);
    bytes.set(this.#process, 4);
    this.objectIds = (this.objectIds + 1) & 0xff_ffff;
    view.setUint8(9, this.objectIds >>> 16);
    view.setUint16(10, this.objectIds & 0xffff);
    return new ObjectId(bytes);
  }
}

function makeServer(now: number, seed: number, { shards, chunkLimit }: EngineOptions): WasmEngine {
  if (shards === undefined) {
    if (chunkLimit !== undefined) throw new TypeError("chunkLimit applies to clusters only: set shards, too");
    return new WasmEngine(now, seed);
  }
  requireWhole("shards", shards, 0, MAX_SHARDS);
  if (chunkLimit !== undefined) requireWhole("chunkLimit", chunkLimit, 2, MAX_CHUNK_LIMIT);
  return WasmEngine.cluster(now, seed, shards, chunkLimit ?? DEFAULT_CHUNK_LIMIT);
}

function requireWhole(name: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most.toLocaleString("en")}`);
}

/** Whether a document has no own fields; returns at the first one. */
function isEmpty(document: Document): boolean {
  for (const name in document) if (Object.hasOwn(document, name)) return false;
  return true;
}

/** Converts a duration to milliseconds. */
export function millis(by: Duration): number {
  if (typeof by === "number") return by;
  const { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 } = by;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
}
