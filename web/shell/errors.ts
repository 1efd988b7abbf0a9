/** The errors that scripts see, named and shaped as the Node.js driver's. */
import type { Document } from "bson";
import { setNames } from "./set_names.js";

/** The base of all errors of the driver. */
export class MongoError extends Error {
  #labels: string[] = [];
  get errorLabels(): string[] {
    return [...this.#labels];
  }
  set errorLabels(labels: string[]) {
    this.#labels = labels;
  }
  override get name(): string {
    return this.constructor.name;
  }
  get errmsg(): string {
    return this.message;
  }
  hasErrorLabel(label: string): boolean {
    return this.#labels.includes(label);
  }
}

/** The server refused a command: `code`, `codeName` and whatever else it replied. */
export class MongoServerError extends MongoError {
  declare code?: number;
  declare codeName?: string;
  declare keyPattern?: Document;
  declare keyValue?: Document;
  declare errInfo?: Document;
  /** The whole reply. */
  declare errorResponse: Document;

  constructor(reply: Document) {
    super(String(reply["errmsg"] ?? reply["$err"] ?? "n/a"));
    this.errorResponse = reply;
    const labels: unknown = reply["errorLabels"];
    if (Array.isArray(labels)) this.errorLabels = labels.map(String);
    for (const [key, value] of Object.entries(reply)) {
      if (key === "errmsg" || key === "errorLabels" || key === "message" || key === "stack" || key === "name") continue;
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }
}

/** One statement of a bulk write that failed. */
export class WriteError {
  readonly err: { index: number; code: number; errmsg: string; errInfo: Document | undefined; op: Document };
  constructor({ code, errmsg, errInfo }: Document, index: number, op: Document) {
    this.err = { index, code: code as number, errmsg: errmsg as string, errInfo: errInfo as Document | undefined, op };
  }
  get code(): number {
    return this.err.code;
  }
  get index(): number {
    return this.err.index;
  }
  get errmsg(): string {
    return this.err.errmsg;
  }
  get errInfo(): Document | undefined {
    return this.err.errInfo;
  }
  getOperation(): Document {
    return this.err.op;
  }
  toJSON(): Document {
    return { code: this.err.code, index: this.err.index, errmsg: this.err.errmsg, op: this.err.op };
  }
  toString(): string {
    return `WriteError(${JSON.stringify(this.toJSON())})`;
  }
}

/** What a bulk write had done when it failed, as the driver reports it. */
export class DriverResult {
  readonly #errors: readonly WriteError[];
  constructor(counts: Document, errors: readonly WriteError[]) {
    this.#errors = errors;
    const { acknowledged: _acknowledged, insertedIds, ...rest } = counts;
    Object.assign(this, rest, { insertedIds });
  }
  get ok(): number {
    return 1;
  }
  isOk(): boolean {
    return true;
  }
  hasWriteErrors(): boolean {
    return this.#errors.length > 0;
  }
  getWriteErrorCount(): number {
    return this.#errors.length;
  }
  getWriteErrorAt(index: number): WriteError | undefined {
    return this.#errors[index];
  }
  getWriteErrors(): WriteError[] {
    return [...this.#errors];
  }
  getWriteConcernError(): undefined {
    return undefined;
  }
}

/** Some statements of a bulk write failed; `result` says what was done. */
export class MongoBulkWriteError extends MongoError {
  code: number;
  writeErrors: WriteError[];
  result: Document;

  constructor(message: string, writeErrors: WriteError[], counts: Document) {
    super(message);
    this.code = writeErrors[0]?.code ?? 0;
    this.writeErrors = writeErrors;
    this.result = new DriverResult(counts, writeErrors);
  }
  get insertedCount(): number {
    return this.result["insertedCount"] as number;
  }
  get matchedCount(): number {
    return this.result["matchedCount"] as number;
  }
  get modifiedCount(): number {
    return this.result["modifiedCount"] as number;
  }
  get deletedCount(): number {
    return this.result["deletedCount"] as number;
  }
  get upsertedCount(): number {
    return this.result["upsertedCount"] as number;
  }
  get insertedIds(): Document {
    return this.result["insertedIds"] as Document;
  }
  get upsertedIds(): Document {
    return this.result["upsertedIds"] as Document;
  }
}

/** Some operations of `Mongo.bulkWrite` failed; `partialResult` says what was done. */
export class MongoClientBulkWriteError extends MongoError {
  writeErrors: Map<number, unknown>;
  partialResult: unknown;

  constructor(writeErrors: Map<number, unknown>, partialResult: unknown) {
    super("Mongo client bulk write encountered errors during execution");
    this.writeErrors = writeErrors;
    this.partialResult = partialResult;
  }
}

/** A method was called where it cannot be. */
export class MongoAPIError extends MongoError {}

/** A method was called with something it cannot take. */
export class MongoInvalidArgumentError extends MongoAPIError {}

/** A cursor was to be changed after its first document was asked for. */
export class MongoCursorInUseError extends MongoError {}

/** A session's transaction was asked for what its state does not allow. */
export class MongoTransactionError extends MongoError {}

/** A session was used after its end. */
export class MongoExpiredSessionError extends MongoError {}

/** A bulk was executed a second time. */
export class MongoBatchReExecutionError extends MongoError {
  constructor() {
    super("This batch has already been executed, create new batch to execute");
  }
}

/** Something that mongosh needed was not there. */
export class MongoshRuntimeError extends MongoError {}

/** mongosh's own complaint about an argument. */
export class MongoshInvalidInputError extends MongoError {
  code?: string;
  constructor(message: string, code = "COMMON-10001") {
    super(`[${code}] ${message}`);
    this.code = code;
  }
}

/** A method that mongosh no longer has, with what to use in its place. */
export class MongoshDeprecatedError extends MongoError {
  constructor(message: string) {
    super(`[COMMON-10003] ${message}`);
  }
}

/** Something mongosh or the server has and this shell has not, by name. */
export class MongoshUnimplementedError extends MongoError {}

/** What `quit()` and `exit()` throw: the script ends there, and there is no shell to leave. */
export class ScriptEnd extends MongoshUnimplementedError {
  readonly #end = true;
  /** Anything may be thrown, and asking it for its class may throw again. */
  static is(thrown: unknown): boolean {
    return typeof thrown === "object" && thrown !== null && #end in thrown;
  }
}

setNames({
  MongoError,
  MongoServerError,
  WriteError,
  MongoBulkWriteError,
  MongoClientBulkWriteError,
  MongoAPIError,
  MongoInvalidArgumentError,
  MongoCursorInUseError,
  MongoTransactionError,
  MongoExpiredSessionError,
  MongoBatchReExecutionError,
  MongoshRuntimeError,
  MongoshInvalidInputError,
  MongoshDeprecatedError,
  MongoshUnimplementedError,
  BulkWriteResult: DriverResult,
});
// To a script it is what is missing.
setNames({ MongoshUnimplementedError: ScriptEnd });
