/** The errors that scripts see, with the names and fields of the Node.js driver's. */
import type { Document } from "bson";
import { setNames } from "./set_names.js";

/** The base of the driver's errors. */
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

/** A reply with `ok: 0`: `code`, `codeName` and its other fields. */
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

/** A failed statement of a bulk write. */
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

/** The counts of a bulk write that failed, as the driver reports them. */
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

/** Some statements of a bulk write failed; `result` has the counts. */
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

/** Some operations of `Mongo.bulkWrite` failed; `partialResult` has the counts. */
export class MongoClientBulkWriteError extends MongoError {
  writeErrors: Map<number, unknown>;
  partialResult: unknown;

  constructor(writeErrors: Map<number, unknown>, partialResult: unknown) {
    super("Mongo client bulk write encountered errors during execution");
    this.writeErrors = writeErrors;
    this.partialResult = partialResult;
  }
}

/** A method was called in a state that does not allow it. */
export class MongoAPIError extends MongoError {}

/** A method was called with an invalid argument. */
export class MongoInvalidArgumentError extends MongoAPIError {}

/** A cursor's method was called after its first document was read. */
export class MongoCursorInUseError extends MongoError {}

/** A transaction's state does not allow the operation. */
export class MongoTransactionError extends MongoError {}

/** A session was used after its end. */
export class MongoExpiredSessionError extends MongoError {}

/** A bulk was executed twice. */
export class MongoBatchReExecutionError extends MongoError {
  constructor() {
    super("This batch has already been executed, create new batch to execute");
  }
}

/** mongosh did not find something that it needs. */
export class MongoshRuntimeError extends MongoError {}

/** mongosh's own error about an argument. */
export class MongoshInvalidInputError extends MongoError {
  code?: string;
  constructor(message: string, code = "COMMON-10001") {
    super(`[${code}] ${message}`);
    this.code = code;
  }
}

/** A method that mongosh removed; the text names the replacement. */
export class MongoshDeprecatedError extends MongoError {
  constructor(message: string) {
    super(`[COMMON-10003] ${message}`);
  }
}

/** A feature that mongosh or the server has and this shell lacks, named in the text. */
export class MongoshUnimplementedError extends MongoError {}

/** Thrown by `quit()` and `exit()`: ends the script, since there is no shell to leave. */
export class ScriptEnd extends MongoshUnimplementedError {
  readonly #end = true;
  /** Guarded, because anything may be thrown, and reading its class may throw again. */
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
// Scripts see it as an unimplemented feature.
setNames({ MongoshUnimplementedError: ScriptEnd });
