/** The connection object: `db.getMongo()`. */
import type { Document } from "bson";
import { clientBulkWrite, type ClientBulkWriteResult } from "./client_bulk.js";
import { describe, requireArguments, type Context } from "./context.js";
import { makeDatabase, type Database } from "./database.js";
import { MongoshInvalidInputError } from "./errors.js";
import { PRINT } from "./printing.js";
import { watch } from "./replication.js";
import { Session } from "./session.js";
import { SESSION_CONTEXT, takeSession } from "./session_option.js";

/** What cannot be in a database's name. */
const BAD_NAME = /[/\\. "$\x00]/;

/** The one "connection" there is. */
export class Mongo {
  readonly #context: Context;
  readonly #databases = new Map<string, Database>();

  constructor(context: Context) {
    this.#context = context;
  }
  getDB(name: string): Database {
    requireArguments("Mongo.getDB", [name]);
    if (typeof name !== "string" || name === "" || BAD_NAME.test(name)) {
      throw new MongoshInvalidInputError(`Invalid database name: ${typeof name === "string" ? name : describe(name)}`, "COMMON-10001");
    }
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
  getReadPref(): Document {
    return { mode: this.getReadPrefMode() };
  }
  getReadPrefMode(): string {
    return "primary";
  }
  getReadPrefTagSet(): Document[] {
    return [];
  }
  getReadConcern(): undefined {
    return undefined;
  }
  getWriteConcern(): undefined {
    return undefined;
  }
  setReadPref(): void {}
  setReadConcern(): void {}
  setWriteConcern(): void {}
  setCausalConsistency(): void {}
  isCausalConsistency(): boolean {
    return true;
  }
  startSession(options: Document = {}): Session {
    return new Session(this.#context, options);
  }
  bulkWrite(operations: Document[], options?: Document): ClientBulkWriteResult {
    requireArguments("Mongo.bulkWrite", [operations]);
    const { session, rest } = takeSession([options]);
    return clientBulkWrite(session ? session[SESSION_CONTEXT] : this.#context, operations, rest[0]);
  }
  watch(pipeline?: Document[], options?: Document): Document {
    return watch(this.#context, "admin", 1, pipeline, { ...options, allChangesForCluster: true });
  }
  [PRINT](): string {
    return "mongodb://localhost/";
  }
}
