/** The errors that scripts see, named and shaped as the Node.js driver's. */
import type { Document } from "bson";

/** The base of all errors of the driver. */
export class MongoError extends Error {
  errorLabels: string[] = [];
  override get name(): string {
    return "MongoError";
  }
  hasErrorLabel(label: string): boolean {
    return this.errorLabels.includes(label);
  }
}

/** The server refused a command: `code`, `codeName` and whatever else it replied. */
export class MongoServerError extends MongoError {
  code?: number;
  codeName?: string;
  keyPattern?: Document;
  keyValue?: Document;
  errInfo?: Document;
  /** The whole reply. */
  declare errorResponse: Document;

  constructor(reply: Document) {
    super(String(reply["errmsg"] ?? reply["$err"] ?? "n/a"));
    Object.defineProperty(this, "errorResponse", { value: reply, enumerable: false });
    const labels: unknown = reply["errorLabels"];
    if (Array.isArray(labels)) this.errorLabels = labels.map(String);
    for (const [key, value] of Object.entries(reply)) {
      if (key === "errmsg" || key === "errorLabels" || key === "message" || key === "stack" || key === "name") continue;
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  override get name(): string {
    return "MongoServerError";
  }
  get errmsg(): string {
    return this.message;
  }
}

/** One statement of a bulk write that failed. */
export class WriteError {
  constructor(readonly err: { index: number; code: number; errmsg: string; errInfo?: Document; op: Document } & Document) {}
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
}

/** Some statements of a bulk write failed; `result` tells what was done. */
export class MongoBulkWriteError extends MongoError {
  code: number;
  writeErrors: WriteError[];
  declare result: unknown;
  insertedCount = 0;
  matchedCount = 0;
  modifiedCount = 0;
  deletedCount = 0;
  upsertedCount = 0;
  insertedIds: Document = {};
  upsertedIds: Document = {};

  constructor(message: string, writeErrors: WriteError[], result: unknown) {
    super(message);
    this.code = writeErrors[0]?.code ?? 0;
    this.writeErrors = writeErrors;
    this.result = result;
  }
  override get name(): string {
    return "MongoBulkWriteError";
  }
}

/** Some operations of `Mongo.bulkWrite` failed; `partialResult` tells what was done. */
export class MongoClientBulkWriteError extends MongoError {
  writeErrors: Map<number, unknown>;
  partialResult: unknown;

  constructor(writeErrors: Map<number, unknown>, partialResult: unknown) {
    super("Mongo client bulk write encountered errors during execution");
    this.writeErrors = writeErrors;
    this.partialResult = partialResult;
  }
  override get name(): string {
    return "MongoClientBulkWriteError";
  }
}

/** A method was called with something it cannot take. */
export class MongoInvalidArgumentError extends MongoError {
  override get name(): string {
    return "MongoInvalidArgumentError";
  }
}

/** mongosh's own complaint about an argument. */
export class MongoshInvalidInputError extends MongoError {
  code?: string;
  constructor(message: string, code = "COMMON-10001") {
    super(`[${code}] ${message}`);
    this.code = code;
  }
  override get name(): string {
    return "MongoshInvalidInputError";
  }
}

/** A method that mongosh no longer has, with what to use in its place. */
export class MongoshDeprecatedError extends MongoError {
  override get name(): string {
    return "MongoshDeprecatedError";
  }
}

/** Something mongosh or the server has and this shell has not, by name. */
export class MongoshUnimplementedError extends MongoError {
  override get name(): string {
    return "MongoshUnimplementedError";
  }
}
