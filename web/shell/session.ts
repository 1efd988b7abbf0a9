/** Sessions and multi-document transactions. */
import { Long, type Document } from "bson";
import { requireTypes } from "./arguments.js";
import { readConcernOf, requireArguments, requireReadPreference, writeConcernOf, type Context } from "./context.js";
import type { Database } from "./database.js";
import {
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoServerError,
  MongoTransactionError,
} from "./errors.js";
import { classHelp, type Help } from "./help.js";
import { Mongo } from "./mongo.js";
import { PRINT } from "./printing.js";
import { setContext, type SessionLike } from "./session_option.js";
import { settled } from "./sync_promise.js";

/** The most retries of `withTransaction`: waiting changes nothing here. */
const MOST_TRIES = 100;

type State = "none" | "starting" | "in progress" | "committed" | "committed empty" | "aborted";

/** Commands that a transaction's read preference applies to. */
const READS = new Set(["find", "aggregate", "distinct", "count"]);

/** The result of `Mongo.startSession()`: operations of its databases belong to its transaction. */
export class Session implements SessionLike {
  readonly #context: Context;
  readonly #mongo: Mongo;
  readonly #id: Document;
  readonly #options: Document;
  #number = 0;
  #state: State = "none";
  #readConcern: unknown;
  #readMode = "primary";
  #ended = false;

  constructor(context: Context, options: Document) {
    if (options["causalConsistency"] && options["snapshot"]) {
      throw new MongoInvalidArgumentError('Properties "causalConsistency" and "snapshot" are mutually exclusive');
    }
    this.#context = context;
    this.#options = options;
    this.#id = context.run("admin", { startSession: 1 })["id"] as Document;
    const tryRun = (db: string, command: Document): Document => this.#tryRun(db, command);
    const inside: Context = {
      engine: context.engine,
      tryRun,
      run: (db, command) => {
        const reply = tryRun(db, command);
        if (reply["ok"] !== 1) throw new MongoServerError(reply);
        return reply;
      },
      note: (text) => context.note(text),
      settings: context.settings,
    };
    setContext(this, inside);
    this.#mongo = new Mongo(inside);
  }

  #tryRun(db: string, command: Document): Document {
    if (this.#ended) throw new MongoExpiredSessionError("Use of expired sessions is not permitted");
    if (this.#state.startsWith("committed") || this.#state === "aborted") this.#state = "none";
    if (this.#state === "none") return this.#context.tryRun(db, { ...command, lsid: this.#id });
    const sent: Document = { ...command };
    delete sent["writeConcern"];
    delete sent["readConcern"];
    if (this.#readMode !== "primary" && READS.has(Object.keys(command)[0] ?? "")) {
      throw new MongoTransactionError(`Read preference in a transaction must be primary, not: ${this.#readMode}`);
    }
    if (this.#state === "starting") {
      if (this.#readConcern !== undefined) sent["readConcern"] = this.#readConcern;
      sent["startTransaction"] = true;
      this.#state = "in progress";
    }
    return this.#context.tryRun(db, { ...sent, ...this.#transaction() });
  }

  /** The fields that make a command part of the transaction. */
  #transaction(): Document {
    return { lsid: this.#id, txnNumber: Long.fromNumber(this.#number), autocommit: false };
  }

  getDatabase(name: string): Database {
    requireArguments("Session.getDatabase", [name]);
    return this.#mongo.getDB(name);
  }
  get id(): Document {
    return this.#id;
  }
  getSessionId(): Document {
    return this.#id;
  }
  getOptions(): Document {
    return this.#options;
  }
  hasEnded(): boolean {
    return this.#ended;
  }
  inTransaction(): boolean {
    return this.#state === "starting" || this.#state === "in progress";
  }
  endSession(): void {
    if (this.#ended) return;
    this.#context.run("admin", { endSessions: [this.#id] });
    this.#ended = true;
    this.#state = "none";
  }

  /** No check that the session has ended: its operations do that. */
  startTransaction(options: Document = {}): void {
    if (this.inTransaction()) throw new MongoTransactionError("Transaction already in progress");
    if (writeConcernOf(options)?.["w"] === 0)
      throw new MongoTransactionError("Transactions do not support unacknowledged write concern");
    const mode: unknown = options["readPreference"] ?? "primary";
    requireReadPreference(typeof mode === "object" ? (mode as Document | null)?.["mode"] : mode);
    this.#readMode = String(typeof mode === "object" ? (mode as Document)["mode"] : mode);
    this.#number += 1;
    this.#readConcern = readConcernOf(options["readConcern"]);
    this.#state = "starting";
  }
  commitTransaction(): void {
    if (this.#state === "none") throw new MongoTransactionError("No transaction started");
    if (this.#state === "aborted")
      throw new MongoTransactionError("Cannot call commitTransaction after calling abortTransaction");
    // An empty transaction, which the server does not know.
    if (this.#state === "starting" || this.#state === "committed empty") {
      this.#state = "committed empty";
      return;
    }
    this.#end("commitTransaction");
    this.#state = "committed";
  }
  abortTransaction(): void {
    if (this.#state === "none") throw new MongoTransactionError("No transaction started");
    if (this.#state === "aborted") throw new MongoTransactionError("Cannot call abortTransaction twice");
    if (this.#state.startsWith("committed"))
      throw new MongoTransactionError("Cannot call abortTransaction after calling commitTransaction");
    const began = this.#state !== "starting";
    this.#state = "aborted";
    // A driver ignores this error: the server has already aborted the transaction.
    if (began) this.#context.tryRun("admin", { abortTransaction: 1, ...this.#transaction() });
  }
  #end(command: string): void {
    let reply: Document;
    let tries = 0;
    // The outcome of the commit is unknown, so it is repeated, which is safe.
    do reply = this.#context.tryRun("admin", { [command]: 1, ...this.#transaction() });
    while (hasLabel(reply, "UnknownTransactionCommitResult") && ++tries < MOST_TRIES);
    if (reply["ok"] !== 1) {
      this.#state = "committed";
      throw new MongoServerError(reply);
    }
  }

  /** Runs `action` in a transaction, retrying after a write conflict; returns its result. */
  withTransaction<T>(action: (session: Session) => T, options: Document = {}): T {
    requireTypes("Session.withTransaction", [action], ["function"]);
    for (let tries = 1; ; tries += 1) {
      this.startTransaction(options);
      try {
        // A rejection of an asynchronous function aborts the transaction, too.
        const result = settled(action(this)) as T;
        if (this.inTransaction()) this.commitTransaction();
        return result;
      } catch (error) {
        if (this.inTransaction()) this.abortTransaction();
        if (!hasLabel(error, "TransientTransactionError") || tries >= MOST_TRIES) throw error;
      }
    }
  }
  /** Without replication there is no cluster time. */
  getClusterTime(): undefined {}
  getOperationTime(): undefined {}
  advanceClusterTime(): void {}
  advanceOperationTime(): void {}
  bulkWrite(operations: Document[], options?: Document): unknown {
    return this.#mongo.bulkWrite(operations, options);
  }
  get help(): () => Help {
    return classHelp("Session", Session);
  }
  [PRINT](): Document {
    return this.#id;
  }
}

function hasLabel(of: unknown, label: string): boolean {
  const labels: unknown = (of as { errorLabels?: unknown } | null)?.errorLabels;
  return Array.isArray(labels) && labels.includes(label);
}
