/** Bulk writes: `bulkWrite` and the older `initialize…BulkOp`. Reference: <https://www.mongodb.com/docs/manual/core/bulk-write-operations/>. */
import type { Document } from "bson";
import { type Context, acknowledged, optionsOf, requireArguments, requireSelector } from "./context.js";
import {
  MongoBatchReExecutionError,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoshInvalidInputError,
  WriteError,
} from "./errors.js";
import { classHelp, type Help } from "./help.js";
import { PRINT } from "./printing.js";
import { contextOf, takeSession } from "./session_option.js";
import {
  COMMAND_OPTIONS,
  DELETE_OPTIONS,
  refuseOperators,
  requireOperators,
  runWrites,
  statementOptions,
  updateOptions,
  updateStatement,
  withId,
  type WriteKind,
} from "./write.js";

interface Operation {
  kind: WriteKind;
  statement: Document;
  /** The index in the caller's list. */
  index: number;
}

/** The result of a bulk write, as mongosh shows it. */
export class BulkWriteResult {
  acknowledged = true;
  insertedCount = 0;
  insertedIds: Document = {};
  matchedCount = 0;
  modifiedCount = 0;
  deletedCount = 0;
  upsertedCount = 0;
  upsertedIds: Document = {};
  [PRINT](): Document {
    return { ...this };
  }
}

/**
 * Runs operations in batches. Ordered, consecutive operations of one kind share a command; unordered, all operations of
 * a kind do, as in the driver.
 * @throws MongoBulkWriteError when statements failed.
 */
export function runBulk(
  context: Context,
  db: string,
  collection: string,
  operations: Operation[],
  options: Document,
): BulkWriteResult {
  const ordered = options["ordered"] !== false;
  const fields: Document = statementOptions(options, COMMAND_OPTIONS);
  const result = new BulkWriteResult();
  result.acknowledged = acknowledged(options);
  const errors: WriteError[] = [];
  for (const group of groups(operations, ordered)) {
    const [{ kind }] = group as [Operation];
    const statements = group.map((operation) => operation.statement);
    const outcome = runWrites(context, db, collection, kind, statements, { ordered, fields, options });
    for (const error of outcome.writeErrors) {
      const operation = group[error.index] as Operation;
      errors.push(new WriteError(error, operation.index, operation.statement));
    }
    if (result.acknowledged) count(result, kind, group, outcome, ordered);
    else if (kind === "insert")
      for (const operation of group) result.insertedIds[operation.index] = operation.statement["_id"];
    if (ordered && errors.length > 0) break;
  }
  if (errors.length > 0 && result.acknowledged) throw bulkError(errors, result);
  return result;
}

function count(
  result: BulkWriteResult,
  kind: WriteKind,
  group: Operation[],
  outcome: ReturnType<typeof runWrites>,
  ordered: boolean,
): void {
  if (kind === "insert") {
    result.insertedCount += outcome.n;
    const reached = carriedOut(outcome, ordered);
    group.forEach((operation, i) => {
      if (reached(i)) result.insertedIds[operation.index] = operation.statement["_id"];
    });
  } else if (kind === "delete") {
    result.deletedCount += outcome.n;
  } else {
    result.matchedCount += outcome.n - outcome.upserted.length;
    result.modifiedCount += outcome.nModified;
    result.upsertedCount += outcome.upserted.length;
    for (const { index, _id } of outcome.upserted) result.upsertedIds[(group[index] as Operation).index] = _id;
  }
}

/** Returns a predicate: whether the statement at an index was executed. */
function carriedOut(outcome: ReturnType<typeof runWrites>, ordered: boolean): (at: number) => boolean {
  const failed = new Set(outcome.writeErrors.map((error) => error.index));
  const end = ordered ? Math.min(...failed) : Infinity;
  return (at) => at < end && !failed.has(at);
}

function groups(operations: Operation[], ordered: boolean): Operation[][] {
  const made: Operation[][] = [];
  for (const operation of operations) {
    const candidates = ordered ? made.slice(-1) : made;
    const open = candidates.find((group) => group[0]?.kind === operation.kind);
    if (open) open.push(operation);
    else made.push([operation]);
  }
  return made;
}

function bulkError(errors: WriteError[], result: BulkWriteResult): MongoBulkWriteError {
  return new MongoBulkWriteError(errors[0]?.errmsg || "write operation failed", errors, result);
}

/** `insertMany`: inserts only, each document with an `_id`. */
export function insertMany(
  context: Context,
  db: string,
  collection: string,
  documents: Document[],
  options: Document,
): BulkWriteResult {
  // Does what runBulk does for operations of one kind, without allocating an object per document.
  const statements = documents.map((document) => insertion(context, document).statement);
  const ordered = options["ordered"] !== false;
  const fields: Document = statementOptions(options, COMMAND_OPTIONS);
  const outcome = runWrites(context, db, collection, "insert", statements, { ordered, fields, options });
  const errors = outcome.writeErrors.map(
    (error) => new WriteError(error, error.index, statements[error.index] as Document),
  );
  const result = new BulkWriteResult();
  result.acknowledged = acknowledged(options);
  if (result.acknowledged) result.insertedCount = outcome.n;
  const reached = result.acknowledged ? carriedOut(outcome, ordered) : () => true;
  statements.forEach((document, i) => {
    if (reached(i)) result.insertedIds[i] = document["_id"];
  });
  if (errors.length > 0 && result.acknowledged) throw bulkError(errors, result);
  return result;
}

/** `bulkWrite`'s list: `{ insertOne | updateOne | updateMany | replaceOne | deleteOne | deleteMany: … }`. */
export function bulkWrite(
  context: Context,
  db: string,
  collection: string,
  list: unknown,
  givenOptions: unknown,
): BulkWriteResult {
  if (!Array.isArray(list)) throw new MongoInvalidArgumentError('Argument "operations" must be an array of documents');
  if (list.length === 0) throw new MongoInvalidArgumentError("Invalid BulkOperation, Batch cannot be empty");
  const operations = list.map((entry: unknown, index) => {
    if (typeof entry !== "object" || entry === null)
      throw new MongoInvalidArgumentError("Operation must be an object with an operation key");
    const name = Object.keys(MODELS).find((kind) => kind in entry);
    const make = name && MODELS[name];
    if (!make)
      throw new MongoInvalidArgumentError(
        "bulkWrite only supports insertOne, updateOne, updateMany, deleteOne, deleteMany",
      );
    return { ...make(context, (entry as Document)[name as string] as Document), index };
  });
  return runBulk(context, db, collection, operations, optionsOf("bulkWrite", givenOptions));
}

/** The insert operation of a document, with its `_id`. */
function insertion(context: Context, document: Document): Omit<Operation, "index"> {
  withId(context, document);
  if (Array.isArray(document)) throw new MongoInvalidArgumentError("Operation passed in cannot be an Array");
  return { kind: "insert", statement: document };
}

type Model = (context: Context, model: Document) => Omit<Operation, "index">;

const MODELS: Record<string, Model> = {
  insertOne: (context, model) => {
    // The driver also accepts the document itself.
    return insertion(context, (model["document"] ?? model) as Document);
  },
  updateOne: (_, model) => updateModel(model, false),
  updateMany: (_, model) => updateModel(model, true),
  replaceOne: (_, model) => {
    const statement = updateStatement(model["filter"], model["replacement"], false);
    refuseOperators(model["replacement"], "use");
    return { kind: "update", statement: { ...statement, ...updateOptions(model) } };
  },
  deleteOne: (_, model) => deleteModel(model, 1),
  deleteMany: (_, model) => deleteModel(model, 0),
};

function updateModel(model: Document, multi: boolean): Omit<Operation, "index"> {
  const statement = updateStatement(model["filter"], model["update"], multi);
  requireOperators(model["update"]);
  return { kind: "update", statement: { ...statement, ...updateOptions(model) } };
}

function deleteModel(model: Document, limit: number): Omit<Operation, "index"> {
  return {
    kind: "delete",
    statement: { q: requireSelector(model["filter"]), limit, ...statementOptions(model, DELETE_OPTIONS) },
  };
}

/** The builder of `initializeOrderedBulkOp()` and `initializeUnorderedBulkOp()`. */
export class Bulk {
  readonly #context: Context;
  readonly #db: string;
  readonly #collection: string;
  readonly #ordered: boolean;
  readonly #operations: Operation[] = [];
  #executed = false;

  constructor(context: Context, db: string, collection: string, ordered: boolean) {
    this.#context = context;
    this.#db = db;
    this.#collection = collection;
    this.#ordered = ordered;
  }

  get help(): () => Help {
    return HELP;
  }
  #add(operation: Omit<Operation, "index">): this {
    this.#operations.push({ ...operation, index: this.#operations.length });
    return this;
  }
  insert(document: Document): this {
    requireArguments("Bulk.insert", [document]);
    return this.#add(insertion(this.#context, document));
  }
  find(filter: Document): BulkFind {
    requireArguments("Bulk.find", [filter]);
    return new BulkFind(filter, (operation) => this.#add(operation));
  }
  execute(options?: Document): BulkWriteResult {
    if (this.#executed) throw new MongoBatchReExecutionError();
    if (this.#operations.length === 0)
      throw new MongoInvalidArgumentError("Invalid BulkOperation, Batch cannot be empty");
    this.#executed = true;
    const { session, rest } = takeSession([options]);
    const context = session ? contextOf(session) : this.#context;
    return runBulk(context, this.#db, this.#collection, this.#operations, {
      ...(rest[0] as Document),
      ordered: this.#ordered,
    });
  }
  toJSON(): Document {
    const kinds = (kind: WriteKind): number => this.#operations.filter((operation) => operation.kind === kind).length;
    return {
      nInsertOps: kinds("insert"),
      nUpdateOps: kinds("update"),
      nRemoveOps: kinds("delete"),
      nBatches: groups(this.#operations, this.#ordered).length,
    };
  }
  toString(): string {
    return JSON.stringify(this.toJSON());
  }
  [PRINT](): Document {
    return this.toJSON();
  }
  /** The batches of an executed bulk; `batchType` is 1 for inserts, 2 for updates, 3 for deletes. */
  getOperations(): Document[] {
    if (!this.#executed)
      throw new MongoshInvalidInputError("Cannot call getOperations on an unexecuted Bulk operation", "COMMON-10002");
    return groups(this.#operations, this.#ordered).map((group) => ({
      originalZeroIndex: group[0]?.index,
      batchType: ["insert", "update", "delete"].indexOf(group[0]?.kind ?? "insert") + 1,
      operations: group.map((operation) => operation.statement),
    }));
  }
}

const HELP = classHelp("Bulk", Bulk);

/** The object that `Bulk.find()` returns: options first, then the operation. */
export class BulkFind {
  readonly #filter: Document;
  readonly #add: (operation: Omit<Operation, "index">) => Bulk;
  readonly #options: Document = {};

  constructor(filter: Document, add: (operation: Omit<Operation, "index">) => Bulk) {
    this.#filter = filter;
    this.#add = add;
  }
  upsert(): this {
    this.#options["upsert"] = true;
    return this;
  }
  collation(collation: Document): this {
    this.#options["collation"] = collation;
    return this;
  }
  arrayFilters(filters: Document[]): this {
    this.#options["arrayFilters"] = filters;
    return this;
  }
  hint(hint: unknown): this {
    this.#options["hint"] = hint;
    return this;
  }
  #update(update: unknown, multi: boolean): Bulk {
    requireArguments("BulkFindOp.update", [update]);
    return this.#add({
      kind: "update",
      statement: { ...updateStatement(this.#filter, update, multi), ...this.#options },
    });
  }
  update(update: Document): Bulk {
    return this.#update(update, true);
  }
  updateOne(update: Document): Bulk {
    if (update !== undefined) requireOperators(update);
    return this.#update(update, false);
  }
  replaceOne(replacement: Document): Bulk {
    refuseOperators(replacement, "use");
    return this.#update(replacement, false);
  }
  #delete(limit: number): Bulk {
    return this.#add({
      kind: "delete",
      statement: { q: this.#filter, limit, ...statementOptions(this.#options, DELETE_OPTIONS) },
    });
  }
  delete(): Bulk {
    return this.#delete(0);
  }
  deleteOne(): Bulk {
    return this.#delete(1);
  }
  remove(): Bulk {
    return this.#delete(0);
  }
  removeOne(): Bulk {
    return this.#delete(1);
  }
  get help(): () => Help {
    return classHelp("BulkFindOp", BulkFind);
  }
  [PRINT](): string {
    return "BulkFindOp";
  }
}
