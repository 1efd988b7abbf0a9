/** The connection object: `db.getMongo()`. */
import type { Document } from "bson";
import { watch, type ChangeStreamCursor } from "./change_stream.js";
import { clientBulkWrite, type ClientBulkWriteResult } from "./client_bulk.js";
import { requireTypes } from "./arguments.js";
import { requireArguments, requireReadPreference, unsupported, type Context } from "./context.js";
import { makeDatabase, type Database } from "./database.js";
import { MongoshDeprecatedError, MongoshInvalidInputError } from "./errors.js";
import { classHelp, type Help } from "./help.js";
import { PRINT } from "./printing.js";
import { Session } from "./session.js";
import { contextOf, takeSession } from "./session_option.js";

/** Characters that a database's name must not contain. The server refuses more, but `$external` is a valid name. */
const BAD_NAME = /[/\\. "\x00]/;

/** The only connection. */
export class Mongo {
  readonly #context: Context;
  #readPreference = "primary";
  #readTags: Document[] | undefined;
  #readConcern: string | undefined;
  #writeConcern: Document | undefined;
  readonly #databases = new Map<string, Database>();

  constructor(context: Context) {
    this.#context = context;
  }
  getDB(name: string): Database {
    requireTypes("Mongo.getDB", [name], ["string"]);
    if (name === "" || BAD_NAME.test(name)) throw new MongoshInvalidInputError(`Invalid database name: ${name}`);
    let database = this.#databases.get(name);
    if (!database) {
      database = makeDatabase(this.#context, this, name);
      this.#databases.set(name, database);
    }
    return database;
  }
  getDBs(): Document {
    return this.#context.run("admin", { listDatabases: 1 });
  }
  getDBNames(): string[] {
    return (this.getDBs()["databases"] as Document[]).map((database) => String(database["name"]));
  }
  getCollection(namespace: string): unknown {
    const dot = String(namespace).indexOf(".");
    if (dot < 1) throw new MongoshInvalidInputError("Collection must be of the format <db>.<collection>");
    return this.getDB(namespace.slice(0, dot)).getCollection(namespace.slice(dot + 1));
  }
  getURI(): string {
    return "mongodb://localhost/";
  }
  // Stored and returned; they have no effect on one server.
  getReadPref(): Document {
    return { mode: this.#readPreference, tags: this.#readTags };
  }
  getReadPrefMode(): string {
    return this.#readPreference;
  }
  getReadPrefTagSet(): Document[] | undefined {
    return this.#readTags;
  }
  setReadPref(mode: string, tags?: Document[]): void {
    requireArguments("Mongo.setReadPref", [mode]);
    requireReadPreference(mode, tags);
    this.#readPreference = mode;
    this.#readTags = tags;
  }
  getReadConcern(): string | undefined {
    return this.#readConcern;
  }
  setReadConcern(level: string): void {
    requireTypes("Mongo.setReadConcern", [level], ["string"]);
    this.#readConcern = level;
  }
  getWriteConcern(): Document | undefined {
    return this.#writeConcern;
  }
  setWriteConcern(concern: Document | string | number, wtimeout?: number, j?: boolean): void {
    requireArguments("Mongo.setWriteConcern", [concern]);
    if (typeof concern === "object") this.#writeConcern = { ...concern };
    else
      this.#writeConcern = {
        w: concern,
        ...(wtimeout === undefined ? {} : { wtimeout }),
        ...(j === undefined ? {} : { j }),
      };
  }
  setSecondaryOk(): void {
    this.#context.note(
      'DeprecationWarning: .setSecondaryOk() is deprecated. Use .setReadPref("primaryPreferred") instead',
    );
    this.setReadPref("primaryPreferred");
  }
  setSlaveOk(): never {
    throw new MongoshDeprecatedError("Setting slaveOk is deprecated, use setReadPref instead.");
  }
  setCausalConsistency(): never {
    return unsupported(
      "[COMMON-90002] It is not possible to set causal consistency for an entire connection",
      "due to the driver, use startSession({causalConsistency: <>}) instead.",
    );
  }
  isCausalConsistency(): never {
    return unsupported(
      "[COMMON-90002] Causal consistency for drivers is set via Mongo.startSession",
      "and can be checked via session.getOptions. The default value is true",
    );
  }
  startSession(options: Document = {}): Session {
    return new Session(this.#context, options);
  }
  bulkWrite(operations: Document[], options?: Document): ClientBulkWriteResult {
    requireArguments("Mongo.bulkWrite", [operations]);
    const { session, rest } = takeSession([options]);
    return clientBulkWrite(session ? contextOf(session) : this.#context, operations, rest[0]);
  }
  watch(pipeline?: Document[] | Document, options?: Document): ChangeStreamCursor {
    return watch(this.#context, "admin", 1, this.getURI(), pipeline, { ...options, allChangesForCluster: true });
  }
  get help(): () => Help {
    return classHelp("Mongo", Mongo);
  }
  [PRINT](): string {
    return "mongodb://localhost/";
  }
}
