/** The names that scripts see besides JavaScript's own. */
import { calculateObjectSize, EJSON, type Document } from "bson";
import { requireTypes } from "./arguments.js";
import { bsonGlobals, numberGlobals } from "./bson_types.js";
import { configOf, printOptions } from "./config.js";
import { unsupported } from "./context.js";
import { makeConsole } from "./console.js";
import { ShellCursor } from "./cursor.js";
import type { Database } from "./database.js";
import type { Engine } from "./engine.js";
import { MongoshRuntimeError, ScriptEnd } from "./errors.js";
import { GridFS } from "./gridfs.js";
import { helpOf, SHELL_HELP } from "./help.js";
import { Mongo as MongoConnection } from "./mongo.js";
import { setNames } from "./set_names.js";
import { EXPANDED, PRINT, show } from "./printing.js";
import { namespace, replicaSet } from "./replication.js";
import { sharding } from "./sharding.js";
import type { Shell } from "./shell.js";
import { showCommand } from "./show.js";
import { SyncPromise } from "./sync_promise.js";
import { isoDate, seededMath, virtualDate } from "./time.js";
import type { Timers } from "./timers.js";

/** Builds a group of names together, when a script first uses one of them. */
type Group = (shell: Shell, timers: Timers) => Record<string, unknown>;

const GROUPS: readonly Group[] = [
  ({ engine }) => engineGlobals(engine),
  // One per shell, because scripts can store properties on them.
  ({ engine }) => ({ ISODate: isoDate(engine) }),
  ({ engine }) => ({ Date: virtualDate(engine) }),
  ({ engine }) => ({ Math: seededMath(engine) }),
  ({ context }) => numberGlobals((text) => context.note(text)),
  printing,
  talking,
  surroundings,
  connections,
  (_, timers) => timers.globals(),
  settings,
  (shell) => ({ sh: sharding(shell) }),
  (shell) => ({ rs: replicaSet(shell) }),
  () => ({ sp: namespace("sp", "needs Atlas Stream Processing", {}) }),
];

/** The group of each name; known after the first shell has built all groups. */
let groupOf: ReadonlyMap<string, number> | undefined;

/** Names and their values, for compiling a script. */
export interface Names {
  has(name: string): boolean;
  get(name: string): unknown;
  names(): readonly string[];
  /** A string that is different for other names, and for a global object that a script has read. */
  readonly visible: string;
  /** Whether a script has read the global object, and so may have put names there. */
  readonly touched: boolean;
  /** The global object as a scope: only its own properties, without JavaScript's built-ins. */
  scope(): object;
}

/**
 * The globals of a shell except `db`, which changes. A grader starts hundreds of shells, and a script uses few names,
 * so each group is built on first use.
 */
export class Globals implements Names {
  readonly #shell: Shell;
  readonly #timers: Timers;
  readonly #groups: (Record<string, unknown> | undefined)[] = [];
  readonly #defined = new Map<string, unknown>();
  readonly #groupOf: ReadonlyMap<string, number>;
  #scope: object | undefined;

  constructor(shell: Shell, timers: Timers) {
    this.#shell = shell;
    this.#timers = timers;
    this.#groupOf = groupOf ??= new Map(
      GROUPS.flatMap((_, at) => Object.keys(this.#group(at)).map((name) => [name, at] as const)),
    );
  }
  #group(at: number): Record<string, unknown> {
    let made = this.#groups[at];
    if (!made) {
      made = this.#groups[at] = (GROUPS[at] as Group)(this.#shell, this.#timers);
      setNames(made);
    }
    return made;
  }
  has(name: string): boolean {
    return this.#defined.has(name) || this.#groupOf.has(name) || GLOBAL_OBJECT_NAMES.includes(name);
  }
  get(name: string): unknown {
    if (this.#defined.has(name)) return this.#defined.get(name);
    const at = this.#groupOf.get(name);
    if (at !== undefined) return this.#group(at)[name];
    return GLOBAL_OBJECT_NAMES.includes(name) ? this.#globalObject() : undefined;
  }
  set(name: string, value: unknown): void {
    this.#defined.set(name, value);
  }
  names(): readonly string[] {
    return [...this.#groupOf.keys(), ...GLOBAL_OBJECT_NAMES, ...this.#own()];
  }
  get visible(): string {
    // All other names are the same in each shell.
    return `${this.#own().join()} ${this.touched}`;
  }
  #own(): string[] {
    return [...this.#defined.keys()].filter((name) => !this.#groupOf.has(name) && !GLOBAL_OBJECT_NAMES.includes(name));
  }
  get touched(): boolean {
    return this.#defined.has("globalThis");
  }
  scope(): object {
    return (this.#scope ??= new Proxy(this.get("globalThis") as object, {
      has: (own, name) => Object.hasOwn(own, name),
    }));
  }
  /** These names and one more. */
  beside(name: string, value: unknown): Names {
    return {
      touched: this.touched,
      visible: `${name} ${this.visible}`,
      scope: () => this.scope(),
      has: (asked) => asked === name || this.has(asked),
      get: (asked) => (asked === name ? value : this.get(asked)),
      names: () => [...this.names(), name],
    };
  }

  /** `globalThis`: one object per shell, so that scripts of different shells don't share properties. */
  #globalObject(): unknown {
    const shell = this.#shell;
    const own = Object.create(globalThis) as object;
    for (const name of this.#groupOf.keys())
      Object.defineProperty(own, name, { value: this.get(name), writable: true, configurable: true });
    for (const name of GLOBAL_OBJECT_NAMES) {
      Object.defineProperty(own, name, { value: own, writable: true, configurable: true });
      this.set(name, own);
    }
    Object.defineProperty(own, "db", { get: () => shell.db, configurable: true });
    return own;
  }
}

/** The names of the global object. */
const GLOBAL_OBJECT_NAMES: readonly string[] = ["globalThis", "self"];

function printing(shell: Shell): Record<string, unknown> {
  const text = (values: unknown[]): string =>
    values.map((value) => (value === undefined ? "" : show(value, printOptions(shell.context.settings)))).join(" ");
  const print = (...values: unknown[]): void => shell.print("print", text(values));
  return {
    print,
    printjson: (...values: unknown[]) =>
      shell.print("print", values.map((value) => (value === undefined ? "" : show(value, EXPANDED))).join(" ")),
    tojson: (value: unknown) => show(typeof value === "string" ? JSON.stringify(value) : value),
    console: makeConsole(print, (...values) => shell.print("warn", text(values))),
  };
}

function talking(shell: Shell): Record<string, unknown> {
  return {
    use: (name: string) => shell.use(name),
    show: (what: string, argument?: string) => {
      const text = showCommand(shell, what, argument);
      return text === undefined ? undefined : { [PRINT]: () => text };
    },
    help: helpOf(SHELL_HELP),
    cls: () => undefined,
  };
}

function surroundings(shell: Shell, timers: Timers): Record<string, unknown> {
  const refuse = (name: string) => () => unsupported(`${name}()`);
  const end = (name: string) => (): never => {
    throw new ScriptEnd(`${name}() is not supported here`);
  };
  return {
    Promise: SyncPromise,
    EJSON: extendedJson(),
    sleep: (millis: number) => timers.sleep(Number(millis) || 0),
    version: () => "2.12.0",
    isInteractive: () => true,
    bsonsize: (value: Document) => {
      requireTypes("bsonsize", [value], ["object"]);
      return calculateObjectSize(value, { ignoreUndefined: false });
    },
    convertShardKeyToHashed: (value: unknown) => hashedIndexKey(shell, value),
    GridFS: gridfs(shell),
    load: refuse("load"),
    require: refuse("require"),
    quit: end("quit"),
    exit: end("exit"),
    passwordPrompt: refuse("passwordPrompt"),
    history: refuse("history"),
    // mongosh writes these to a log file, so scripts see no effect.
    log: namespace(
      "log",
      "writes to a file",
      Object.fromEntries(["debug", "error", "fatal", "info", "warn"].map((name) => [name, () => undefined])),
    ),
  };
}

/** `EJSON`, which rejects a cursor with an error. */
function extendedJson(): object {
  const checked =
    (write: (value: unknown, ...options: never[]) => unknown) =>
    (value: unknown, ...options: never[]): unknown =>
      value instanceof ShellCursor ? value.toJSON() : write(value, ...options);
  const all = { ...EJSON, stringify: checked(EJSON.stringify), serialize: checked(EJSON.serialize) };
  setNames(all);
  return all;
}

function settings({ context }: Shell): Record<string, unknown> {
  return {
    DBQuery: {
      Option: { tailable: 2, slaveOk: 4, oplogReplay: 8, noTimeout: 16, awaitData: 32, exhaust: 64, partial: 128 },
      get shellBatchSize() {
        return context.settings.displayBatchSize;
      },
      set shellBatchSize(size: number) {
        context.note(
          'DeprecationWarning: DBQuery.shellBatchSize is deprecated, please use config.set("displayBatchSize") instead',
        );
        context.settings.displayBatchSize = Math.max(1, Math.trunc(Number(size)) || 20);
      },
    },
    config: configOf(context.settings),
    // No telemetry is ever sent.
    disableTelemetry: () => ((context.settings["enableTelemetry"] = false), "Telemetry is now disabled."),
    enableTelemetry: () => ((context.settings["enableTelemetry"] = true), "Telemetry is now enabled."),
  };
}

/** A connection string for this computer with an optional database, or a database name alone. */
const LOCAL_CONNECTION = /^(?:mongodb:\/\/)?(?:localhost|127\.0\.0\.1)?(?::\d+)?(?:\/([^?]*))?(?:\?.*)?$|^([\w-]+)$/;

/** `Mongo("localhost:27017")` and `connect("localhost:27017/shop")`: the only server is this one. */
function connections(shell: Shell): Record<string, unknown> {
  const databaseOf = (uri: unknown): string => {
    const found = LOCAL_CONNECTION.exec(String(uri));
    if (!found)
      throw new MongoshRuntimeError(
        `${String(uri)} cannot be reached: there is no network here, only one server on localhost`,
      );
    return found[1] || found[2] || "test";
  };
  const connection = function Mongo(uri: unknown = "localhost"): MongoConnection {
    databaseOf(uri);
    return shell.mongo;
  };
  connection.prototype = MongoConnection.prototype;
  return {
    Mongo: connection,
    connect: (uri: unknown) => {
      requireTypes("connect", [uri], ["string"]);
      return shell.mongo.getDB(databaseOf(uri));
    },
  };
}

/** The hash of a value that a hashed index stores. */
function hashedIndexKey(shell: Shell, value: unknown): unknown {
  const pipeline = [{ $documents: [{}] }, { $project: { _id: 0, key: { $toHashedIndexKey: { $literal: value } } } }];
  const reply = shell.context.run("admin", { aggregate: 1, pipeline, cursor: {} });
  return ((reply["cursor"] as Document)["firstBatch"] as Document[])[0]?.["key"];
}

/**
 * Globals that depend only on the engine's clock and seed, cached because a grader starts many shells on one engine.
 */
const engines = new WeakMap<Engine, Record<string, unknown>>();

function engineGlobals(engine: Engine): Record<string, unknown> {
  let globals = engines.get(engine);
  if (!globals) {
    globals = bsonGlobals(engine);
    engines.set(engine, globals);
  }
  return globals;
}

/** `GridFS(db, "fs")`, with and without `new`. */
function gridfs(shell: Shell): unknown {
  return function (db: Database, options?: unknown) {
    return new GridFS(shell.context, db, options);
  };
}
