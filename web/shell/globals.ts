/** The names that scripts see besides JavaScript's own. */
import { calculateObjectSize, EJSON, type Document } from "bson";
import { requireTypes } from "./arguments.js";
import { bsonGlobals, numberGlobals } from "./bson_types.js";
import { configOf, printOptions } from "./config.js";
import { unsupported } from "./context.js";
import { makeConsole } from "./console.js";
import type { Database } from "./database.js";
import type { Engine } from "./engine.js";
import { MongoshRuntimeError, ScriptEnd } from "./errors.js";
import { GridFS } from "./gridfs.js";
import { helpOf, SHELL_HELP } from "./help.js";
import { Mongo as MongoConnection } from "./mongo.js";
import { EXPANDED, PRINT, show } from "./printing.js";
import { namespace, replicaSet } from "./replication.js";
import { sharding } from "./sharding.js";
import type { Shell } from "./shell.js";
import { showCommand } from "./show.js";
import { SyncPromise } from "./sync_promise.js";
import { isoDate, seededMath, virtualDate } from "./time.js";
import type { Timers } from "./timers.js";

/** Makes the globals of a shell. `db` is not among them: it changes. */
export function makeGlobals(shell: Shell, timers: Timers): Map<string, unknown> {
  const { engine } = shell;
  const text = (values: unknown[]): string => values.map((value) => (value === undefined ? "" : show(value, printOptions(shell.context.settings)))).join(" ");
  const print = (...values: unknown[]): void => shell.print("print", text(values));
  const help = helpOf(SHELL_HELP);
  const refuse = (name: string) => () => unsupported(`${name}()`);
  const end = (name: string) => (): never => {
    throw new ScriptEnd(`${name}() is not supported here`);
  };
  const globals: Record<string, unknown> = {
    ...engineGlobals(engine),
    ISODate: isoDate(engine),
    Date: virtualDate(engine),
    Math: seededMath(engine),
    ...numberGlobals((text) => shell.context.note(text)),
    Promise: SyncPromise,
    EJSON,
    print,
    printjson: (...values: unknown[]) =>
      shell.print("print", values.map((value) => (value === undefined ? "" : show(value, EXPANDED))).join(" ")),
    tojson: (value: unknown) => show(typeof value === "string" ? JSON.stringify(value) : value),
    console: makeConsole(print, (...values) => shell.print("warn", text(values))),
    use: (name: string) => shell.use(name),
    show: (what: string, argument?: string) => {
      const text = showCommand(shell, what, argument);
      return text === undefined ? undefined : { [PRINT]: () => text };
    },
    help,
    sleep: (millis: number) => void engine.clock.advance(Number(millis) || 0),
    version: () => "2.12.0",
    isInteractive: () => true,
    bsonsize: (value: Document) => {
      requireTypes("bsonsize", [value], ["object"]);
      return calculateObjectSize(value, { ignoreUndefined: false });
    },
    convertShardKeyToHashed: (value: unknown) => hashedIndexKey(shell, value),
    GridFS: gridfs(shell),
    cls: () => undefined,
    load: refuse("load"),
    require: refuse("require"),
    ...connections(shell),
    quit: end("quit"),
    exit: end("exit"),
    passwordPrompt: refuse("passwordPrompt"),
    ...timers.globals(),
    DBQuery: {
      Option: { tailable: 2, slaveOk: 4, oplogReplay: 8, noTimeout: 16, awaitData: 32, exhaust: 64, partial: 128 },
      get shellBatchSize() {
        return shell.context.settings.displayBatchSize;
      },
      set shellBatchSize(size: number) {
        shell.context.note('DeprecationWarning: DBQuery.shellBatchSize is deprecated, please use config.set("displayBatchSize") instead');
        shell.context.settings.displayBatchSize = Math.max(1, Math.trunc(Number(size)) || 20);
      },
    },
    config: configOf(shell.context.settings),
    sh: sharding(shell),
    rs: replicaSet(shell),
    sp: namespace("sp", "needs Atlas Stream Processing", {}),
  };
  return new Map([...Object.entries(globals), ...globalObject(shell, globals)]);
}

/** A connection string of this computer, and the database that it names. */
const HERE = /^(?:mongodb:\/\/)?(?:localhost|127\.0\.0\.1)?(?::\d+)?(?:\/([^?]*))?(?:\?.*)?$/;

/** `Mongo("localhost:27017")` and `connect("localhost:27017/shop")`: there is one server, and it is here. */
function connections(shell: Shell): Record<string, unknown> {
  const databaseOf = (uri: unknown): string => {
    const found = HERE.exec(String(uri));
    if (!found) throw new MongoshRuntimeError(`${String(uri)} cannot be reached: there is no network here, and one server on localhost`);
    return found[1] || "test";
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

/** `globalThis`: an object of this shell, so that what one script puts there is not in another's way. */
function globalObject(shell: Shell, globals: Record<string, unknown>): [string, object][] {
  const own = Object.create(globalThis) as object;
  const define = (name: string, value: unknown): unknown => Object.defineProperty(own, name, { value, writable: true, configurable: true });
  for (const [name, value] of Object.entries(globals)) define(name, value);
  Object.defineProperty(own, "db", { get: () => shell.db, configurable: true });
  return ["globalThis", "self"].map((name) => {
    define(name, own);
    return [name, own];
  });
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
