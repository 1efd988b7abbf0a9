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

/** Names that are made together, when a script first asks for one of them. */
type Group = (shell: Shell, timers: Timers) => Record<string, unknown>;

const GROUPS: readonly Group[] = [
  ({ engine }) => engineGlobals(engine),
  // Of each shell its own: a script can keep things in them.
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

/** Which group makes which name; known once a first shell has made them all. */
let groupOf: ReadonlyMap<string, number> | undefined;

/** Names and what they stand for, as a script is compiled with. */
export interface Names {
  has(name: string): boolean;
  get(name: string): unknown;
  names(): readonly string[];
  /** Whether a script has asked for the global object, and may have put names there. */
  readonly touched: boolean;
  /** The global object as a scope: what is there of its own, without what JavaScript has anyway. */
  scope(): object;
}

/**
 * The globals of a shell, but for `db`, which changes. A grader starts shells by the hundred, and a script uses few
 * names: each is made when it is asked for.
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
    return this.#defined.has(name) || this.#groupOf.has(name) || ITSELF.includes(name);
  }
  get(name: string): unknown {
    if (this.#defined.has(name)) return this.#defined.get(name);
    const at = this.#groupOf.get(name);
    if (at !== undefined) return this.#group(at)[name];
    return ITSELF.includes(name) ? this.#globalObject() : undefined;
  }
  set(name: string, value: unknown): void {
    this.#defined.set(name, value);
  }
  names(): readonly string[] {
    const own = [...this.#defined.keys()].filter((name) => !this.#groupOf.has(name) && !ITSELF.includes(name));
    return [...this.#groupOf.keys(), ...ITSELF, ...own];
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
      scope: () => this.scope(),
      has: (asked) => asked === name || this.has(asked),
      get: (asked) => (asked === name ? value : this.get(asked)),
      names: () => [...this.names(), name],
    };
  }

  /** `globalThis`: an object of this shell, so that what one script puts there is not in another's way. */
  #globalObject(): unknown {
    const shell = this.#shell;
    const own = Object.create(globalThis) as object;
    for (const name of this.#groupOf.keys())
      Object.defineProperty(own, name, { value: this.get(name), writable: true, configurable: true });
    for (const name of ITSELF) {
      Object.defineProperty(own, name, { value: own, writable: true, configurable: true });
      this.set(name, own);
    }
    Object.defineProperty(own, "db", { get: () => shell.db, configurable: true });
    return own;
  }
}

/** What the global object is called. */
const ITSELF: readonly string[] = ["globalThis", "self"];

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
    // What they write goes to a file of the shell's own, and nothing is seen of it.
    log: namespace(
      "log",
      "writes to a file",
      Object.fromEntries(["debug", "error", "fatal", "info", "warn"].map((name) => [name, () => undefined])),
    ),
  };
}

/** `EJSON`, which says so when it gets a cursor for its documents. */
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
    // Nothing is ever sent.
    disableTelemetry: () => ((context.settings["enableTelemetry"] = false), "Telemetry is now disabled."),
    enableTelemetry: () => ((context.settings["enableTelemetry"] = true), "Telemetry is now enabled."),
  };
}

/** A connection string of this computer, and the database that it names; or the name alone. */
const HERE = /^(?:mongodb:\/\/)?(?:localhost|127\.0\.0\.1)?(?::\d+)?(?:\/([^?]*))?(?:\?.*)?$|^([\w-]+)$/;

/** `Mongo("localhost:27017")` and `connect("localhost:27017/shop")`: there is one server, and it is here. */
function connections(shell: Shell): Record<string, unknown> {
  const databaseOf = (uri: unknown): string => {
    const found = HERE.exec(String(uri));
    if (!found)
      throw new MongoshRuntimeError(
        `${String(uri)} cannot be reached: there is no network here, and one server on localhost`,
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

/** What a hashed index keeps of a value. */
function hashedIndexKey(shell: Shell, value: unknown): unknown {
  const pipeline = [{ $documents: [{}] }, { $project: { _id: 0, key: { $toHashedIndexKey: { $literal: value } } } }];
  const reply = shell.context.run("admin", { aggregate: 1, pipeline, cursor: {} });
  return ((reply["cursor"] as Document)["firstBatch"] as Document[])[0]?.["key"];
}

/** What depends on nothing but the engine's clock and seed; a grader starts many shells on one engine. */
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
